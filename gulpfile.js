const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

/** Builds the package into dist/: `npm run build`. */

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** With TypeScript 7, which emits what TypeScript 5 does, and sooner. */
function compile() {
	return spawn(process.execPath, ['node_modules/typescript-native/bin/tsc'], { stdio: 'inherit' });
}

/** Icons, and the codex files by which n8n files the nodes. */
function copy() {
	const files = ['credentials', 'nodes'].map((folder) => `${folder}/**/*.{svg,node.json}`);
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = series(clean, parallel(compile, copy));
