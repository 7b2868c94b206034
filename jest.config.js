/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }],
		'^.+\\.mts$': '<rootDir>/tools/testing/jestModules.mjs',
	},
	globalSetup: '<rootDir>/test/support/sandboxHosts.ts',
	// Ends a test that hangs. How fast the machine is, no test asks.
	testTimeout: 120_000,
	// The tests wait for the sandbox most of the time: more of them than there are cores.
	maxWorkers: 8,
};
