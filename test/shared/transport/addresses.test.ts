import { normalizeBaseUrl, refusalOf } from '../../../nodes/shared/transport/baseUrl';
import { connectionOf, issuedTo, limitedClient, urlOf } from '../../../nodes/shared/transport/connection';
import { fillPath } from '../../../nodes/shared/transport/path';

import { baseUrls, LOOPBACK, refusedBaseUrls } from '../../support/baseUrls';

describe('base URLs', () => {
	it.each(baseUrls)('%s', (_, entered, expected) => {
		expect(normalizeBaseUrl(entered)).toBe(expected);
	});

	it('nothing entered stays nothing', () => {
		expect(normalizeBaseUrl('  ')).toBe('');
	});

	it.each(refusedBaseUrls)('are refused where they must not be asked: %s', (entered, problem) => {
		expect(normalizeBaseUrl(entered)).toBe('refused-base-url:');
		expect(refusalOf(entered)).toContain(problem);
		expect(() => connectionOf({ baseUrl: entered })).toThrow(
			`'Base URL' ${refusalOf(entered)}, so nothing was`,
		);
		const areas = { useAreaBaseUrls: true, pmsBaseUrl: entered };
		expect(() => connectionOf({ baseUrl: 'api.hotel.example', ...areas })).toThrow("'PMS Base URL' ");
		expect(
			connectionOf({ baseUrl: 'api.hotel.example', ...areas, useAreaBaseUrls: false }).areaBaseUrls,
		).toEqual({});
	});

	it('with http are asked where the credential allows it, other refused ones are not', () => {
		const allowing = (baseUrl: string) => connectionOf({ baseUrl, allowUnencryptedHttp: true }).baseUrl;
		expect(allowing('http://api.hotel.example/')).toBe('http://api.hotel.example');
		expect(allowing('api.hotel.example')).toBe('https://api.hotel.example');
		for (const [entered, problem] of refusedBaseUrls) {
			if (!problem.includes('http')) expect(() => allowing(entered)).toThrow(problem);
		}
	});

	it('with http lead to this machine, as a program reads them that sends requests', () => {
		const hosts = [...LOOPBACK, ...refusedBaseUrls.map(([entered]) => entered)];
		const asked = hosts.map((entered) => normalizeBaseUrl(entered)).filter((url) => url.startsWith('http:'));
		expect(asked.map((url) => new URL(url).hostname)).toEqual(
			LOOPBACK.map(() => expect.stringMatching(/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/) as string),
		);
	});
});

describe('paths', () => {
	it.each([
		[
			'ids are put in',
			{ propertyId: '1024', number: '20260101-1024-7' },
			'/v1/properties/1024/bookings/20260101-1024-7',
		],
		[
			'special characters are encoded',
			{ propertyId: 'a&b=ç', number: 'x+y' },
			'/v1/properties/a%26b%3D%C3%A7/bookings/x%2By',
		],
		[
			'an identifier is one segment, as it came',
			{ propertyId: '..a b', number: ' 1/2%2F?#\n' },
			'/v1/properties/..a%20b/bookings/%201%2F2%252F%3F%23%0A',
		],
	])('%s', (_, values, expected) => {
		expect(fillPath('/v1/properties/{propertyId}/bookings/{number}', values)).toBe(expected);
	});

	it.each<[string, Record<string, string> | undefined, string]>([
		['was left empty', { propertyId: '' }, ''],
		['is not among the values', {}, ''],
		['has no values at all', undefined, ''],
	])('says what is missing when an id %s', (_, values, value) => {
		expect(() => fillPath('/v1/properties/{propertyId}', values)).toThrow(
			expect.objectContaining({
				parameter: 'propertyId',
				value,
				problem: 'is empty',
				advice: 'Choose it from the list or enter it.',
			}) as Error,
		);
	});

	it.each(['.', '..', '../x', 'a/./b', 'a\\..', 'a\ud800'])('%j cannot be an id', (propertyId) => {
		expect(() => fillPath('/v1/properties/{propertyId}', { propertyId })).toThrow(
			expect.objectContaining({
				name: 'ParameterError',
				parameter: 'propertyId',
				value: propertyId,
				problem: 'is not a valid identifier',
				advice: 'Enter it exactly as the hotel system shows it.',
			}) as Error,
		);
	});
});

describe('the address of a request', () => {
	const credential = { baseUrl: 'api.hotel.example/', apiClientId: ' id ', apiClientSecret: 'secret' };
	const request = { area: 'referenceData', method: 'GET', path: '/payment-methods' } as const;

	it('lies below the base URL', () => {
		expect(urlOf(connectionOf(credential), request)).toBe(
			'https://api.hotel.example/api/reference-data/payment-methods',
		);
	});

	it("lies below the area's own base URL where there is one", () => {
		const areas = { useAreaBaseUrls: true, referenceDataBaseUrl: 'ref.hotel.example//' };
		expect(urlOf(connectionOf({ ...credential, ...areas }), request)).toBe(
			'https://ref.hotel.example/api/reference-data/payment-methods',
		);
	});

	it('ignores an area address that was entered and switched off again', () => {
		const areas = { useAreaBaseUrls: false, referenceDataBaseUrl: 'ref.hotel.example' };
		expect(urlOf(connectionOf({ ...credential, ...areas }), request)).toContain('https://api.hotel.example/');
	});

	it('limits are counted by host and client ID, whatever the secret and the path', () => {
		const areas = { useAreaBaseUrls: true, pmsBaseUrl: 'https://PMS.hotel.example:443/gateway' };
		const connection = connectionOf({ ...credential, ...areas });
		expect(limitedClient(connection, 'bookings')).toBe('api.hotel.example id');
		expect(limitedClient(connection, 'pms')).toBe('pms.hotel.example id');
		expect(limitedClient(connectionOf({ ...credential, apiClientSecret: 'other' }), 'pms')).toBe(
			'api.hotel.example id',
		);
	});
});

describe('what is read with a credential', () => {
	const credential = { baseUrl: 'api.hotel.example', apiClientId: 'id', apiClientSecret: 'secret' };
	const { identity } = connectionOf(credential);
	const others = {
		'a wrong secret': { apiClientSecret: 'guessed' },
		'another client': { apiClientId: 'other' },
		'another address': { baseUrl: 'api.hotel.example/gateway' },
		'an area of its own': { useAreaBaseUrls: true, contentBaseUrl: 'content.example' },
	};

	it('is known to the same credential, however it is written', () => {
		const written = {
			baseUrl: ' https://api.hotel.example/ ',
			apiClientId: ' id',
			apiClientSecret: 'secret\n',
		};
		expect(connectionOf({ ...written, contentBaseUrl: 'unused.example' }).identity).toBe(identity);
	});

	it("is what was entered, whatever a host makes of n8n's own fields", () => {
		const own = { clientId: '={{ $vault.id }}', clientSecret: '={{ $vault.secret }}' };
		const connection = connectionOf({ ...credential, ...own });
		expect(connection.identity).toBe(identity);
		expect(connection.credential).toMatchObject({ clientId: 'id', clientSecret: 'secret' });
	});

	it.each(Object.entries(others))('is not known to one with %s', (_, changes) => {
		expect(connectionOf({ ...credential, ...changes }).identity).not.toBe(identity);
	});

	it('is remembered under a name that tells nothing', () => {
		expect(identity).toMatch(/^[\w+/]{43}=$/);
	});

	it('is read with the token of that credential alone', () => {
		const oauthTokenData = issuedTo(identity, { access_token: 'ours' });
		expect(connectionOf({ ...credential, oauthTokenData }).accessToken).toBe('ours');
		for (const changes of Object.values(others))
			expect(connectionOf({ ...credential, ...changes, oauthTokenData }).accessToken).toBeUndefined();
	});

	it('is not read with a token of which nobody knows for whom it was issued', () => {
		const oauthTokenData = { access_token: 'whose?' };
		expect(connectionOf({ ...credential, oauthTokenData }).accessToken).toBeUndefined();
	});
});
