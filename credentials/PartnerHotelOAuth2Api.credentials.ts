import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { apiAreas, type ApiArea } from '../nodes/shared/transport/areas';
import { baseUrlExpression } from '../nodes/shared/transport/baseUrl';
import { ALLOW_HTTP, areaBaseUrlField, CLIENT_ID, CLIENT_SECRET } from '../nodes/shared/transport/connection';

/** Fields of n8n's OAuth2 form that have a fixed value for this API. */
function fixed(displayName: string, name: string, value: string | boolean): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

/** What was typed or pasted into a field, without the white space around it. */
function trimmed(field: string): string {
	return `={{ ($self["${field}"] || "").trim() }}`;
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

/** Above the fields it speaks of: below them it would be out of sight. */
const pairNotice: INodeProperties = {
	displayName:
		'The hotelier creates the Client ID and Client Secret in the hotel account under API connections and selects the areas that the connection may access. If saving reports that the client is <b>not authorized to request an authorization code</b>, or <b>Unauthorized</b>, the Client ID or Client Secret is wrong, or the API connection is switched off: copy both again.',
	name: 'pairNotice',
	type: 'notice',
	default: '',
};

/**
 * n8n's own fields, preset to None: the HTTP Request node would send the access token to any address, for everybody
 * who may use the credential. They do not concern the nodes of this package.
 */
const domainRestriction: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'Send the access token wherever an HTTP Request node is told to',
			},
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'Send the access token to these domains alone',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Allow this credential in the Partner Hotel nodes alone',
			},
		],
		default: 'none',
		description: 'Where the HTTP Request and GraphQL nodes may use this credential',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. api.hotel-platform.example',
		description: 'Names of hosts, separated by commas',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
];

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
		fixed('Authorization URL', 'authUrl', ''),
		fixed(
			'Access Token URL',
			'accessTokenUrl',
			`={{ ${baseUrlExpression('$self["baseUrl"]', `$self["${ALLOW_HTTP.name}"]`)} }}/auth/token`,
		),
		fixed('Client ID', 'clientId', trimmed(CLIENT_ID)),
		{
			...fixed('Client Secret', 'clientSecret', trimmed(CLIENT_SECRET)),
			typeOptions: { password: true },
		},
		fixed('Scope', 'scope', ''),
		fixed('Auth URI Query Parameters', 'authQueryParameters', ''),
		fixed('Authentication', 'authentication', 'body'),
		fixed('Send Additional Body Properties', 'sendAdditionalBodyProperties', false),
		fixed('Additional Body Properties', 'additionalBodyProperties', ''),
		pairNotice,
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
			displayName: 'Client ID',
			name: CLIENT_ID,
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. harbour-hotel-n8n',
		},
		{
			displayName: 'Client Secret',
			name: CLIENT_SECRET,
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. k7Qm2xV9wB',
		},
		{
			displayName: 'Separate Base URLs per API Area',
			name: 'useAreaBaseUrls',
			type: 'boolean',
			default: false,
			description: 'Whether some API areas have a different address. Leave off unless your provider says so.',
		},
		...(Object.keys(apiAreas) as ApiArea[]).map(areaBaseUrl),
		{
			displayName: ALLOW_HTTP.label,
			name: ALLOW_HTTP.name,
			type: 'boolean',
			default: false,
			description:
				'Whether to send requests to an address that begins with http://, not https://. Addresses of this machine need no permission.',
		},
		{
			displayName:
				'Without encryption, everybody on the way to the server can read the client secret, the access token and the data of guests, and change them. Use it for a test system in a network of your own, never for a hotel.',
			name: 'unencryptedNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { [ALLOW_HTTP.name]: [true] } },
		},
		...domainRestriction,
	];

	/**
	 * Requests a token: this checks the entered client ID and secret, whatever API areas they grant and whatever
	 * token is stored.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${baseUrlExpression('$credentials.baseUrl', `$credentials.${ALLOW_HTTP.name}`)} }}`,
			url: '/auth/token',
			method: 'POST',
			disableFollowRedirect: true,
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: {
				grant_type: 'client_credentials',
				client_id: '={{ $credentials.clientId }}',
				client_secret: '={{ $credentials.clientSecret }}',
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
