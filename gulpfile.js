const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src, watch } = require('gulp');

/** Builds the package into dist/: `npm run build`; and again at every change: `npm run build -- watch`. */

const FOLDERS = ['credentials', 'nodes'];
/** An editor saves several files at once. */
const SETTLE_MS = 500;

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** With TypeScript 7, which emits what TypeScript 5 does, and sooner. */
function compile() {
	return spawn(process.execPath, ['node_modules/typescript-native/bin/tsc'], { stdio: 'inherit' });
}

/** Icons, and the codex files by which n8n files the nodes. */
function copy() {
	const files = FOLDERS.map((folder) => `${folder}/**/*.{svg,node.json}`);
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

const build = series(clean, parallel(compile, copy));

function rebuildOnChange() {
	watch([...FOLDERS, 'index.ts', 'tsconfig.json'], { delay: SETTLE_MS }, build);
}

exports.default = build;
exports.watch = series(build, rebuildOnChange);
