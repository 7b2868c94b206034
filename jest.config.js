/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }],
		'^.+\\.mts$': '<rootDir>/scripts/lib/jestModules.mjs',
	},
	testTimeout: 30_000,
	// The tests wait for the sandbox most of the time: more of them than there are cores.
	maxWorkers: 4,
};
