import { grantedAccesses } from '../../../nodes/shared/transport/accessToken';

function token(claims: unknown): string {
	const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
	return [part({ alg: 'RS256' }), part(claims), 'signature'].join('.');
}

const unreadable: Array<[string, unknown]> = [
	['no token', undefined],
	['a number', 7],
	['an empty text', ''],
	['a token that is no JWT', 'opaque'],
	['a second part that is not JSON', 'header.%%%.signature'],
	['claims that are null', token(null)],
	['claims that lack it', token({ sub: 'client' })],
];

describe('what an access token grants', () => {
	it.each<[string, unknown, string[]]>([
		['the names in api_accesses', ['content', 'pms'], ['content', 'pms']],
		['only texts', ['content', 7, null, { name: 'pms' }], ['content']],
		['nothing, where the list is empty', [], []],
	])('%s', (_, accesses, expected) => {
		expect(grantedAccesses(token({ api_accesses: accesses }))).toEqual(expected);
	});

	it('reads names that only base64url can carry', () => {
		// "?>" and "ÿ" give characters that differ between base64 and base64url.
		expect(grantedAccesses(token({ api_accesses: ['?>?>?>', 'ÿÿÿ'] }))).toEqual(['?>?>?>', 'ÿÿÿ']);
	});

	it.each([...unreadable, ['a text in place of the list', token({ api_accesses: 'content' })]])(
		'is not known of %s',
		(_, unknown) => {
			expect(grantedAccesses(unknown)).toBeUndefined();
		},
	);
});
