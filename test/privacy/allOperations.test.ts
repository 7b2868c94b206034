import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { nodeTypes, runExamples, type Example } from '../documents/examples';
import { MARKER, markedSandbox, type MarkedSandbox } from '../support/guestMarkers';

/** Whether a node, with this operation if it has any, offers the option. */
function offersOption(key: string): boolean {
	const [className = '', resource, operation] = key.split(' ');
	const { properties } = nodeTypes[className as keyof typeof nodeTypes].description;
	return properties
		.filter(({ displayOptions: { show = {} } = {} }) => {
			const isShown = (name: string, value?: string) => value === undefined || show[name]?.includes(value);
			return isShown('resource', resource) && isShown('operation', operation);
		})
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.some(({ name }) => name === 'leaveOutPersonalData');
}

/** All examples, in a world whose guests are markers. */
async function examplesWith(options: INodeParameters): Promise<Example[]> {
	const hotels: MarkedSandbox[] = [];
	const { examples } = await runExamples({
		credential: async (sandbox) => {
			const hotel = await markedSandbox(sandbox);
			hotel.addsUnpublished = false;
			hotels.push(hotel);
			return hotel.credential;
		},
		entered: (key, parameters) =>
			offersOption(key)
				? { ...parameters, options: { ...(parameters.options as INodeParameters), ...options } }
				: parameters,
	});
	for (const hotel of hotels) await hotel.fake.stop();
	return [...examples.values()];
}

const withMarkers = (examples: Example[]) =>
	examples.filter(({ items }) => MARKER.test(JSON.stringify(items))).map(({ key }) => key);

/** They return bookings or room stays, but nothing published of them in flat form is personal. */
const WITHOUT_GUESTS = [
	'PartnerHotelBookings booking getPage',
	'PartnerHotelPms reservation getAvailableRooms',
];

describe('every operation and trigger', () => {
	it('that returns data of guests can leave it out', async () => {
		const examples = await examplesWith({});
		const able = examples.map(({ key }) => key).filter(offersOption);
		expect([...withMarkers(examples), ...WITHOUT_GUESTS].sort()).toEqual(able.sort());
	}, 90_000);

	it('returns none if it is left out', async () => {
		expect(withMarkers(await examplesWith({ leaveOutPersonalData: true }))).toEqual([]);
	}, 90_000);
});
