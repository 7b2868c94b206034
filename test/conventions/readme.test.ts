import type { INodeType } from 'n8n-workflow';

import * as exposed from '../../index';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import { filesBelow, load, readText } from '../support/files';

const readme = readText('README.md');
const nodes = Object.entries(exposed)
	.filter(([name]) => !name.endsWith('Api'))
	.map(([className, NodeClass]) => [className, (new NodeClass() as INodeType).description] as const);

describe('the README', () => {
	const rows = nodes.flatMap(([className, { displayName }]) =>
		filesBelow(`nodes/${className}`, 'resources/index.ts')
			.flatMap((file) => load(file).resources as Resource[])
			.map(({ option, operations }) => {
				const names = operations.map((operation) => operation.option.name).sort();
				return `| ${displayName} | ${option.name} | ${names.join(' · ')} |`;
			}),
	);
	const listed = readme.split('\n').filter((line) => /^\| Partner Hotel (?![\w ]*Trigger \|)/.test(line));

	it('lists every operation of every resource, and none that does not exist', () => {
		expect(listed.map(sortedOperations).sort()).toEqual([...rows].sort());
	});

	it.each(nodes)('describes %s', (_, { displayName }) => {
		expect(readme).toContain(displayName);
	});

	it('begins with what a hotelier gets, in pictures; commands of developers come last', () => {
		const firstScreen = readme.slice(0, readme.indexOf('## Installation'));
		expect(firstScreen.match(/<picture>/g)).toHaveLength(4);
		expect(firstScreen).not.toContain('npm ');
		const forDevelopers = readme.slice(readme.indexOf('## Try it without a hotel'));
		for (const command of ['npm start -- --check', 'npm test']) expect(forDevelopers).toContain(command);
	});

	it('names only commands that exist', () => {
		const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
		const named = [
			...readme.matchAll(
				/npm (?:run )?(start|dev|test(?::e2e)?|sandbox|bench|chaos|simulate|mutation|lint(?::fix)?|format|build|docs)\b/g,
			),
		].map(([, name]) => name ?? '');
		expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...new Set(named)]));
	});
});

function sortedOperations(row: string): string {
	const [, node, resource, operations = ''] = row.split('|').map((cell) => cell.trim());
	return `| ${node} | ${resource} | ${operations.split(' · ').sort().join(' · ')} |`;
}
