import type { INode, INodeParameters } from 'n8n-workflow';

import { agentRisks } from '../support/agents';
import { exampleWorkflows, type ExampleWorkflow } from '../support/exampleWorkflows';

const PMS_TOOL = 'n8n-nodes-partner-hotel.partnerHotelPmsTool';
const SEARCH_TOOL = 'n8n-nodes-partner-hotel.partnerHotelSearchTool';

function node(name: string, type: string, parameters: INodeParameters = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

const chat = node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger');
const refund = node('Refund', PMS_TOOL, { resource: 'roomStay', operation: 'processRefund' });
const reservation = node('Reservation', PMS_TOOL, { resource: 'reservation', operation: 'get' });
const offers = node('Offers', SEARCH_TOOL, { resource: 'roomStay', operation: 'getOffers' });
const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi');

/** An agent with these tools, after these nodes. */
function agentWith(tools: INode[], before: INode[] = [chat]): ExampleWorkflow {
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent');
	const to = (type: string, target: string) => ({ [type]: [[{ node: target, type, index: 0 }]] });
	const chain = [...before, agent];
	const connections = Object.fromEntries([
		...before.map(({ name }, position) => [name, to('main', chain[position + 1]?.name ?? '')]),
		...tools.map(({ name, type }) => [
			name,
			to(type.includes('.lmChat') ? 'ai_languageModel' : 'ai_tool', 'Agent'),
		]),
	]) as ExampleWorkflow['connections'];
	return { name: 'Agent', nodes: [...chain, ...tools], connections, settings: {}, pinData: {} };
}

describe('an agent that reads text of guests and writes without a person', () => {
	const booked = node('Booked', 'n8n-nodes-partner-hotel.partnerHotelTrigger');
	const mails = node('Mails', 'n8n-nodes-base.gmailTool');
	const chosen = node('Chosen', PMS_TOOL, { resource: "={{ $fromAI('resource') }}", operation: 'get' });
	const approved = node('Approval', 'n8n-nodes-base.slackHitlTool');
	const publicChat = node('Chat', chat.type, { public: true });

	it.each([
		['reservations and refunds', agentWith([reservation, refund, model])],
		['refunds after a booking', agentWith([refund], [booked])],
		[
			'refunds after a booking and another node',
			agentWith([refund], [booked, node('Set', 'n8n-nodes-base.set')]),
		],
		['refunds and a public chat', agentWith([refund], [publicChat])],
		['refunds and e-mails', agentWith([refund, mails])],
		['e-mails alone, which it reads and sends', agentWith([mails])],
		['an operation that the model chooses', agentWith([chosen])],
	])('is noticed: %s', (_, workflow) => {
		expect(agentRisks(workflow)).toHaveLength(1);
	});

	it.each([
		['offers', agentWith([offers, model])],
		['reservations, without writing', agentWith([reservation, model])],
		['refunds, without text of guests', agentWith([refund, offers, model])],
		['offers after a booking', agentWith([offers], [booked])],
		['reservations, and refunds behind an approval', agentWith([reservation, approved])],
	])('is none: %s', (_, workflow) => {
		expect(agentRisks(workflow)).toEqual([]);
	});
});

it.each(exampleWorkflows())('%s has no agent that reads text of guests and writes', (_, workflow) => {
	expect(agentRisks(workflow)).toEqual([]);
});
