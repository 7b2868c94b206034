/* Lets jest load the development tools (`.mts`), which are ES modules, beside tests that are not. */
const { transpileModule, ModuleKind, ScriptTarget } = require('typescript');

module.exports = {
	process(source, path) {
		const { outputText } = transpileModule(source, {
			// By its own name the file would stay an ES module.
			fileName: path.replace(/\.mts$/, '.ts'),
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, inlineSourceMap: true },
		});
		return { code: outputText };
	},
};
