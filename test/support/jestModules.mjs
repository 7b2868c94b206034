import ts from 'typescript';

/** Lets jest's tests, which are CommonJS, import the pure parts of the commands, which are ECMAScript modules. */
export default {
	process(text, path) {
		const { outputText } = ts.transpileModule(text, {
			// Under its own name it would stay an ECMAScript module.
			fileName: path.replace(/\.mts$/, '.ts'),
			compilerOptions: {
				module: ts.ModuleKind.CommonJS,
				target: ts.ScriptTarget.ES2022,
				inlineSourceMap: true,
			},
		});
		return { code: outputText };
	},
};
