/** What tests and nodes import of n8n. */
const N8N = '(@n8n/client-oauth2|luxon|n8n-core|n8n-workflow)/';

/** @type {import('jest').Config} */
export default {
	testEnvironment: '<rootDir>/test/support/n8nEnvironment.mjs',
	testSequencer: '<rootDir>/test/support/longestFirst.mjs',
	roots: ['test', 'packages/sandbox/test', 'packages/simulator/test', 'packages/workbench/test'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/packages/workbench/test/e2e/'],
	transform: {
		[`/node_modules/${N8N}`]: '<rootDir>/test/support/n8nModules.mjs',
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.test.json', diagnostics: false }],
		'^.+\\.mts$': '<rootDir>/test/support/jestModules.mjs',
	},
	transformIgnorePatterns: [`/node_modules/(?!${N8N})`],
	// Ends a test that hangs. How fast the machine is, no test asks.
	testTimeout: 120_000,
	// More than two cores have, for some tests wait by the clock; each more loads n8n and a host of sandboxes once more.
	maxWorkers: 4,
	// So that the message about workers that do not end tells of a leak, not of a busy machine.
	workerGracefulExitTimeout: 10_000,
};
