import { baseUrlExpression, normalizeBaseUrl } from '../../../nodes/shared/transport/baseUrl';
import { connectionOf, urlOf } from '../../../nodes/shared/transport/connection';
import { fillPath } from '../../../nodes/shared/transport/path';

import { baseUrls } from '../../support/baseUrls';

describe('base URLs', () => {
	it.each(baseUrls)('%s', (_, entered, expected) => {
		expect(normalizeBaseUrl(entered)).toBe(expected);
	});

	it('are an expression in the credential, which n8n evaluates', () => {
		expect(baseUrlExpression('$self["baseUrl"]')).toBe(
			'($self["baseUrl"] || "").replace(/\\s+/g, "")' +
				'.replace(/^(?!https?:\\/\\/)(?=localhost|127\\.|\\[::1\\])/i, "http://")' +
				'.replace(/^(?!https?:\\/\\/)/i, "https://")' +
				'.replace(/(?:\\/+api|\\/+auth(?:\\/+token)?)?\\/*$/i, "")',
		);
	});

	it('nothing entered stays nothing', () => {
		expect(normalizeBaseUrl('  ')).toBe('');
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
	const credential = { baseUrl: 'api.hotel.example/', clientId: ' id ', clientSecret: 'secret' };
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

	it('limits are counted by base URL and client id', () => {
		expect(connectionOf(credential).client).toBe('https://api.hotel.example id');
	});
});
