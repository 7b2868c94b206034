import * as ts from 'typescript';

import { readText } from './files';

/** What a string literal, a template, or any of several strings can say; what is put in is `…`. */
function textsOf(node: ts.Node): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node)) {
		const rest = node.templateSpans.map(({ literal }) => `…${literal.text}`);
		return [node.head.text + rest.join('')];
	}
	if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
	const inner: string[] = [];
	ts.forEachChild(node, (child) => void inner.push(...textsOf(child)));
	return inner;
}

function everyNode(files: readonly string[], visit: (node: ts.Node) => void): void {
	const walk = (node: ts.Node) => {
		visit(node);
		ts.forEachChild(node, walk);
	};
	for (const file of files) walk(ts.createSourceFile(file, readText(file), ts.ScriptTarget.ESNext, true));
}

/** The texts in each `new <name>(…)` of the files, by argument. */
export function textsOfErrors(files: readonly string[], name: string): string[][][] {
	const found: string[][][] = [];
	everyNode(files, (node) => {
		if (ts.isNewExpression(node) && node.expression.getText() === name)
			found.push((node.arguments ?? []).map(textsOf));
	});
	return found;
}

/** The texts that operations have for failures, which are objects with a message and a description. */
export function errorTexts(files: readonly string[]): Array<{ messages: string[]; descriptions: string[] }> {
	const found: Array<{ messages: string[]; descriptions: string[] }> = [];
	everyNode(files, (node) => {
		if (!ts.isObjectLiteralExpression(node)) return;
		const texts = (name: string) =>
			node.properties.flatMap((property) =>
				property.name?.getText() === name && ts.isPropertyAssignment(property)
					? textsOf(property.initializer)
					: [],
			);
		const [messages, descriptions] = [texts('message'), texts('description')];
		if (messages.length > 0 && descriptions.length > 0) found.push({ messages, descriptions });
	});
	return found;
}
