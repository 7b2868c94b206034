import { injectDomainRestrictionFields, type INodeProperties } from 'n8n-workflow';

import { PartnerHotelOAuth2Api } from '../../credentials/PartnerHotelOAuth2Api.credentials';
import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { baseUrls, refusedBaseUrls } from '../support/baseUrls';
import { harness } from '../support/n8n';

const type = new PartnerHotelOAuth2Api();
const shown = type.properties.filter((property) => property.type !== 'hidden');

describe('the form', () => {
	it('shows what a hotelier can fill in, and nothing else', () => {
		expect(shown.map(({ displayName, type: kind }) => (kind === 'notice' ? 'notice' : displayName))).toEqual([
			'notice',
			'Base URL',
			'Client ID',
			'Client Secret',
			'Separate Base URLs per API Area',
			'Content Base URL',
			'Reference Data Base URL',
			'Bookings (Read Reservation) Base URL',
			'Search Base URL',
			'PMS Base URL',
			'PMS Analytics Base URL',
			'PMS Integration Storage Base URL',
			'Reviews Base URL',
			'Allow Unencrypted HTTP',
			'notice',
			'Allowed HTTP Request Domains',
			'Allowed Domains',
		]);
	});

	it("hides every part of n8n's OAuth2 form that has one right value here", () => {
		const hidden = type.properties.filter((property) => property.type === 'hidden');
		expect(Object.fromEntries(hidden.map((property) => [property.name, property.default]))).toMatchObject({
			grantType: 'clientCredentials',
			authentication: 'body',
			scope: '',
			sendAdditionalBodyProperties: false,
			useDynamicClientRegistration: false,
		});
	});

	it("requires the pair, and keeps the secret out of sight, as n8n's own fields that follow it", () => {
		const field = (wanted: string) => type.properties.find(({ name }) => name === wanted);
		expect(['baseUrl', 'apiClientId', 'apiClientSecret'].map((name) => field(name)?.required)).toEqual([
			true,
			true,
			true,
		]);
		const secrets = type.properties.filter(({ typeOptions }) => typeOptions?.password === true);
		expect(secrets.map(({ name }) => name)).toEqual(['clientSecret', 'apiClientSecret']);
		expect([field('clientId')?.type, field('clientSecret')?.type]).toEqual(['hidden', 'hidden']);
	});

	it('translates the text n8n shows for a wrong pair', () => {
		const notice = shown.find(({ type: kind }) => kind === 'notice');
		expect(notice?.displayName).toContain('not authorized to request an authorization code');
		expect(notice?.displayName).toContain('the Client ID or Client Secret is wrong');
		expect(notice?.displayName).not.toContain('space');
	});
});

describe('the token address', () => {
	it.each(baseUrls)('%s', async (_, baseUrl, expected) => {
		const credential = { baseUrl, apiClientId: 'id', apiClientSecret: 'secret' };
		const decrypted = await harness(new PartnerHotelBookings(), { credential }).decrypted();
		expect(decrypted.accessTokenUrl).toBe(`${expected}/auth/token`);
	});

	it.each(refusedBaseUrls)('is none that can be asked for %s', async (baseUrl) => {
		const credential = { baseUrl, apiClientId: 'id', apiClientSecret: 'secret' };
		const decrypted = await harness(new PartnerHotelBookings(), { credential }).decrypted();
		expect(decrypted.accessTokenUrl).toBe('refused-base-url:/auth/token');
	});

	it('may be unencrypted where the credential allows it', async () => {
		const credential = { baseUrl: 'http://hotel.example', apiClientId: 'id', apiClientSecret: 's' };
		const allowed = { ...credential, allowUnencryptedHttp: true };
		const decrypted = await harness(new PartnerHotelBookings(), { credential: allowed }).decrypted();
		expect(decrypted.accessTokenUrl).toBe('http://hotel.example/auth/token');
	});
});

describe('other nodes of n8n', () => {
	it('get no token of this credential unless its owner says so', () => {
		const field = type.properties.find(({ name }) => name === 'allowedHttpRequestDomains');
		expect(field?.default).toBe('none');
	});

	it("have the fields that n8n itself would add, with n8n's values", () => {
		const plain = type.properties.filter(({ name }) => !name.startsWith('allowed'));
		const added = injectDomainRestrictionFields({ ...type, properties: plain }).slice(plain.length);
		const values = (fields: INodeProperties[]) =>
			fields.map(({ name, type: kind, options, displayOptions }) => ({
				name,
				kind,
				values: options?.map((option) => 'value' in option && option.value),
				displayOptions,
			}));
		const ours = type.properties.filter(({ name }) => added.some((field) => field.name === name));
		expect(added).toHaveLength(2);
		expect(values(ours)).toEqual(values(added));
		expect(injectDomainRestrictionFields(type)).toEqual(type.properties);
	});
});
