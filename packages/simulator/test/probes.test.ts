import { PROBES, exitCodeOf, missedProbes, zeroCounts, sumOfProbes } from '../src/probes.mts';

const reached = Object.fromEntries(PROBES.map((probe) => [probe, 1])) as ReturnType<typeof zeroCounts>;
const standard = { isRepeatable: true, isStandard: true };

describe('what a run must have reached', () => {
	it('is counted over all worlds', () => {
		const [first, second] = PROBES;
		const sum = sumOfProbes([{ [first]: 2 }, { [first]: 1, [second]: 4 }]);
		expect([sum[first], sum[second]]).toEqual([3, 4]);
	});

	it('is complete when each was reached once', () => {
		expect(missedProbes(reached)).toEqual([]);
		expect(exitCodeOf({ findings: [], probes: reached }, standard)).toBe(0);
	});

	it.each(PROBES)('fails a standard run that never saw %s', (probe) => {
		const probes = { ...reached, [probe]: 0 };
		expect(missedProbes(probes)).toEqual([probe]);
		expect(exitCodeOf({ findings: [], probes }, standard)).toBe(1);
	});

	it('is not asked of a single world', () => {
		expect(exitCodeOf({ findings: [], probes: zeroCounts() }, { ...standard, isStandard: false })).toBe(0);
	});

	it('does not make good for a broken rule, or for a world that was another the second time', () => {
		const finding = { world: '1', rule: 'writes', text: '', after: '1 h' };
		expect(exitCodeOf({ findings: [finding], probes: reached }, standard)).toBe(1);
		expect(exitCodeOf({ findings: [], probes: reached }, { ...standard, isRepeatable: false })).toBe(1);
	});
});
