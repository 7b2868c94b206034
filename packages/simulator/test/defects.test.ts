import { DEFECTS } from '../src/defects/catalogue.mts';
import { huntsAsMarkdown, type Hunt } from '../src/defects/report.mts';
import { DefectBuilder } from '../src/defects/defectBuilder.mts';
import { filesBelow } from '../../../test/support/files';

const names = DEFECTS.map(({ name }) => name);

/** The first one compiles everything: minutes on a busy machine. */
const MAX_MS = 180_000;

describe('the patches of defects', () => {
	let builder: DefectBuilder;
	beforeAll(async () => {
		builder = await DefectBuilder.open('.');
	});
	afterAll(async () => await builder.close());

	it(
		'apply and compile',
		async () => {
			const mistakesOf = async (...some: string[]) =>
				await builder.check(...some).catch((error: Error) => [error.message]);
			const groups = await builder.independentGroups(names);
			expect(groups.flat().sort()).toEqual([...names].sort());
			const found: unknown[] = [];
			for (const group of groups) {
				// Together they take a fraction of the time. Where something is wrong, each is looked at alone.
				if ((await mistakesOf(...group)).length === 0) continue;
				for (const name of group) found.push(...(await mistakesOf(name)).map((text) => [name, text]));
			}
			expect(found).toEqual([]);
		},
		MAX_MS,
	);

	it.each(names)('%s says what it puts back', async (name) => {
		expect(await builder.titleOf(name)).toMatch(/^[A-Z].+\.$/);
	});

	it('leave the copy as it was, also when one does not apply', async () => {
		const [first = ''] = names;
		await expect(builder.check(first, first)).rejects.toThrow('patch does not apply');
		expect(await builder.check(first)).toEqual([]);
	});

	it('are all looked for', () => {
		const files = filesBelow('packages/simulator/src/defects', '.patch').sort();
		expect(files).toEqual(names.map((name) => `packages/simulator/src/defects/${name}.patch`).sort());
	});
});

describe('the report of a hunt', () => {
	const plan = { seed: 1, world: 3, worlds: 8, hours: 24, hotels: 5, calm: false, without: [] };
	const found = { plan, rule: 'writes', text: 'written twice', afterMs: 95 * 60_000 };
	const hunts: Hunt[] = [
		{ defect: 'one', title: 'It pays twice.', found },
		{ defect: 'two', title: 'It sleeps.', whyNotFound: 'No rule was broken in 8 worlds.' },
		{ defect: '', title: 'It rounds.', whyNotFound: 'No rule looks at amounts.' },
	];

	it('counts only the defects that were put back', () => {
		expect(huntsAsMarkdown(hunts)).toContain('1 of 2 are found.');
	});

	it('tells where each was found, and why others were not', () => {
		const lines = huntsAsMarkdown(hunts).split('\n');
		expect(lines).toContain('| It pays twice. | writes | 3 | 1 h 35 min |');
		expect(lines).toContain('| It sleeps. | No rule was broken in 8 worlds. |');
		expect(lines).toContain('| It rounds. | No rule looks at amounts. |');
	});
});
