import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { Example, SentRequest } from './examples';
import { json, shortened } from './shortened';

const INTRODUCTION = `# Operations

The parameters of every operation, with a request and a response, on a page for each node. \`npm run docs\` generates
these files from the nodes; a test fails if they are out of date. Every example was run against the
[sandbox](sandbox.md): all names, numbers and prices are invented. Of several records only the first is shown, and \`…\`
marks omitted parts.

Parameters that an example does not name have their default. [How the nodes work](guide.md) explains how lists,
dates, output and errors work, and [The booking trigger](trigger.md) when each event fires.
`;

/** Where the page of a node is: *Docs* in n8n leads there, so the file keeps its name. */
export function pageOf(className: string): string {
	return `docs/operations/${className}.md`;
}

/** One operation, or the trigger, as the document shows it. */
interface Section {
	title: string;
	description: string;
	parameters: INodeProperties[];
	example: Example;
}

interface Part {
	className: string;
	title: string;
	description: string;
	/** What holds for every operation of the node. */
	ofNode: INodeProperties[];
	sections: Section[];
}

/** The texts by file: the contents, and a page per node with a section per operation. */
export function operationsDocuments(
	descriptions: ReadonlyArray<readonly [className: string, INodeTypeDescription]>,
	examples: ReadonlyMap<string, Example>,
): Map<string, string> {
	const parts = descriptions.map(([className, description]) => part(className, description, examples));
	return new Map([
		['docs/operations.md', [INTRODUCTION, contents(parts)].join('\n')],
		...parts.map((one): [string, string] => [pageOf(one.className), partText(one)]),
	]);
}

function part(
	className: string,
	{ displayName, description, properties }: INodeTypeDescription,
	examples: ReadonlyMap<string, Example>,
): Part {
	const about = { className, title: displayName, description };
	const resources = choices(properties.find(({ name }) => name === 'resource'));
	if (resources.length === 0) {
		const example = exampleOf(examples, className);
		const section = { title: displayName, description, parameters: properties, example };
		return { ...about, ofNode: [], sections: [section] };
	}
	const ofNode = properties.filter(
		({ name, displayOptions }) => name !== 'resource' && !displayOptions?.show,
	);
	const sections = resources.flatMap((resource) =>
		operationsOf(properties, resource.value).map((operation) => ({
			title: `${resource.name} → ${operation.name}`,
			description: operation.description ?? '',
			parameters: parametersOf(properties, resource.value, operation.value),
			example: exampleOf(examples, `${className} ${resource.value} ${operation.value}`),
		})),
	);
	return { ...about, ofNode, sections };
}

function exampleOf(examples: ReadonlyMap<string, Example>, key: string): Example {
	const example = examples.get(key);
	if (example && example.items.length > 0) return example;
	throw new Error(`'${key}' has no example that gives an item: add one in test/documents/examples.ts`);
}

function choices(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []) as INodePropertyOptions[];
}

const shows = ({ displayOptions }: INodeProperties, name: string, value: unknown) =>
	(displayOptions?.show?.[name] as unknown[] | undefined)?.includes(value) === true;

function operationsOf(
	properties: INodeProperties[],
	resource: INodePropertyOptions['value'],
): INodePropertyOptions[] {
	return choices(
		properties.find((property) => property.name === 'operation' && shows(property, 'resource', resource)),
	);
}

function parametersOf(
	properties: INodeProperties[],
	resource: unknown,
	operation: unknown,
): INodeProperties[] {
	return properties.filter(
		(property) => shows(property, 'resource', resource) && shows(property, 'operation', operation),
	);
}

function contents(parts: Part[]): string {
	const lines = parts.map(({ className, title, sections }) => {
		const page = pageOf(className).replace('docs/', '');
		const links = sections
			.filter((section) => section.title !== title)
			.map((section) => `[${section.title}](${page}#${anchorOf(section.title)})`);
		return `- ${[`[${title}](${page})`, ...links].join(' · ')}`;
	});
	return `${lines.join('\n')}\n`;
}

/** As GitHub makes the anchor of a heading. */
export function anchorOf(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}

function partText({ className, title, description, ofNode, sections }: Part): string {
	const notes = ofNode.filter(({ type }) => type === 'notice').map(({ displayName }) => `${displayName}\n`);
	const shared = ofNode.filter(({ type }) => type !== 'notice');
	return [
		`# ${title}\n`,
		`${sentence(description)}\n`,
		`![Output of ${title} in n8n's table](../images/tables/${className}.png)\n`,
		'How to read these tables and examples: [Operations](../operations.md).\n',
		...notes,
		...(shared.length > 0 ? [`Every operation of this node also takes:\n\n${table(shared)}`] : []),
		...sections.map((section) => sectionText(section, title)),
	].join('\n');
}

function sectionText({ title, description, parameters, example }: Section, partTitle: string): string {
	return [
		...(title === partTitle ? [] : [`## ${title}\n`, `${sentence(description)}\n`]),
		parameters.length > 0 ? table(parameters) : 'It takes no parameters.\n',
		`${enteredText(parameters, example.entered)}\n`,
		`${requestsText(example.requests)}\n`,
		`${answerText(example.items)}\n`,
		`\`\`\`json\n${json(shortened(example.items[0]))}\n\`\`\`\n`,
	].join('\n');
}

function requestsText(requests: readonly SentRequest[]): string {
	if (requests.length === 0) return 'No request is sent.';
	return `\`\`\`http\n${requests.map(requestText).join('\n\n')}\n\`\`\``;
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

function answerText({ length }: IDataObject[]): string {
	return length === 1 ? 'It gives one item:' : `It gives ${length} items, the first of them:`;
}

function table(parameters: INodeProperties[]): string {
	const rows = parameters.flatMap((parameter) => rowsOf(parameter, parameters, ''));
	return ['| Parameter | Required | Default | Description |', '|---|---|---|---|', ...rows, ''].join('\n');
}

/** A collection has a row for each of its fields, a fixed collection for each field of its groups. */
function rowsOf(parameter: INodeProperties, siblings: INodeProperties[], path: string): string[] {
	const { displayName, type, required } = parameter;
	if (type === 'notice') return [];
	if (type === 'collection') {
		const fields = (parameter.options ?? []) as INodeProperties[];
		return fields.flatMap((field) => rowsOf(field, fields, `${path}${displayName} → `));
	}
	if (type === 'fixedCollection') {
		const groups = (parameter.options ?? []) as INodePropertyCollection[];
		return groups.flatMap(({ values }) =>
			values.flatMap((field) => rowsOf(field, values, `${path}${displayName} → `)),
		);
	}
	const about = [parameter.description ?? '', offered(parameter), condition(parameter, siblings)];
	const cells = [
		`${path}${displayName}`,
		required ? 'yes' : '',
		defaultText(parameter),
		about.filter(Boolean).map(sentence).map(cell).join(' '),
	];
	return [`| ${cells.join(' | ')} |`];
}

function offered({ type, options }: INodeProperties): string {
	if (!['options', 'multiOptions'].includes(type) || !options?.length) return '';
	return `${type === 'options' ? 'One' : 'Any'} of: ${(options as INodePropertyOptions[]).map(({ name }) => name).join(', ')}`;
}

function condition({ displayOptions }: INodeProperties, siblings: INodeProperties[]): string {
	const own = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !['resource', 'operation'].includes(name),
	);
	const texts = own.map(([name, values]) => {
		const other = siblings.find((sibling) => sibling.name === name);
		const wanted = (values as unknown[]).map((value) => valueText(other, value)).join(' or ');
		return `${other?.displayName ?? name} is ${wanted}`;
	});
	return texts.length > 0 ? `Only if ${texts.join(' and ')}` : '';
}

function defaultText(parameter: INodeProperties): string {
	const { type, default: value } = parameter;
	if (type === 'resourceLocator' || value === '' || (Array.isArray(value) && value.length === 0)) return '';
	if (typeof value === 'string' && value.startsWith('=')) return `\`${value.slice(1)}\``;
	return cell(valueText(parameter, value));
}

/** A value in the words of the editor: the name of an option, on or off. */
function valueText(parameter: INodeProperties | undefined, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (Array.isArray(value)) return value.map((entry) => valueText(parameter, entry)).join(', ');
	const option =
		['options', 'multiOptions'].includes(parameter?.type ?? '') &&
		choices(parameter).find((one) => one.value === value);
	return option ? option.name : String(value);
}

function cell(text: string): string {
	return text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
}

function enteredText(parameters: INodeProperties[], entered: IDataObject): string {
	const values = Object.entries(entered).flatMap(([name, value]) =>
		enteredValues(
			parameters.find((parameter) => parameter.name === name),
			name,
			value,
		),
	);
	return values.length > 0 ? `With ${values.join(', ')}:` : 'With the defaults:';
}

function enteredValues(parameter: INodeProperties | undefined, name: string, value: unknown): string[] {
	const label = parameter?.displayName ?? name;
	if (parameter?.type === 'collection') {
		const fields = (parameter.options ?? []) as INodeProperties[];
		return Object.entries(value as IDataObject).flatMap(([field, entry]) =>
			enteredValues(
				fields.find((one) => one.name === field),
				field,
				entry,
			),
		);
	}
	if (parameter?.type === 'fixedCollection') {
		const [group] = (parameter.options ?? []) as INodePropertyCollection[];
		const rows = (value as IDataObject)[group?.name ?? ''] as IDataObject[];
		return rows.flatMap((row) =>
			Object.entries(row).flatMap(([field, entry]) =>
				enteredValues(
					group?.values.find((one) => one.name === field),
					field,
					entry,
				),
			),
		);
	}
	const plain = (value as { __rl?: true; value?: unknown }).__rl ? (value as IDataObject).value : value;
	return [`*${label}* \`${valueText(parameter, plain)}\``];
}

function requestText({ method, path, query, body }: SentRequest): string {
	const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
	const line = `${method} ${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
	return body === undefined ? line : `${line}\n\n${json(body)}`;
}
