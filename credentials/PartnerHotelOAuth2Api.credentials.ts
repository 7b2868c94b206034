import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { apiAreas, type ApiArea } from '../nodes/shared/transport/areas';
import { baseUrlExpression } from '../nodes/shared/transport/baseUrl';
import { areaBaseUrlField } from '../nodes/shared/transport/connection';

/** Fields of n8n's OAuth2 form that have a fixed value for this API. */
function fixed(displayName: string, name: string, value: string | boolean): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

function areaBaseUrl(area: ApiArea): INodeProperties {
	return {
		displayName: `${apiAreas[area].label} Base URL`,
		name: areaBaseUrlField(area),
		type: 'string',
		default: '',
		placeholder: 'Same as Base URL',
		displayOptions: { show: { useAreaBaseUrls: [true] } },
	};
}

/**
 * Takes the place of a field above Client ID in n8n's form that is not used here: the last field of the
 * form would be out of sight.
 */
const pairNotice: INodeProperties = {
	displayName:
		'The hotelier creates the Client ID and Client Secret in the hotel account under API connections and selects the areas that the connection may access. If saving reports that the client is <b>not authorized to request an authorization code</b>, or <b>Unauthorized</b>, the Client ID or Client Secret is wrong, or the API connection is switched off: copy both again.',
	name: 'serverUrl',
	type: 'notice',
	default: '',
};

/**
 * Client ID and secret of an API connection (specification, Authentication 1–5). n8n fetches the token and keeps it
 * encrypted with the credential.
 */
export class PartnerHotelOAuth2Api implements ICredentialType {
	name = 'partnerHotelOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Partner Hotel OAuth2 API';

	icon: Icon = {
		light: 'file:../nodes/shared/icons/partnerHotel.svg',
		dark: 'file:../nodes/shared/icons/partnerHotel.dark.svg',
	};

	documentationUrl = 'https://github.com/partner-hotel-nodes/n8n-nodes-partner-hotel#credential';

	properties: INodeProperties[] = [
		fixed('Use Dynamic Client Registration', 'useDynamicClientRegistration', false),
		fixed('Grant Type', 'grantType', 'clientCredentials'),
		pairNotice,
		fixed('Authorization URL', 'authUrl', ''),
		fixed('Access Token URL', 'accessTokenUrl', `={{ ${baseUrlExpression('$self["baseUrl"]')} }}/auth/token`),
		fixed('Scope', 'scope', ''),
		fixed('Auth URI Query Parameters', 'authQueryParameters', ''),
		fixed('Authentication', 'authentication', 'body'),
		fixed('Send Additional Body Properties', 'sendAdditionalBodyProperties', false),
		fixed('Additional Body Properties', 'additionalBodyProperties', ''),
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.hotel-platform.example',
			description: 'Address of the partner API, as the provider names it',
		},
		{
			displayName: 'Separate Base URLs per API Area',
			name: 'useAreaBaseUrls',
			type: 'boolean',
			default: false,
			description: 'Whether some API areas have a different address. Leave off unless your provider says so.',
		},
		...(Object.keys(apiAreas) as ApiArea[]).map(areaBaseUrl),
	];

	/**
	 * Requests a token: this checks the entered client ID and secret, whatever API areas they grant and whatever
	 * token is stored.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${baseUrlExpression('$credentials.baseUrl')} }}`,
			url: '/auth/token',
			method: 'POST',
			disableFollowRedirect: true,
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: {
				grant_type: 'client_credentials',
				client_id: '={{ $credentials.clientId.trim() }}',
				client_secret: '={{ $credentials.clientSecret.trim() }}',
			},
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The Client ID or Client Secret is wrong, or the API connection is switched off. Copy both again from the hotel account.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'Base URL is not the address of the partner API: nothing was found there.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 429,
					message: 'Too many access tokens were requested. Wait a minute and try again.',
				},
			},
		],
	};
}
