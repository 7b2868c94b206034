import * as ts from 'typescript';

import { readText } from './files';

/** The names of the members that an interface of a source file declares itself. */
export function membersOf(file: string, name: string): string[] {
	const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.ESNext, true);
	const found = source.statements.find(
		(statement): statement is ts.InterfaceDeclaration =>
			ts.isInterfaceDeclaration(statement) && statement.name.text === name,
	);
	if (!found) throw new Error(`${file} has no interface ${name}`);
	return found.members.flatMap((member) => (member.name ? [member.name.getText(source)] : []));
}
