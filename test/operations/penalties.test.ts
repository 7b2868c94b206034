import { DateTime, Settings } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { signIn } from '../../packages/sandbox/test/partner';

let sandbox: Sandbox;
const realNow = Settings.now;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 9, properties: 3, bookings: 80, limits: 'off' });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	Settings.now = realNow;
	await sandbox.clearFaults();
	await sandbox.resetReport();
});
afterEach(() => {
	Settings.now = realNow;
});

const property = () => sandbox.properties[0]?.id ?? '';

async function node(parameters: INodeParameters, credential?: TestCredential): Promise<NodeHarness> {
	return harness(new PartnerHotelContent(), {
		parameters: {
			resource: 'cancellationRule',
			operation: 'calculatePenalty',
			propertyId: byId(property()),
			...parameters,
		},
		credential: credential ?? (await newClient(sandbox)),
	});
}

async function run(parameters: INodeParameters, credential?: TestCredential): Promise<INodeExecutionData[]> {
	return await (await node(parameters, credential)).execute();
}

async function records(parameters: INodeParameters): Promise<IDataObject[]> {
	return (await run(parameters)).map(({ json }) => json);
}

async function failed(parameters: INodeParameters, credential?: TestCredential) {
	return await failureOf(run(parameters, credential));
}

const contentRequests = async () => (await sandbox.requests({ path: '/api/content' })).length;

/** Free up to three days before 15:00 on the day of arrival; then a night, then half of the prepayment. */
const RULES: IDataObject[] = [
	{
		id: '501',
		propertyId: '1024',
		referencePointKind: 'CustomArrivalTime',
		referencePointTime: '15:00',
		cancellationTerms: [
			{
				beforeArrivalMatching: 'Between',
				beforeArrivalUnit: 'Day',
				beforeArrivalValue: 1,
				beforeArrivalValueMax: 3,
				penaltyCalculationMethod: 'FirstNights',
				penaltyValue: 1,
				penaltyValueCurrency: 'EUR',
				arrivalDates: [],
			},
			{
				beforeArrivalMatching: 'NoMoreThan',
				beforeArrivalUnit: 'Day',
				beforeArrivalValue: 1,
				penaltyCalculationMethod: 'PrepaymentPercent',
				penaltyValue: 50,
				penaltyValueCurrency: 'EUR',
				arrivalDates: [],
			},
		],
	},
	{
		id: '502',
		propertyId: '1024',
		referencePointKind: 'GuestArrivalTime',
		cancellationTerms: [
			{
				beforeArrivalMatching: 'AtLeast',
				beforeArrivalUnit: 'Hour',
				beforeArrivalValue: 24,
				penaltyCalculationMethod: 'NoPenalty',
				penaltyValue: 0,
			},
			{
				beforeArrivalMatching: 'NoMoreThan',
				beforeArrivalUnit: 'Hour',
				beforeArrivalValue: 24,
				penaltyCalculationMethod: 'FirstNightPercent',
				penaltyValue: 80,
			},
		],
	},
];

async function withHotel(changes: IDataObject = {}, rules: unknown = RULES): Promise<void> {
	await sandbox.fault({
		kind: 'body',
		body: { cancellationRules: rules },
		match: { path: '/cancellation-rules' },
		times: 100,
	});
	await sandbox.fault({
		kind: 'body',
		body: {
			id: property(),
			name: 'Hotel',
			timeZone: { id: 'Europe/Berlin' },
			policy: { checkInTime: '14:00', checkOutTime: '11:00' },
			ratePlans: [
				{ id: 'flex', name: 'Flexible', cancellationRuleId: '501' },
				{ id: 'weekend', name: 'Weekend', cancellationRuleId: '501' },
				{ id: 'hours', name: 'By the Hour', cancellationRuleId: '502' },
				{ id: 'odd', name: 'Odd' },
			],
			...changes,
		},
		match: { path: `/api/content/v1/properties/${property()}` },
		times: 100,
	});
}

const STAY: INodeParameters = {
	calculateFor: 'stay',
	cancellationRuleId: byId('501'),
	arrivalDate: '2027-07-10',
	departureDate: '2027-07-12',
	nightPrices: '120, 99.50',
	currency: 'eur',
	stayDetails: { bookedAt: '2027-03-01T10:00', prepaid: 60 },
	options: { moment: '2027-07-08T12:00' },
};

describe('Cancellation Rule → Calculate Penalty for a stay', () => {
	it('gives the penalty of the moment and the whole schedule, each explained', async () => {
		await withHotel();
		expect(await run(STAY)).toEqual([
			{
				pairedItem: { item: 0 },
				json: {
					arrival: '2027-07-10',
					departure: '2027-07-12',
					nights: 2,
					propertyName: 'Hotel',
					propertyId: property(),
					cancellationRuleNames: [
						'Between 1 and 3 days before arrival: the first night; no more than 1 day before arrival: 50 % of the prepayment',
					],
					freeUntilText: 'Wed 7 Jul 2027, 14:59',
					at: '2027-07-08T12:00:00',
					atUtc: '2027-07-08T10:00:00Z',
					currency: 'EUR',
					isFreeNow: false,
					penaltyNow: 120,
					freeCancellation: 'ended',
					freeUntil: '2027-07-07T14:59:59',
					freeUntilUtc: '2027-07-07T12:59:59Z',
					explanation: 'Rule 501, term 1 (between 1 and 3 days before arrival): the first 1 of 2 nights',
					referencePoint: '2027-07-10T15:00:00',
					referencePointUtc: '2027-07-10T13:00:00Z',
					referencePointKinds: ['CustomArrivalTime'],
					cancellationRuleIds: ['501'],
					schedule: [
						{
							from: '2027-03-01T10:00:00',
							fromUtc: '2027-03-01T09:00:00Z',
							to: '2027-07-07T14:59:59',
							toUtc: '2027-07-07T12:59:59Z',
							amount: 0,
							currency: 'EUR',
							method: null,
							ruleId: '501',
							term: null,
							explanation: 'Rule 501 has no term for this time: cancelling is free',
						},
						{
							from: '2027-07-07T15:00:00',
							fromUtc: '2027-07-07T13:00:00Z',
							to: '2027-07-09T14:59:59',
							toUtc: '2027-07-09T12:59:59Z',
							amount: 120,
							currency: 'EUR',
							method: 'FirstNights',
							ruleId: '501',
							term: 1,
							explanation: 'Rule 501, term 1 (between 1 and 3 days before arrival): the first 1 of 2 nights',
						},
						{
							from: '2027-07-09T15:00:00',
							fromUtc: '2027-07-09T13:00:00Z',
							to: null,
							toUtc: null,
							amount: 30,
							currency: 'EUR',
							method: 'PrepaymentPercent',
							ruleId: '501',
							term: 2,
							explanation:
								'Rule 501, term 2 (no more than 1 day before arrival): 50 % of the prepayment (60 EUR)',
						},
					],
					readings: { day: 'calendar', several: 'cheapest', prices: 'beforeTax' },
				},
			},
		]);
	});

	it('is by default cancelled now, having been booked now', async () => {
		await withHotel();
		Settings.now = () => Date.parse('2027-07-01T08:00:00.700Z');
		const [item] = await records({ ...STAY, stayDetails: {}, options: {} });
		expect(item).toMatchObject({
			at: '2027-07-01T10:00:00',
			isFreeNow: true,
			penaltyNow: 0,
			freeCancellation: 'until',
			freeUntil: '2027-07-07T14:59:59',
		});
		const schedule = item?.schedule as IDataObject[];
		expect(schedule.map(({ from, amount }) => [from, amount])).toEqual([
			['2027-07-01T10:00:00', 0],
			['2027-07-07T15:00:00', 120],
			// Without a prepayment, half of it is unknown.
			['2027-07-09T15:00:00', null],
		]);
	});

	it('booked later than now, is cancelled then at the earliest', async () => {
		await withHotel();
		Settings.now = () => Date.parse('2027-01-01T00:00:00Z');
		const [item] = await records({ ...STAY, options: {} });
		expect(item).toMatchObject({ at: '2027-03-01T10:00:00', penaltyNow: 0 });
	});

	it('goes by the time of arrival that the guest has chosen', async () => {
		await withHotel();
		const hours = { ...STAY, cancellationRuleId: byId('502') };
		const [standard] = await records(hours);
		const [chosen] = await records({ ...hours, stayDetails: { guestArrivalTime: '20:30' } });
		expect([standard?.referencePoint, chosen?.referencePoint]).toEqual([
			'2027-07-10T14:00:00',
			'2027-07-10T20:30:00',
		]);
		expect([standard?.freeUntil, chosen?.freeUntil]).toEqual(['2027-07-09T14:00:00', '2027-07-09T20:30:00']);
	});

	it('takes one price for all nights, and a list from an expression', async () => {
		await withHotel();
		const percent = { ...STAY, cancellationRuleId: byId('502'), options: { moment: '2027-07-10T12:00' } };
		for (const nightPrices of ['50', '={{ [50, 70] }}', '={{ 50 }}']) {
			expect(await records({ ...percent, nightPrices })).toMatchObject([{ penaltyNow: 40 }]);
		}
	});

	it.each<[string, INodeParameters, IDataObject]>([
		[
			'a day of 24 hours, over the change of the clocks',
			{
				arrivalDate: '2027-10-31',
				departureDate: '2027-11-02',
				options: { moment: '2027-10-01', day: 'hours24' },
			},
			{
				freeUntil: '2027-10-28T15:59:59',
				readings: { day: 'hours24', several: 'cheapest', prices: 'beforeTax' },
			},
		],
		[
			'a day of the calendar',
			{ arrivalDate: '2027-10-31', departureDate: '2027-11-02', options: { moment: '2027-10-01' } },
			{ freeUntil: '2027-10-28T14:59:59' },
		],
		['the cheapest of two terms', { options: { moment: '2027-07-09T15:00' } }, { penaltyNow: 30 }],
		[
			'the dearest of two terms',
			{ options: { moment: '2027-07-09T15:00', several: 'dearest' } },
			{ penaltyNow: 120 },
		],
		[
			'a moment with an offset',
			{ options: { moment: '2027-07-09T13:00:00Z' } },
			{ at: '2027-07-09T15:00:00' },
		],
	])('can be read otherwise: %s', async (_, changes, expected) => {
		await withHotel();
		expect((await records({ ...STAY, ...changes }))[0]).toMatchObject(expected);
	});

	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'a price for each night but one',
			{ nightPrices: '120' + ', 100, 90' },
			/^Night Prices '120, 100, 90' has 3 prices for 2 nights$/,
			/'Arrival Date' and 'Departure Date'/,
		],
		[
			'prices that are none',
			{ nightPrices: '120, dear' },
			/^Night Prices 'dear' is not a price$/,
			/Enter numbers/,
		],
		['a price below zero', { nightPrices: '120, -1' }, /^Night Prices '-1' is not a price$/, /Enter numbers/],
		[
			'no prices',
			{ nightPrices: '' },
			/^Night Prices has 0 prices for 2 nights$/,
			/one price for each night/,
		],
		['a currency that is none', { currency: 'euros' }, /^Currency 'euros' is not a currency code$/, /EUR/],
		['no currency', { currency: '' }, /^Currency is not a currency code$/, /EUR/],
		[
			'a departure before the arrival',
			{ departureDate: '2027-07-10' },
			/^Departure Date '2027-07-10' is not after 2027-07-10$/,
			/'Departure Date' after 'Arrival Date'/,
		],
		[
			'an arrival that is no date',
			{ arrivalDate: 'soon' },
			/^Arrival Date 'soon' is not a date$/,
			/like 2026-03-01/,
		],
		[
			'a time of arrival that is none',
			{ stayDetails: { guestArrivalTime: '4 pm' } },
			/^Arrival Time of Guest '4 pm' is not a time of day$/,
			/16:30/,
		],
		[
			'a booking made at no time',
			{ stayDetails: { bookedAt: 'once' } },
			/^Booked At 'once' is not a date and time$/,
			/local time/,
		],
		[
			'a moment that is none',
			{ options: { moment: 'later' } },
			/^Moment 'later' is not a date and time$/,
			/local time/,
		],
		[
			'a moment before the booking',
			{ options: { moment: '2027-02-01' } },
			/^Moment '2027-02-01' is before the booking was made$/,
			/'Moment'/,
		],
		[
			'a negative prepayment',
			{ stayDetails: { prepaid: -1 } },
			/^Prepaid Amount '-1' is out of range$/,
			/0 or more/,
		],
		[
			'a rule of another hotel',
			{ cancellationRuleId: byId('999') },
			/^Cancellation Rule '999' is no cancellation rule of the property \d+$/,
			/'Cancellation Rule' from the list/,
		],
	])('refuses %s', async (_, changes, message, advice) => {
		await withHotel();
		const failure = await failed({ ...STAY, ...changes });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(advice);
		expect(failure.context.itemIndex).toBe(0);
	});

	it('asks for the time zone of a hotel that has none', async () => {
		await withHotel({ timeZone: null });
		const failure = await failed(STAY);
		expect(failure.message).toMatch(/^Property '\d+' has no known time zone/);
		expect(failure.description).toContain('provider');
	});

	it('offers the rules by the names of the rate plans that have them', async () => {
		await withHotel();
		const panel = await node(STAY);
		expect(await panel.search('searchCancellationRules')).toEqual({
			results: [
				{ name: 'Flexible, Weekend', value: '501' },
				{ name: 'By the Hour', value: '502' },
			],
		});
		expect((await panel.search('searchCancellationRules', 'hour')).results).toHaveLength(1);
	});
});

describe('Cancellation Rule → Calculate Penalty for a booking', () => {
	interface Step extends IDataObject {
		fromUtc: string;
		toUtc: string | null;
		amount: number | null;
		explanation: string;
	}

	it('gives an item for each room stay, each with the sum of the booking', async () => {
		const { number } = await sandbox.createBooking(property(), { roomStays: 3, nights: 2 });
		const items = await run({ number });
		expect(items.map(({ json, pairedItem }) => [json.number, json.roomStayIndex, pairedItem])).toEqual([
			[number, 1, { item: 0 }],
			[number, 2, { item: 0 }],
			[number, 3, { item: 0 }],
		]);
		const sum = items.reduce((total, { json }) => total + Number(json.penaltyNow), 0);
		for (const { json } of items) {
			expect(json.status).toBe('Active');
			expect(json.booking).toMatchObject({ roomStayCount: 3, isFreeNow: sum === 0 });
			expect((json.booking as IDataObject).penaltyNow).toBeCloseTo(sum, 6);
		}
	});

	it('tells of every booking a schedule without gaps, from its creation on', async () => {
		const bookings = await sandbox.createBookings(property(), 30, { nights: 3 });
		const panel = await node({ number: '={{ $json.number }}' });
		const items = await panel.execute(bookings as unknown as IDataObject[]);
		expect(new Set(items.map(({ json }) => json.number)).size).toBe(30);
		for (const { json } of items) {
			const schedule = json.schedule as Step[];
			expect(schedule[0]?.fromUtc).toBe(json.createdDateTime);
			for (const [index, step] of schedule.slice(1).entries()) {
				expect(Date.parse(step.fromUtc) - Date.parse(String(schedule[index]?.toUtc))).toBe(1000);
			}
			const now = schedule.find(
				({ fromUtc, toUtc }) => fromUtc <= String(json.atUtc) && (toUtc ?? '9') >= String(json.atUtc),
			);
			expect(now).toMatchObject({ amount: json.penaltyNow, explanation: json.explanation });
		}
		expect(new Set(items.map(({ json }) => json.freeCancellation)).size).toBeGreaterThan(1);
	});

	it('reads the hotel and its rules once for several bookings', async () => {
		const bookings = await sandbox.createBookings(property(), 3);
		const panel = await node({ number: '={{ $json.number }}' });
		await panel.execute(bookings as unknown as IDataObject[]);
		expect(await contentRequests()).toBe(2);
	});

	it('takes of a cancelled booking the moment of the cancellation, as the API did', async () => {
		const bookings = await sandbox.createBookings(property(), 25, {
			nights: 2,
			arrivalDate: DateTime.utc().plus({ days: 1 }).toISODate(),
		});
		const charged: unknown[] = [];
		for (const { number } of bookings) await sandbox.cancelBooking(property(), number);
		const panel = harness(new PartnerHotelContent(), {
			parameters: {
				resource: 'cancellationRule',
				operation: 'calculatePenalty',
				propertyId: byId(property()),
				number: '={{ $json.number }}',
			},
			credential: await newClient(sandbox),
		});
		const items = await panel.execute(bookings as unknown as IDataObject[]);
		const partner = await signIn(sandbox);
		for (const { json } of items) {
			const { body } = await partner.detail<{ booking: IDataObject }>(property(), String(json.number));
			const { cancelledDateTime, penaltyAmount } = body.booking.cancellation as IDataObject;
			const { penaltyNow } = json.booking as IDataObject;
			expect([json.atUtc, json.status, penaltyNow]).toEqual([
				cancelledDateTime,
				'Cancelled',
				penaltyAmount ?? 0,
			]);
			charged.push(penaltyNow);
		}
		expect(charged.some((amount) => Number(amount) > 0)).toBe(true);
	});

	const booked = (changes: IDataObject = {}): IDataObject => ({
		number: 'b-1',
		propertyId: '1024',
		status: 'Active',
		createdDateTime: '2027-03-01T09:00:00Z',
		currencyCode: 'EUR',
		guaranteeInfo: { totalPrepaid: 60 },
		roomStays: [
			{
				stayDates: { arrivalDateTime: '2027-07-10T15:00', departureDateTime: '2027-07-12T11:00' },
				ratePlans: [{ id: 'flex' }],
				dailyRates: [
					{ date: '2027-07-10', priceBeforeTax: 120, ratePlanId: 'flex' },
					{ date: '2027-07-11', priceBeforeTax: 99.5, ratePlanId: 'flex' },
				],
				total: { priceBeforeTax: 219.5, priceAfterTax: 241.45, taxAmount: 21.95 },
			},
		],
		...changes,
	});

	async function answeredWith(booking: IDataObject): Promise<void> {
		await withHotel();
		await sandbox.fault({
			kind: 'body',
			body: { booking, warnings: [{ code: '503', message: 'Take care' }] },
			match: { path: '/bookings/b-1' },
			times: 10,
		});
	}

	it.each<[string, INodeParameters, IDataObject]>([
		['before tax', { moment: '2027-07-08' }, { penaltyNow: 120, number: 'b-1', currency: 'EUR' }],
		['after tax', { moment: '2027-07-08', prices: 'afterTax' }, { penaltyNow: 132 }],
		['at its creation', { moment: '2027-03-01T09:00:00Z' }, { penaltyNow: 0, freeCancellation: 'until' }],
		[
			'after the arrival',
			{ moment: '2027-08-01' },
			{ penaltyNow: 30, booking: { roomStayCount: 1, penaltyNow: 30, freeUntil: '2027-07-07T14:59:59' } },
		],
	])('is reckoned %s', async (_, options, expected) => {
		await answeredWith(booked());
		const [item] = await records({ number: 'b-1', options });
		expect(item).toMatchObject({ ...expected, _warnings: [{ message: 'The service is overloaded' }] });
	});

	it('names guest, room type, rate plans and hotel beside their IDs, the most wanted first', async () => {
		const [stay] = booked().roomStays as IDataObject[];
		const plans = [{ id: 'flex', name: 'Flexible' }, { id: 'hours' }];
		const named = {
			...stay,
			roomType: { id: '7', name: 'Double' },
			ratePlans: plans,
			guests: [{ firstName: 'Mia', lastName: 'Lark' }],
		};
		await answeredWith(booked({ roomStays: [named] }));
		const [item = {}] = await records({ number: 'b-1' });
		expect(item).toMatchObject({
			guestName: 'Mia Lark',
			arrival: '2027-07-10',
			nights: 2,
			roomTypeName: 'Double',
			ratePlanNames: ['Flexible', 'By the Hour'],
			propertyName: 'Hotel',
			propertyId: property(),
			roomTypeId: '7',
			ratePlanIds: ['flex', 'hours'],
		});
		expect(Object.keys(item).slice(0, 8)).toEqual([
			...['number', 'status', 'guestName', 'arrival', 'departure', 'nights', 'roomTypeName', 'ratePlanNames'],
		]);
		const [nobody] = await records({ number: 'b-1', options: { leaveOutPersonalData: true } });
		expect(nobody).not.toHaveProperty('guestName');
		expect(nobody).toMatchObject({ roomTypeName: 'Double' });
	});

	it('counts from the later time of arrival that the guest has chosen', async () => {
		const [stay] = booked().roomStays as IDataObject[];
		const ofGuest = (arrivalDateTime: string, changes: IDataObject = {}): IDataObject => ({
			...stay,
			stayDates: { arrivalDateTime, departureDateTime: '2027-07-12T11:00' },
			dailyRates: [{ date: '2027-07-10', priceBeforeTax: 120, ratePlanId: 'hours' }],
			...changes,
		});
		const roomStays = [
			ofGuest('2027-07-10T18:00'),
			ofGuest('2027-07-10T14:00'),
			ofGuest('2027-07-10T12:00'),
			ofGuest('2027-07-10T18:00', {
				extraStayCharges: { earlyArrival: { overriddenDateTime: '2027-07-10T09:30' } },
			}),
		];
		await answeredWith(booked({ roomStays }));
		const items = await records({ number: 'b-1', options: { moment: '2027-07-08' } });
		expect(items.map(({ referencePoint, freeUntil }) => [referencePoint, freeUntil])).toEqual([
			['2027-07-10T18:00:00', '2027-07-09T18:00:00'],
			['2027-07-10T14:00:00', '2027-07-09T14:00:00'],
			['2027-07-10T14:00:00', '2027-07-09T14:00:00'],
			['2027-07-10T09:30:00', '2027-07-09T09:30:00'],
		]);
	});

	it.each<[string, IDataObject, string]>([
		[
			'a matching',
			{ beforeArrivalMatching: 'Sometimes', penaltyCalculationMethod: 'NoPenalty' },
			"Rule 501, term 1: the matching 'Sometimes' is not known",
		],
		[
			'a unit',
			{ beforeArrivalMatching: 'NoMoreThan', beforeArrivalUnit: 'Week', beforeArrivalValue: 1 },
			"Rule 501, term 1: the unit 'Week' is not known",
		],
		[
			'a method',
			{ beforeArrivalMatching: 'NoMatter', penaltyCalculationMethod: 'Sympathy', penaltyValue: 1 },
			"Rule 501, term 1 (at any time): the unknown method 'Sympathy'",
		],
	])('does not take %s that it does not know for free', async (_, term, explanation) => {
		await withHotel({}, [{ ...RULES[0], cancellationTerms: [term] }]);
		const booking = booked();
		await sandbox.fault({ kind: 'body', body: { booking }, match: { path: '/bookings/b-1' }, times: 1 });
		for (const parameters of [{ number: 'b-1' }, STAY]) {
			const [item] = await records(parameters);
			expect(item).toMatchObject({
				penaltyNow: null,
				isFreeNow: null,
				freeCancellation: 'unknown',
				freeUntil: null,
				explanation,
			});
		}
	});

	it('does not say what nights cost where the hotel sells days, but that they are charged', async () => {
		await withHotel({ stayUnitKind: 'DailyRate' });
		const booking = booked();
		await sandbox.fault({ kind: 'body', body: { booking }, match: { path: '/bookings/b-1' }, times: 1 });
		const ofBooking = { number: 'b-1', options: { moment: '2027-07-08' } };
		for (const parameters of [ofBooking, STAY, { ...STAY, nightPrices: '120, 99.50, 80' }]) {
			const [item] = await records(parameters);
			expect(item).toMatchObject({
				penaltyNow: null,
				isFreeNow: false,
				freeCancellation: 'ended',
				freeUntil: '2027-07-07T14:59:59',
				schedule: [{ amount: 0 }, { amount: null, method: 'FirstNights' }, { amount: 30 }],
			});
			expect(item?.explanation).toContain('the property sells no nights (stayUnitKind DailyRate)');
		}
	});

	it('says what is unknown, and why', async () => {
		const [stay] = booked().roomStays as IDataObject[];
		const odd = { ...stay, dailyRates: [], ratePlans: [{ id: 'odd' }] };
		await answeredWith(booked({ roomStays: [stay, odd] as IDataObject[] }));
		const [first, second] = await records({ number: 'b-1', options: { moment: '2027-07-08' } });
		expect(first).toMatchObject({
			penaltyNow: 120,
			booking: { penaltyNow: null, isFreeNow: null, freeCancellation: 'unknown' },
		});
		expect(second).toMatchObject({
			roomStayIndex: 2,
			penaltyNow: null,
			isFreeNow: null,
			explanation: 'Rate plan odd has no known cancellation rule',
			schedule: [{ from: '2027-03-01T10:00:00', to: null, amount: null }],
		});
	});

	it('does not lose a booking without room stays', async () => {
		await answeredWith(booked({ roomStays: [] }));
		expect(await records({ number: 'b-1' })).toEqual([
			expect.objectContaining({
				number: 'b-1',
				roomStayIndex: null,
				explanation: 'The booking has no room stays',
			}),
		]);
	});

	it('refuses a moment before the booking was made', async () => {
		await answeredWith(booked());
		const failure = await failed({ number: 'b-1', options: { moment: '2027-03-01T09:59:59' } });
		expect(failure.message).toBe("Moment '2027-03-01T09:59:59' is before the booking was made");
		expect(failure.description).toContain("'Moment'");
	});

	it('names a booking that does not exist, and one without a number', async () => {
		expect(await failed({ number: 'nowhere' })).toMatchObject({
			message: `The booking 'nowhere' was not found at the property '${property()}'`,
			httpCode: '404',
		});
		expect((await failed({ number: '' })).message).toBe('Booking Number is empty');
	});

	it('needs access to Content and to the bookings', async () => {
		const { number } = await sandbox.createBooking(property());
		for (const apiAccesses of [['content'], ['reservation_api']] as const) {
			const failure = await failed({ number }, await newClient(sandbox, { apiAccesses: [...apiAccesses] }));
			expect(failure.httpCode).toBe('403');
		}
	});

	it('is calculated anew when the API did not answer before', async () => {
		const { number } = await sandbox.createBooking(property(), { roomStays: 1 });
		const credential = await newClient(sandbox);
		await sandbox.fault({ kind: 'status', status: 404, match: { path: '/cancellation-rules' } });
		expect((await failed({ number }, credential)).message).toBe(`The property '${property()}' was not found`);
		expect(await run({ number }, credential)).toHaveLength(1);
	});
});
