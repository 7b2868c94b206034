import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness } from '../support/n8n';
import { byId, pmsTests } from '../support/pms';
import { ARRIVAL, DEPARTURE } from '../support/search';

const { sandbox } = pmsTests();

async function node(type: INodeType, parameters: INodeParameters) {
	return harness(type, {
		parameters: { propertyId: byId('1024'), ...parameters },
		credential: await newClient(sandbox()),
	});
}

const bookings = (filters: INodeParameters) => ({ resource: 'booking', operation: 'getAll', filters });
const reservations = (changes: INodeParameters) => ({
	resource: 'reservation',
	operation: 'search',
	period: 'today',
	...changes,
});
const guests = (filters: INodeParameters) => ({ resource: 'guest', operation: 'search', filters });
const penalty = (changes: INodeParameters) => ({
	resource: 'cancellationRule',
	operation: 'calculatePenalty',
	number: '1',
	...changes,
});
const stay = (stayDetails: INodeParameters) => ({
	...penalty({ calculateFor: 'stay', cancellationRuleId: byId('1'), stayDetails }),
	arrivalDate: '2031-05-20',
	departureDate: '2031-05-21',
	nightPrices: '100',
	currency: 'EUR',
});
const daily = (options: INodeParameters) => ({ resource: 'occupancy', operation: 'getDaily', options });
const report = (options: INodeParameters) => ({ resource: 'occupancy', operation: 'getReport', options });
const dates = { arrivalDate: ARRIVAL, departureDate: DEPARTURE, adults: 2 };
const lowest = (changes: INodeParameters) => ({
	resource: 'roomStay',
	operation: 'findLowestPrices',
	...dates,
	...changes,
});
const offers = (filters: INodeParameters) => ({
	resource: 'roomStay',
	operation: 'getOffers',
	...dates,
	filters,
});
const extras = (changes: INodeParameters) => ({
	resource: 'extraStay',
	operation: 'getOptions',
	adults: 2,
	...changes,
});
const payment = (changes: INodeParameters) => ({
	resource: 'roomStay',
	operation: 'processPayment',
	number: byId('1'),
	pmsRoomStayId: byId('1'),
	pmsPaymentSystemId: byId('1'),
	amount: 100,
	...changes,
});

/** What an empty field would stand for, and how the parameter is called. */
type Case = [string, string, INodeType, (entered: string) => INodeParameters];

const cases: Case[] = [
	['now', 'Moment', new PartnerHotelContent(), (moment) => penalty({ options: { moment } })],
	['the moment', 'Booked At', new PartnerHotelContent(), (bookedAt) => stay({ bookedAt })],
	[
		'the check-in time',
		'Arrival Time of Guest',
		new PartnerHotelContent(),
		(time) => stay({ guestArrivalTime: time }),
	],
	['no prepayment', 'Prepaid Amount', new PartnerHotelContent(), (prepaid) => stay({ prepaid })],
	['the books of today', 'Booked On', new PartnerHotelPms(), (otbDate) => daily({ otbDate })],
	['no pick-up', 'Pick-Up Since', new PartnerHotelPms(), (pickUpSince) => report({ pickUpSince })],
	["the hotel's zone", 'Time Zone', new PartnerHotelPms(), (timeZone) => daily({ timeZone })],
	['all bookings', 'Arrival From', new PartnerHotelBookings(), (arrivalFrom) => bookings({ arrivalFrom })],
	['all bookings', 'Arrival To', new PartnerHotelBookings(), (arrivalTo) => bookings({ arrivalTo })],
	['all bookings', 'Statuses', new PartnerHotelBookings(), (statuses) => bookings({ statuses })],
	['all bookings', 'Arrival', new PartnerHotelBookings(), (arrival) => bookings({ arrival })],
	[
		'the feed since 2009',
		'Modified Since',
		new PartnerHotelBookings(),
		(modifiedSince) => ({ resource: 'booking', operation: 'getPage', filters: { modifiedSince } }),
	],
	['all guests', 'Name', new PartnerHotelPms(), (name) => guests({ name })],
	['all guests', 'Phone', new PartnerHotelPms(), (phone) => guests({ phone })],
	[
		'all rooms',
		'Room',
		new PartnerHotelPms(),
		(room) => reservations({ filters: { roomId: byId(room) } as INodeParameters }),
	],
	[
		'all companies',
		'Customer Company',
		new PartnerHotelPms(),
		(company) => reservations({ filters: { companyId: byId(company) } as INodeParameters }),
	],
	[
		'all room types',
		'Room Type',
		new PartnerHotelPms(),
		(type) => ({ resource: 'room', operation: 'getAll', roomTypeId: byId(type) }),
	],
	['all hotels', 'Property Names or IDs', new PartnerHotelSearch(), (propertyIds) => lowest({ propertyIds })],
	['any price', 'Max Price', new PartnerHotelSearch(), (maxPrice) => offers({ maxPrice })],
	['no dates', 'Arrival', new PartnerHotelSearch(), (arrivalDateTime) => extras({ arrivalDateTime })],
	['no rate plan', 'Rate Plan', new PartnerHotelSearch(), (plan) => extras({ ratePlanId: byId(plan) })],
	["the stay's currency", 'Currency', new PartnerHotelPms(), (currencyCode) => payment({ currencyCode })],
];

describe.each(cases)('%s instead of %s', (_, name, type, enter) => {
	it.each(['={{ $json.missing }}', '={{ null }}', "={{ '' }}", '={{ $json.no.path }}'])(
		'is not what %s means',
		async (entered) => {
			const failure = await failureOf((await node(type, enter(entered))).execute([{ other: 1 }]));
			expect(failure.message).toMatch(new RegExp(`^(Payment: not made\\. )?${name} is empty\\.?$`));
			expect(failure.description).toContain(
				`Its expression returned nothing. Correct it, or delete it if '${name}' is not needed.`,
			);
			expect((await sandbox().report()).requests).toBe(0);
		},
	);
});

it.each<[string, string, INodeType, (entered: string) => INodeParameters]>([
	['all hotels', 'Property Names or IDs', new PartnerHotelSearch(), (propertyIds) => lowest({ propertyIds })],
	['all bookings', 'Statuses', new PartnerHotelBookings(), (statuses) => bookings({ statuses })],
])('%s is not what an expression with an empty list means', async (_, name, type, enter) => {
	const failure = await failureOf((await node(type, enter('={{ [] }}'))).execute());
	expect(failure.message).toBe(`${name} is empty`);
});

it('an item without a value fails alone', async () => {
	const guest = harness(new PartnerHotelPms(), {
		parameters: {
			propertyId: byId('1024'),
			...guests({ name: '={{ $json.name }}' }),
			simplify: false,
			limit: 1,
		},
		credential: await newClient(sandbox()),
		onError: 'continueRegularOutput',
	});
	const items = await guest.execute([{ name: 'a' }, { nom: 'a' }]);
	const failed = items.filter(({ json }) => 'error' in json);
	expect(failed).toEqual([
		{
			json: expect.objectContaining({
				error: 'Name is empty',
			}) as IDataObject,
			pairedItem: { item: 1 },
		},
	]);
});

describe('an empty field', () => {
	it.each<[string, INodeType, INodeParameters]>([
		['without an expression', new PartnerHotelPms(), guests({ name: '', phone: ' ' })],
		[
			'that a model leaves out',
			new PartnerHotelPms(),
			guests({ name: "={{ $fromAI('name', '', 'string', '') }}" }),
		],
		['of all hotels', new PartnerHotelSearch(), lowest({ propertyIds: [] })],
		[
			'of children',
			new PartnerHotelSearch(),
			lowest({ propertyIds: ['1024'], childAges: '={{ $json.ages }}' }),
		],
	])('%s is left out', async (_, type, parameters) => {
		await (await node(type, parameters)).execute();
		expect((await sandbox().report()).requests).toBeGreaterThan(0);
	});

	it('a switch of a row is not off where its expression has no result', async () => {
		const assignment = [
			{ pmsRoomStayId: byId('7'), removeRoom: '={{ $json.missing }}', roomId: byId('1') },
		] as unknown as INodeParameters[];
		const parameters = {
			resource: 'reservation',
			operation: 'assignRooms',
			number: byId('1'),
			assignments: { assignment },
		};
		const failure = await failureOf((await node(new PartnerHotelPms(), parameters)).execute());
		expect(failure.message).toBe('Room assignments: not made. Remove Room is neither true nor false.');
		expect((await sandbox().report()).requests).toBe(0);
	});
});

it('a filter of the trigger is an error, too', async () => {
	const trigger = await node(new PartnerHotelTrigger(), {
		propertySelection: 'one',
		filters: { arrivalFrom: '={{ $vars.missing }}' },
	});
	expect((await failureOf(trigger.poll({ mode: 'manual' }))).message).toBe('Arrival From is empty');
});
