import type { Resource } from '../../../nodes/shared/operation/defineOperation';
import { filesBelow, load, runScript } from '../../../test/support/files';

describe('the executions of the simulated worlds', () => {
	const offered = filesBelow('nodes', 'index.ts')
		.filter((file) => file.endsWith('/resources/index.ts'))
		.flatMap((file) => load(file).resources as Resource[])
		.flatMap(({ option, operations }) =>
			operations.map((operation) => `${option.value} ${operation.option.value}`),
		);

	it('are of every operation of every node', () => {
		const played = JSON.parse(runScript('packages/simulator/test/simulatedOperations.mjs', '')) as string[];
		expect([...new Set(played)].sort()).toEqual([...new Set(offered)].sort());
		expect(offered.length).toBeGreaterThan(50);
	});
});
