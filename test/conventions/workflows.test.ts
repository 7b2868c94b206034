import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import * as exposed from '../../index';
import { filesBelow, readText } from '../support/files';

interface Workflow {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string; type: string; index: number }>>>>;
	settings: Record<string, unknown>;
	pinData: object;
}

const OWN = 'n8n-nodes-partner-hotel.';
const STICKY = 'n8n-nodes-base.stickyNote';
const NOTES = ['What it does', 'Fill in', 'When it fails'];
const STARTERS = 'starters/';
const MAX_NODES_OF_STARTER = 5;

/**
 * n8n's own nodes, in the newest versions that n8n 1.123 has, too. The end-to-end tests run them or let n8n check them.
 */
const FROM_N8N: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.4,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': 1.3,
	'@n8n/n8n-nodes-langchain.outputParserStructured': 1.3,
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.crypto': 1,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.emailSend': 2.1,
	'n8n-nodes-base.errorTrigger': 1,
	'n8n-nodes-base.executeWorkflow': 1.3,
	'n8n-nodes-base.executeWorkflowTrigger': 1.1,
	'n8n-nodes-base.filter': 2.3,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.googleSheets': 4.7,
	'n8n-nodes-base.html': 1.2,
	'n8n-nodes-base.httpRequest': 4.3,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.postgres': 2.6,
	'n8n-nodes-base.readWriteFile': 1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.slack': 2.3,
	'n8n-nodes-base.sort': 1,
	'n8n-nodes-base.switch': 3.4,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.telegram': 1.2,
	'n8n-nodes-base.twilio': 1,
	'n8n-nodes-base.whatsApp': 1.1,
	[STICKY]: 1,
	'n8n-nodes-base.stopAndError': 1,
};
/** What the parts of an Excel file are called: no address that is opened. */
const XML_NAMES = 'schemas.openxmlformats.org';
const WITH_CREDENTIAL =
	/partnerHotel|emailSend|postgres|googleSheets|lmChatOpenAi|slack|telegram|twilio|whatsApp/;
const STARTS = /Trigger$/;

const readme = readText('workflows/README.md');
const workflows = filesBelow('workflows', '.json').map((file) => {
	const text = readText(file);
	return { file: file.slice('workflows/'.length), text, workflow: JSON.parse(text) as Workflow };
});
const cases = workflows.map(({ file, ...rest }) => [file, rest] as const);
const isStarter = (file: string) => file.startsWith(STARTERS);
const starters = cases.filter(([file]) => isStarter(file));
const full = cases.filter(([file]) => !isStarter(file));

const ownTypes = new Map<string, INodeTypeDescription>();
for (const [name, Type] of Object.entries(exposed)) {
	if (name.endsWith('Api')) continue;
	const { description } = new Type() as INodeType;
	ownTypes.set(OWN + description.name, description);
	// n8n offers such a node to AI agents under a name of its own.
	if (description.usableAsTool) ownTypes.set(`${OWN}${description.name}Tool`, description);
}

/** A form and an HTTP request can also do without. */
function takesCredential({ type, parameters }: INode): boolean {
	const authentication = parameters.authentication ?? 'none';
	return WITH_CREDENTIAL.test(type) || (/formTrigger|httpRequest/.test(type) && authentication !== 'none');
}

function working({ nodes }: Workflow): INode[] {
	return nodes.filter(({ type }) => type !== STICKY);
}

function ownNodes(workflow: Workflow): Array<{ node: INode; type: INodeTypeDescription }> {
	return workflow.nodes.flatMap((node) => {
		const type = ownTypes.get(node.type);
		return type ? [{ node, type }] : [];
	});
}

function links({ connections }: Workflow) {
	return Object.entries(connections).flatMap(([from, kinds]) =>
		Object.values(kinds).flatMap((outputs) =>
			outputs.flatMap((targets, output) => targets.map((target) => ({ from, output, ...target }))),
		),
	);
}

describe('the folder of example workflows', () => {
	it('holds what the README lists, and nothing else', () => {
		const listed = [...readme.matchAll(/^\| \[([\w/-]+\.json)\]\(\1\)/gm)].map(([, file]) => file);
		expect(listed.sort()).toEqual(workflows.map(({ file }) => file).sort());
	});

	it('has workflows of different names', () => {
		const names = workflows.map(({ workflow }) => workflow.name);
		expect(new Set(names).size).toBe(names.length);
	});

	it('writes its Excel files in one way', () => {
		const codes = workflows.flatMap(({ workflow }) =>
			workflow.nodes
				.filter(({ name }) => name === 'Spreadsheet')
				.map(({ parameters }) => String(parameters.jsCode)),
		);
		const writers = codes.map((code) => code.slice(code.indexOf('// The file:')));
		expect(codes.length).toBeGreaterThan(2);
		expect(new Set(writers).size).toBe(1);
		expect(writers[0]).toMatch(/^\/\/ The file:/);
	});

	it('gives the table of PostgreSQL in the same words in both places', () => {
		const workflow = workflows.find(({ file }) => file === 'bookings-to-postgres.json')?.workflow;
		const create = workflow?.nodes.find(({ name }) => name === 'Create table');
		expect(create).toBeDefined();
		expect(readText('workflows/bookings-to-postgres.sql')).toContain(String(create?.parameters.query));
	});
});

describe('docs/workflows.md', () => {
	const gallery = readText('docs/workflows.md');
	const sections = new Map(
		[...gallery.matchAll(/^## (.+)\n([^]+?)(?=^## |(?![^]))/gm)].map(([, name = '', text = '']) => [
			name,
			text,
		]),
	);

	it('has a section for each full example, and no other', () => {
		expect([...sections.keys()].sort()).toEqual(full.map(([, { workflow }]) => workflow.name).sort());
	});

	it.each(full)(
		'names the files of %s, its picture and how many nodes are to be filled in',
		(file, { workflow }) => {
			const section = sections.get(workflow.name) ?? '';
			const name = file.replace(/\.json$/, '');
			const toFillIn = workflow.nodes.filter(
				(node) => takesCredential(node) || node.name === 'Settings',
			).length;
			expect(section).toContain(` | ${toFillIn} | `);
			expect(section).toContain(`(../workflows/${file})`);
			expect(section).toContain(`(images/workflows/${name}.png)`);
			expect(section.includes(`(../workflows/${STARTERS}${file})`)).toBe(
				starters.some(([starter]) => starter === STARTERS + file),
			);
		},
	);

	it.each(full)('leads to %s from a role', (_, { workflow }) => {
		expect(gallery.slice(0, gallery.indexOf('\n## '))).toContain(`[${workflow.name}](#`);
	});
});

describe.each(cases)('%s', (file, { text, workflow }) => {
	it('uses only nodes that exist, in a version that was tested', () => {
		const strange = workflow.nodes.filter(({ type, typeVersion }) =>
			ownTypes.has(type) ? ownTypes.get(type)?.version !== typeVersion : FROM_N8N[type] !== typeVersion,
		);
		expect(strange.map(({ name, type, typeVersion }) => `${name}: ${type} ${typeVersion}`)).toEqual([]);
	});

	it('lets an agent go on when its tool has failed, which n8n 1 otherwise does not', () => {
		const tools = ownNodes(workflow).filter(({ node }) => node.type.endsWith('Tool'));
		expect(tools.filter(({ node }) => node.onError !== 'continueRegularOutput')).toEqual([]);
	});

	it("gives this package's nodes only parameters and choices that they have and show", () => {
		const findings = ownNodes(workflow).flatMap(({ node, type }) =>
			unknownParameters(node, type).map((parameter) => `${node.name}: ${parameter}`),
		);
		expect(findings).toEqual([]);
	});

	it("gives this package's nodes valid values, and all that are required but the property to choose", () => {
		const findings = ownNodes(workflow).flatMap(({ node, type }) => {
			const filledIn = { ...node, parameters: withProperty(node.parameters) };
			const issues = NodeHelpers.getNodeParametersIssues(type.properties, filledIn, type)?.parameters ?? {};
			return Object.values(issues).flatMap((texts) => texts.map((issue) => `${node.name}: ${issue}`));
		});
		expect(findings).toEqual([]);
	});

	it('has nodes with ids and names of their own', () => {
		for (const field of ['id', 'name'] as const) {
			const values = workflow.nodes.map((node) => node[field]);
			expect(new Set(values).size).toBe(values.length);
		}
	});

	it('connects nodes that exist, and leaves none aside', () => {
		const names = working(workflow).map(({ name }) => name);
		const all = links(workflow);
		expect(names).toEqual(expect.arrayContaining(all.flatMap(({ from, node }) => [from, node])));
		const connected = new Set(all.flatMap(({ from, type, node }) => (type === 'main' ? [node] : [from])));
		const aside = working(workflow).filter(({ name, type }) => !connected.has(name) && !STARTS.test(type));
		expect(aside.map(({ name }) => name)).toEqual([]);
	});

	it('takes from a form what it asks for, by the labels of the fields', () => {
		for (const { parameters } of workflow.nodes.filter(({ type }) => type.endsWith('.formTrigger'))) {
			const fields = parameters.formFields as { values: Array<{ fieldLabel?: string; fieldName?: string }> };
			const taken = JSON.stringify(workflow.nodes.map((node) => node.parameters));
			const labels = [...taken.matchAll(/\$json\['([^']+)'\]/g)].map(([, label]) => label);
			// A hidden field has no label.
			expect(labels).toEqual(fields.values.map(({ fieldLabel, fieldName }) => fieldLabel ?? fieldName));
		}
	});

	it('refers in expressions only to nodes that exist', () => {
		const named = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name]) => name);
		expect(working(workflow).map(({ name }) => name)).toEqual(expect.arrayContaining(named));
	});

	it('does something with every item that leaves through an error output', () => {
		const silent = workflow.nodes.filter(
			({ name, onError }) =>
				onError === 'continueErrorOutput' &&
				!links(workflow).some(({ from, output }) => from === name && output === 1),
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('lists what to fill in, in its note and in the README', () => {
		const rowOf = (start: string) => readme.split('\n').find((line) => line.startsWith(start)) ?? '';
		const row = isStarter(file) ? rowOf(`| [${file}](${file})`) : rowOf(`| ${file} |`);
		const note = String(workflow.nodes.find(({ name }) => name === 'Fill in')?.parameters.content);
		const nodes = workflow.nodes.filter(takesCredential).map(({ name }) => `**${name}**`);
		const settings = settingsOf(workflow).map((name) => `\`${name}\``);
		for (const placeholder of [...nodes.slice(0, isStarter(file) ? 1 : undefined), ...settings]) {
			expect(row).toContain(placeholder);
		}
		for (const placeholder of [...nodes, ...settings]) expect(note).toContain(placeholder);
		if (nodes.length > 0 && !isStarter(file)) expect(row).toContain('credential');
	});

	it('holds no credential, no data of executions and no address of anybody', () => {
		expect(workflow.nodes.filter((node) => node.credentials !== undefined)).toEqual([]);
		expect(workflow.pinData).toEqual({});
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host ?? '');
		const mailDomains = [...text.matchAll(/[\w.-]+@([\w-]+\.[\w.-]+)/g)].map(([, domain]) => domain ?? '');
		const real = [...hosts, ...mailDomains].filter(
			(name) => !/(^|\.)example$/.test(name) && name !== XML_NAMES,
		);
		expect(real).toEqual([]);
		expect(text).not.toMatch(/xox[abp]-|Bearer |sk-[A-Za-z0-9]{10}|password/i);
	});
});

describe.each(starters)('%s', (file, { workflow }) => {
	it('has at most five nodes, one after the other, and one note', () => {
		const all = links(workflow);
		// What an agent uses hangs below it.
		const used = new Set(all.filter(({ type }) => type !== 'main').map(({ from }) => from));
		const nodes = working(workflow).filter(({ name }) => !used.has(name));
		expect(nodes.length).toBeLessThanOrEqual(MAX_NODES_OF_STARTER);
		expect(used.size).toBeLessThanOrEqual(MAX_NODES_OF_STARTER);
		expect(all.flatMap(({ from, type, node }) => (type === 'main' ? [[from, node]] : []))).toEqual(
			nodes.slice(1).map(({ name }, index) => [nodes[index]?.name, name]),
		);
		expect(workflow.nodes.filter(({ type }) => type === STICKY).map(({ name }) => name)).toEqual(['Fill in']);
	});

	it('is the beginning of a full example, which its note names', () => {
		const name = file.slice(STARTERS.length);
		const whole = full.find(([one]) => one === name)?.[1].workflow;
		expect(workflow.name).toBe(`${whole?.name}: starter`);
		const note = String(workflow.nodes.find(({ name: one }) => one === 'Fill in')?.parameters.content);
		expect(note).toContain(`*${whole?.name}* (${name})`);
	});

	it('gives Slack nothing of guests that Slack would take for a link or a call', () => {
		const slack = working(workflow).filter(({ type }) => type === 'n8n-nodes-base.slack');
		for (const { parameters } of slack) expect(parameters.text).toContain("'<': '&lt;'");
	});
});

describe.each(full)('%s', (file, { workflow }) => {
	it('names the booking or the property, and the reason, when it fails', () => {
		const said = workflow.nodes
			.filter(({ type }) => type === 'n8n-nodes-base.set')
			.flatMap(
				({ parameters }) => JSON.stringify(parameters).match(/"name":"(failure|reason|output)".*/g) ?? [],
			)
			.join('\n');
		expect(said).toMatch(/reason/i);
		if (file !== 'price-search-agent.json') expect(said).toMatch(/bookingNumber|property|message/);
		const ends = ['Report failure', 'Tell the reason', 'Email'];
		expect(working(workflow).some(({ name }) => ends.includes(name))).toBe(true);
	});

	it('explains itself in three notes', () => {
		const notes = workflow.nodes.filter(({ type }) => type === STICKY);
		expect(notes.map(({ name }) => name)).toEqual(NOTES);
		for (const { parameters } of notes) expect(String(parameters.content).length).toBeGreaterThan(100);
	});
});

function settingsOf({ nodes }: Workflow): string[] {
	const settings = nodes.find(({ name }) => name === 'Settings');
	const { assignments = [] } = (settings?.parameters.assignments ?? {}) as {
		assignments?: Array<{ name: string }>;
	};
	return assignments.map(({ name }) => name);
}

/** The one thing that is left to the user's choice. */
function withProperty(parameters: INodeParameters): INodeParameters {
	const { propertyId } = parameters;
	const isOpen = typeof propertyId === 'object' && (propertyId as { value?: string } | null)?.value === '';
	return isOpen ? { ...parameters, propertyId: { __rl: true, mode: 'id', value: '1024' } } : parameters;
}

/** Parameters that the node does not have, or would not show with these values. */
function unknownParameters({ parameters }: INode, type: INodeTypeDescription): string[] {
	const given = { ...parameters };
	// Part of every polling trigger.
	if (type.polling) delete given.pollTimes;
	return Object.entries(given).flatMap(([name, value]) => {
		const shown = type.properties.find(
			(property) =>
				property.name === name &&
				NodeHelpers.displayParameter(withDefaults(parameters, type), property, null, type),
		);
		if (shown === undefined) return [name];
		return shown.type === 'collection'
			? unknownFields(name, value as object, shown)
			: unknownChoices(shown, value);
	});
}

function unknownFields(name: string, value: object, { options = [] }: INodeProperties): string[] {
	return Object.entries(value).flatMap(([field, entered]) => {
		const known = (options as INodeProperties[]).find((option) => option.name === field);
		return (known === undefined ? [field] : unknownChoices(known, entered)).map(
			(found) => `${name}.${found}`,
		);
	});
}

/** What is chosen from a fixed list must be in it. */
function unknownChoices(
	{ name, type, options = [], typeOptions }: INodeProperties,
	value: unknown,
): string[] {
	if ((type !== 'options' && type !== 'multiOptions') || typeOptions?.loadOptionsMethod !== undefined)
		return [];
	const known = (options as INodePropertyOptions[]).map((option) => option.value);
	return [value]
		.flat()
		.filter((choice) => !String(choice).startsWith('=') && !known.includes(choice as string))
		.map((choice) => `${name} = ${String(choice)}`);
}

function withDefaults(parameters: INodeParameters, type: INodeTypeDescription): INodeParameters {
	return NodeHelpers.getNodeParameters(type.properties, parameters, true, false, null, type) ?? parameters;
}
