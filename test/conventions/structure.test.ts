import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as exposed from '../../index';
import type { AnyOperation, Resource } from '../../nodes/shared/operation/defineOperation';
import { fileExists, filesBelow, load, readText } from '../support/files';

interface Package {
	name: string;
	dependencies?: object;
	peerDependencies: object;
	n8n: { strict: boolean; nodes: string[]; credentials: string[] };
}

const pkg = JSON.parse(readText('package.json')) as Package;
const sources = [...filesBelow('nodes', '.ts'), ...filesBelow('credentials', '.ts')];
const nodes = Object.entries(exposed)
	.filter(([name]) => !name.endsWith('Api'))
	.map(([className, NodeClass]) => [className, (new NodeClass() as INodeType).description] as const);
const resourceLists = filesBelow('nodes', 'resources/index.ts').map(
	(file) => load(file).resources as Resource[],
);
const listed = resourceLists.flat().flatMap(({ operations }) => operations);

describe('the package', () => {
	it('has no run-time dependencies and asks only for n8n-workflow', () => {
		expect(pkg.dependencies).toBeUndefined();
		expect(pkg.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(pkg.n8n.strict).toBe(true);
	});

	it('registers every node and credential there is', () => {
		const expected = (files: string[]) => files.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
		expect(pkg.n8n.nodes).toEqual(expected(filesBelow('nodes', '.node.ts')));
		expect(pkg.n8n.credentials).toEqual(expected(filesBelow('credentials', '.credentials.ts')));
	});

	it('imports at run time only what n8n provides', () => {
		const imported = sources.flatMap((file) =>
			[...readText(file).matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
		);
		expect([...new Set(imported)].sort()).toEqual(['crypto', 'luxon', 'n8n-workflow']);
	});
});

describe('operations', () => {
	const files = filesBelow('nodes', '.operation.ts');

	it.each(files)('%s exports one operation under its own name, and its resource lists it', (file) => {
		const name = file.split('/').at(-1)?.replace('.operation.ts', '') ?? '';
		expect(Object.keys(load(file))).toEqual([name]);
		expect(listed).toContain(load(file)[name] as AnyOperation);
	});

	it('there are as many files as listed operations', () => {
		expect(listed).toHaveLength(files.length);
	});

	it.each(resourceLists.flat().map((resource) => [resource.option.name, resource] as const))(
		'%s: values, names and actions are unique',
		(_, { operations }) => {
			for (const key of ['value', 'name', 'action'] as const) {
				const values = operations.map(({ option }) => option[key]);
				expect(new Set(values).size).toBe(values.length);
			}
		},
	);

	it.each(listed.map((operation) => [operation.option.action, operation] as const))(
		'"%s": each parameter has a name of its own',
		(_, { parameters }) => {
			const names = parameters.map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
		},
	);
});

describe('operations on several items', () => {
	it('are told apart: those that change something, one after the other, and those that only read', () => {
		const writes = listed.filter(({ readOnly }) => readOnly !== true).map(({ option }) => option.value);
		expect(writes.sort()).toEqual([
			'assignRoom',
			'assignRooms',
			'checkIn',
			'checkOut',
			'create',
			'processPayment',
			'processRefund',
			'updateBirthCountry',
			'updateIdentityDocument',
			'uploadDocumentScans',
		]);
	});
});

describe('requests', () => {
	it('only the transport calls the HTTP helpers of n8n', () => {
		const callers = sources.filter((file) => /helpers\s*\.\s*(http|request)/i.test(readText(file)));
		expect(callers).toEqual(['nodes/shared/transport/authenticated.ts']);
	});
});

describe('texts', () => {
	/** n8n replaces a message that contains one of these, even inside another word. */
	const reserved =
		/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

	it.each(sources)('%s: no message contains a word that n8n would replace', (file) => {
		const code = readText(file).replace(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, '');
		const texts = [...code.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , text]) => text ?? '');
		expect(texts.filter((text) => text.includes(' ') && reserved.test(text))).toEqual([]);
	});

	it.each(
		nodes.flatMap(([className, { properties }]) =>
			fields(properties).map((field) => [className, field.name, field] as const),
		),
	)('%s: %s says what it is for', (_, __, field) => {
		const plain = ['resource', 'operation', 'returnAll', 'limit', 'filters', 'options'].includes(field.name);
		expect(
			plain ||
				(field.description ?? '').length > 10 ||
				['collection', 'notice'].includes(field.type) ||
				field.type === 'notice',
		).toBe(true);
	});
});

describe('a date', () => {
	const dates = nodes.flatMap(([className, { properties }]) =>
		fields(properties)
			.filter(({ type }) => type === 'dateTime')
			.map((field) => [className, field.name, field] as const),
	);

	/** The picker empties its field when something else is typed. */
	it.each(dates)('%s: %s has an example that its picker accepts', (_, __, { typeOptions, placeholder }) => {
		const example = typeOptions?.dateOnly
			? /^e\.g\. \d{4}-\d\d-\d\d$/
			: /^e\.g\. \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
		if (placeholder !== undefined) expect(placeholder).toMatch(example);
	});
});

describe('files beside a node', () => {
	it.each(nodes)(
		'%s has a codex file and light and dark icons of a few KB',
		(className, description: INodeTypeDescription) => {
			const codex = JSON.parse(readText(`nodes/${className}/${className}.node.json`)) as { node: string };
			expect(codex.node).toBe(`${pkg.name}.${description.name}`);
			const icon = description.icon as { light: string; dark: string };
			for (const file of [icon.light, icon.dark].map((path) => path.replace('file:..', 'nodes'))) {
				expect(fileExists(file)).toBe(true);
				expect(readText(file).length).toBeLessThan(4096);
			}
		},
	);
});

function fields(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...((property.options ?? []) as INodeProperties[])]
			: [property],
	);
}
