import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as exposed from '../../index';
import { runScript } from '../support/files';

/**
 * n8n's rules read literals. The resource and operation selects are computed, so the built description is
 * printed as the literal class the rules expect, and linted under the name of the node's own file.
 */
const nodes = Object.entries(exposed)
	.filter(([name]) => !name.endsWith('Api'))
	.map(([className, NodeClass]) => ({
		className,
		description: ownParts((new NodeClass() as INodeType).description),
	}));

/**
 * Without n8n's own types of webhook credentials, which its rules do not know, and without the webhooks, whose methods
 * are not part of the description: the node's file is linted for them.
 */
function ownParts(description: INodeTypeDescription): object {
	const credentials = description.credentials?.filter(({ name }) => !name.startsWith('http'));
	return { ...description, credentials, webhooks: undefined };
}

function literal(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
		return `{ ${entries.map(([key, entry]) => `${/^\w+$/.test(key) ? key : literal(key)}: ${literal(entry)}`).join(', ')} }`;
	}
	return typeof value === 'string'
		? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`
		: String(value);
}

function asClass(className: string, description: object): string {
	const printed = literal(description).replace(
		/\b(inputs|outputs): \['main'\]/g,
		'$1: [NodeConnectionTypes.Main]',
	);
	return [
		"import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';",
		`export class ${className} implements INodeType {`,
		`description: INodeTypeDescription = ${printed};`,
		'}',
		'',
	].join('\n');
}

/** n8n's own text does not say what is counted where a record has several items. */
const LIMIT_TEXT = 'n8n-nodes-base/node-param-description-wrong-for-limit';

const fileOf = (className: string) => `nodes/${className}/${className}.node.ts`;

describe('the built descriptions', () => {
	const results = JSON.parse(
		runScript(
			'test/support/lintTexts.mjs',
			JSON.stringify([
				...nodes.map(({ className, description }) => ({
					filePath: fileOf(className),
					text: asClass(className, description),
				})),
				{
					filePath: fileOf('PartnerHotelBookings'),
					text: asClass('PartnerHotelBookings', {
						displayName: 'Bad',
						name: 'bad',
						properties: [{ displayName: 'limit', name: 'limit', type: 'number', default: 7 }],
					}),
				},
			]),
		),
	) as Array<Array<{ ruleId: string; message: string }>>;

	it.each(nodes.map(({ className }, index) => [className, index] as const))(
		'%s has no finding',
		(_, index) => {
			expect(results[index]?.filter(({ ruleId }) => ruleId !== LIMIT_TEXT)).toEqual([]);
		},
	);

	it("every limit says what it counts, in n8n's words", () => {
		const limits = nodes
			.flatMap(({ description }) => (description as INodeTypeDescription).properties)
			.filter(({ name }) => name === 'limit');
		for (const { description } of limits) {
			expect(description).toMatch(
				/^Max number of (results to return|(bookings|reservations) to return, each with all its items, .+)$/,
			);
		}
	});

	it('the rules do fire: a bad description has findings', () => {
		const rules = (results.at(-1) ?? []).map(({ ruleId }) => ruleId);
		expect(rules).toEqual(
			expect.arrayContaining([
				expect.stringContaining('limit'),
				expect.stringContaining('require-node-description-fields'),
			]),
		);
	});
});
