import type { INode, INodeParameters } from 'n8n-workflow';

import { exampleWorkflows } from '../support/exampleWorkflows';

const SEND_AND_WAIT = 'sendAndWait';
/** Opened by GET, they show a page; only sending it acts. */
const FORMS = ['customForm', 'freeText'];

/** Whether whoever opens a link of this node, without sending a form, lets the workflow go on. */
function actsWhenOpened({ type, parameters }: INode): boolean {
	if (parameters.operation === SEND_AND_WAIT) return !FORMS.includes(String(parameters.responseType));
	if (type.endsWith('.wait')) return parameters.resume === 'webhook';
	if (type.endsWith('.webhook')) return (parameters.httpMethod ?? 'GET') === 'GET';
	return false;
}

const node = (type: string, parameters: INodeParameters): INode => ({
	id: '1',
	name: 'Node',
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

it.each([
	['the approval buttons of an e-mail, the default', node('emailSend', { operation: SEND_AND_WAIT }), true],
	['the same, chosen', node('slack', { operation: SEND_AND_WAIT, responseType: 'approval' }), true],
	['a wait for a webhook', node('wait', { resume: 'webhook' }), true],
	['a webhook without a method, which is GET', node('webhook', {}), true],
	[
		'a form behind an e-mail',
		node('emailSend', { operation: SEND_AND_WAIT, responseType: 'customForm' }),
		false,
	],
	['a wait for a form', node('wait', { resume: 'form' }), false],
	['a webhook that takes what is sent', node('webhook', { httpMethod: 'POST' }), false],
	['an e-mail', node('emailSend', {}), false],
])('knows whether a link acts when it is opened: %s', (_, one, acts) => {
	expect(actsWhenOpened(one)).toBe(acts);
});

it.each(exampleWorkflows())('%s does nothing because a link was opened', (_, { nodes }) => {
	expect(nodes.filter(actsWhenOpened).map(({ name }) => name)).toEqual([]);
});
