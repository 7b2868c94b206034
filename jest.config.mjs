import { bundledModules } from './test/support/n8nBundle.mjs';

/** @type {import('jest').Config} */
export default {
	testEnvironment: '<rootDir>/test/support/n8nEnvironment.mjs',
	moduleNameMapper: bundledModules,
	roots: ['test', 'packages/sandbox/test', 'packages/simulator/test', 'packages/workbench/test'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/packages/workbench/test/e2e/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.test.json', diagnostics: false }],
		'^.+\\.mts$': '<rootDir>/test/support/jestModules.mjs',
	},
	globalSetup: '<rootDir>/test/support/n8nBundle.mjs',
	// Ends a test that hangs. How fast the machine is, no test asks.
	testTimeout: 120_000,
	// The tests wait for the sandbox most of the time: more of them than there are cores.
	maxWorkers: 8,
	// So that the message about workers that do not end tells of a leak, not of a busy machine.
	workerGracefulExitTimeout: 10_000,
};
