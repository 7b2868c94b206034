import { CLAIMS, exitCodeOf, missingClaims, noClaims, sumOfClaims } from '../src/claims.mts';

const reached = Object.fromEntries(CLAIMS.map((claim) => [claim, 1])) as ReturnType<typeof noClaims>;
const standard = { isRepeatable: true, isStandard: true };

describe('what a run claims to have reached', () => {
	it('is counted over all worlds', () => {
		const [first, second] = CLAIMS;
		const sum = sumOfClaims([{ [first]: 2 }, { [first]: 1, [second]: 4 }]);
		expect([sum[first], sum[second]]).toEqual([3, 4]);
	});

	it('is complete when each was reached once', () => {
		expect(missingClaims(reached)).toEqual([]);
		expect(exitCodeOf({ findings: [], claims: reached }, standard)).toBe(0);
	});

	it.each(CLAIMS)('fails a standard run that never saw %s', (claim) => {
		const claims = { ...reached, [claim]: 0 };
		expect(missingClaims(claims)).toEqual([claim]);
		expect(exitCodeOf({ findings: [], claims }, standard)).toBe(1);
	});

	it('is not asked of a single world', () => {
		expect(exitCodeOf({ findings: [], claims: noClaims() }, { ...standard, isStandard: false })).toBe(0);
	});

	it('does not make good for a broken rule, or for a world that was another the second time', () => {
		const finding = { world: '1', rule: 'writes', text: '', after: '1 h' };
		expect(exitCodeOf({ findings: [finding], claims: reached }, standard)).toBe(1);
		expect(exitCodeOf({ findings: [], claims: reached }, { ...standard, isRepeatable: false })).toBe(1);
	});
});
