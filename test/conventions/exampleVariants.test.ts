import type { INode, INodeParameters } from 'n8n-workflow';

import { exampleWorkflows, type ExampleWorkflow } from '../support/exampleWorkflows';

/** The example without names, the one it is made from, and all that differs. */
const VARIANTS: Array<[string, string, Difference]> = [
	[
		'bookings-to-postgres-without-names.json',
		'bookings-to-postgres.json',
		{
			leavesOut: ['Partner Hotel Booking Trigger'],
			gone: ['Every night', 'Settings', 'Forget names', 'Not forgotten'],
			others: [],
		},
	],
	[
		'nightly-reconcile-postgres-without-names.json',
		'nightly-reconcile-postgres.json',
		{ leavesOut: ['Get booking'], gone: [], others: [] },
	],
	[
		'arrivals-without-names.json',
		'arrivals-for-housekeeping.json',
		{ leavesOut: ['Search reservations'], gone: [], others: ['Line', 'Email list'] },
	],
];

interface Difference {
	/** Nodes with *Leave Out Personal Data*. */
	leavesOut: string[];
	/** Nodes that are not needed. */
	gone: string[];
	/** Nodes that show less. */
	others: string[];
}

const STICKY = 'n8n-nodes-base.stickyNote';
const workflows = new Map(exampleWorkflows());

function workflow(file: string): ExampleWorkflow {
	const found = workflows.get(file);
	if (!found) throw new Error(`There is no ${file}`);
	return found;
}

function compared({ nodes }: ExampleWorkflow, { gone, others }: Difference) {
	const left = nodes.filter(({ type, name }) => type !== STICKY && !gone.includes(name));
	return left.map((node) => ({
		...node,
		parameters: others.includes(node.name) ? {} : withoutOptions(node.parameters),
	}));
}

function withoutOptions(parameters: INodeParameters): INodeParameters {
	return { ...parameters, options: {} };
}

function optionsOf({ nodes }: ExampleWorkflow, isWanted: (node: INode) => boolean) {
	return nodes.filter(isWanted).map(({ name, parameters }) => [name, parameters.options]);
}

describe.each(VARIANTS)('%s', (file, original, difference) => {
	const { leavesOut, gone } = difference;
	const variant = workflow(file);
	const source = workflow(original);

	it(`is ${original} in everything else`, () => {
		expect(compared(variant, difference)).toEqual(compared(source, difference));
		const connections = { ...source.connections };
		for (const name of gone) delete connections[name];
		expect(variant.connections).toEqual(connections);
	});

	it('leaves out personal data wherever it reads bookings or reservations', () => {
		expect(optionsOf(variant, ({ name }) => leavesOut.includes(name))).toEqual(
			leavesOut.map((name) => [name, { leaveOutPersonalData: true }]),
		);
		const others = ({ name, type }: INode) => type !== STICKY && ![...leavesOut, ...gone].includes(name);
		expect(optionsOf(variant, others)).toEqual(optionsOf(source, others));
	});

	it('shows no field that holds a name or a comment', () => {
		const shown = variant.nodes.filter(({ type }) => type === 'n8n-nodes-base.emailSend');
		expect(JSON.stringify(shown)).not.toMatch(/json\.(Guests|Comment)|guestName|customer/);
	});
});

it('every example whose name says so is one of them', () => {
	const named = [...workflows.keys()].filter((file) => file.endsWith('-without-names.json'));
	expect(named.sort()).toEqual(VARIANTS.map(([file]) => file).sort());
});
