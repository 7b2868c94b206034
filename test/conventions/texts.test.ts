import type { INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeType } from 'n8n-workflow';

import * as exposed from '../../index';

/** n8n's UX guidelines for community nodes, as far as a program can check them. */
const nodes = Object.entries(exposed)
	.filter(([name]) => !name.endsWith('Api'))
	.map(([className, NodeClass]) => [className, (new NodeClass() as INodeType).description] as const);

/** Parameters with the fields of their collections. */
function withFields(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const { type, options = [] } = property;
		if (type === 'collection') return [property, ...withFields(options as INodeProperties[])];
		if (type !== 'fixedCollection') return [property];
		return [property, ...(options as INodePropertyCollection[]).flatMap(({ values }) => withFields(values))];
	});
}

const credential = new exposed.PartnerHotelOAuth2Api().properties.filter(({ type }) => type !== 'hidden');
const parameters = [
	...nodes.flatMap(([className, { properties }]) =>
		withFields(properties).map((parameter) => [`${className} ${parameter.name}`, parameter] as const),
	),
	...credential.map((field) => [`credential ${field.name}`, field] as const),
];
const operations = parameters
	.filter(([, { name }]) => name === 'operation')
	.flatMap(([, { options }]) => options as INodePropertyOptions[]);
const texts = parameters.flatMap(([where, { description, hint, options = [], type }]) =>
	[
		...(type === 'notice' ? [] : [description, hint]),
		...options.map((option) => ('description' in option ? option.description : undefined)),
	]
		.filter((text) => text !== undefined)
		.map((text) => [where, text] as const),
);

/** Those that come again in several operations, once. */
function once<T>(cases: ReadonlyArray<readonly [string, T]>, key: (value: T) => string): Array<[string, T]> {
	return [...new Map(cases.map(([where, value]) => [key(value), [where, value] as [string, T]])).values()];
}

const fieldKey = ({ name, description, placeholder }: INodeProperties) =>
	`${name} ${description} ${placeholder}`;

describe('fields', () => {
	const toFill = parameters.filter(([, { type, default: value }]) => type === 'string' && value === '');

	it.each(once(toFill, fieldKey))('%s shows an example', (_, { placeholder }) => {
		expect(placeholder).toMatch(/^(e\.g\. \S|Same as )/);
	});

	it.each(
		once(
			parameters.filter(([, { type }]) => type === 'resourceLocator'),
			fieldKey,
		),
	)('%s offers the list first, and an example of an ID', (_, { default: value, modes = [] }) => {
		expect(modes[0]?.name).toBe('list');
		expect(value).toMatchObject({ mode: 'list' });
		for (const { type, placeholder } of modes)
			if (type === 'string') expect(placeholder).toMatch(/^e\.g\. \S/);
	});

	it.each(
		once(
			parameters.filter(([, { type }]) => ['collection', 'fixedCollection'].includes(type)),
			fieldKey,
		),
	)('%s says what is added', (_, { placeholder }) => {
		expect(placeholder).toMatch(/^Add \S/);
	});

	it.each(
		once(
			parameters.filter(([, { type }]) => type === 'boolean'),
			fieldKey,
		),
	)('%s asks whether', (_, { description }) => {
		expect(description).toMatch(/^Whether /);
	});

	it.each(
		once(
			parameters.filter(([where, { type }]) => type !== 'notice' && !where.startsWith('credential')),
			fieldKey,
		),
	)('%s has a label that fits the panel', (_, { displayName }) => {
		expect(displayName.length).toBeLessThanOrEqual(31);
	});
});

describe('descriptions', () => {
	const about = once(texts, (text) => text);
	const labels = [...new Set(parameters.map(([, { displayName }]) => displayName))].filter((label) =>
		label.includes(' '),
	);

	it.each(about)('%s: "%s" ends as n8n wants it', (_, text) => {
		const plain = text.replace(/e\.g\./g, 'for example');
		expect(plain.endsWith('.')).toBe(/[.!?] [A-Z]/.test(plain));
	});

	it.each(about)('%s: "%s" quotes the parameters it names', (where, text) => {
		const unquoted = labels.filter((label) => new RegExp(`(?<!['\\w])${label}(?!['\\w])`).test(text));
		expect([where, unquoted]).toEqual([where, []]);
	});
});

describe('operations', () => {
	it.each(operations)(
		'$action: no articles, a sentence without capitals, and a longer description',
		(operation) => {
			const { action = '', name, description = '' } = operation;
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			expect(action.slice(1)).toBe(action.slice(1).toLowerCase());
			expect(description.length).toBeGreaterThan(name.length + 10);
		},
	);
});

describe('on the canvas', () => {
	it.each(nodes.filter(([className]) => !className.endsWith('Trigger')))(
		'%s has a subtitle for every operation',
		(_, { subtitle = '', properties }) => {
			const resources = properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];
			for (const { name, value } of resources) {
				const select = properties.find(
					(property) =>
						property.name === 'operation' && property.displayOptions?.show?.resource?.includes(value),
				);
				for (const operation of select?.options as INodePropertyOptions[]) {
					expect(subtitle).toContain(`"${value}:${String(operation.value)}":"${name}: ${operation.name}"`);
				}
			}
		},
	);
});
