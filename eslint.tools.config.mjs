// The second lint step: development-only code (`.mts`, `.mjs`), which n8n's stock rules do not cover.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const nodeGlobals = [
	'AbortController',
	'AbortSignal',
	'Buffer',
	'clearTimeout',
	'console',
	'fetch',
	'process',
	'setTimeout',
	'URL',
];

const browserGlobals = [
	'addEventListener',
	'clearTimeout',
	'document',
	'DOMParser',
	'EventSource',
	'fetch',
	'FormData',
	'history',
	'HTMLDialogElement',
	'HTMLIFrameElement',
	'location',
	'setTimeout',
	'URL',
	'URLSearchParams',
];

export default tseslint.config(
	{ ignores: ['**/dist/**', 'runtime/**', 'node_modules/**', '.*/**', 'coverage/**'] },
	{ files: ['**/*.mts', '**/*.mjs', '**/*.js'], extends: [js.configs.recommended] },
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommended],
		rules: {
			'no-console': 'off',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: ['**/*.mjs', '**/*.js'],
		languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
	},
	{
		files: ['packages/sandbox/assets/*.js'],
		languageOptions: { globals: Object.fromEntries(browserGlobals.map((name) => [name, 'readonly'])) },
	},
	{
		files: ['gulpfile.js', 'packages/workbench/src/mutation/*.js'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { exports: 'writable', module: 'writable', require: 'readonly' },
		},
	},
);
