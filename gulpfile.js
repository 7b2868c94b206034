const { dest, parallel, src } = require('gulp');

/** Icons beside the compiled code that names them. */
function icons() {
	return src(['nodes/**/*.svg', 'credentials/**/*.svg'], { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Codex files: what n8n's node search knows of a node. */
function codex() {
	return src('nodes/**/*.node.json', { base: '.' }).pipe(dest('dist'));
}

module.exports = { default: parallel(icons, codex), icons, codex };
