import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { resources as bookings } from '../../nodes/PartnerHotelBookings/resources';
import { resources as content } from '../../nodes/PartnerHotelContent/resources';
import { resources as pms } from '../../nodes/PartnerHotelPms/resources';
import { resources as referenceData } from '../../nodes/PartnerHotelReferenceData/resources';
import { resources as search } from '../../nodes/PartnerHotelSearch/resources';
import type { Resource } from '../../nodes/shared/operation/defineOperation';

const nodes: Array<[INodeTypeDescription, readonly Resource[]]> = [
	[new PartnerHotelBookings().description, bookings],
	[new PartnerHotelContent().description, content],
	[new PartnerHotelPms().description, pms],
	[new PartnerHotelReferenceData().description, referenceData],
	[new PartnerHotelSearch().description, search],
];

/**
 * The warnings of a panel, by n8n's own rules. n8n gives the tool that it makes of a node the name of the node and
 * "Tool".
 */
function warnings(description: INodeTypeDescription, parameters: INodeParameters, name: string): string[] {
	const type = { ...description, name };
	const node = { typeVersion: 1, parameters } as INode;
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(parameters, property, node, type, parameters);
	return type.properties
		.filter(
			(property) => property.type === 'notice' && /untrusted/.test(property.displayName) && isShown(property),
		)
		.map(({ displayName }) => displayName);
}

const operations = nodes.flatMap(([description, resources]) =>
	resources.flatMap(({ option, operations: all }) =>
		all.map((operation) => ({
			label: `${description.name} ${option.value} ${operation.option.value}`,
			description,
			parameters: { resource: option.value, operation: operation.option.value },
			changesData: operation.readOnly !== true,
		})),
	),
);

describe('texts of guests are called untrusted', () => {
	it.each(operations.filter(({ changesData }) => changesData))(
		'by the tool $label, and not by the node',
		({ description, parameters }) => {
			expect(warnings(description, parameters, `${description.name}Tool`)).toEqual([
				expect.stringContaining('<b>untrusted</b>'),
			]);
			expect(warnings(description, parameters, description.name)).toEqual([]);
		},
	);

	it.each(operations.filter(({ changesData }) => !changesData))(
		'not by the tool $label, which only reads',
		({ description, parameters }) => {
			expect(warnings(description, parameters, `${description.name}Tool`)).toEqual([]);
		},
	);
});
