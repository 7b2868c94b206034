import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { byId } from '../support/pms';
import { ARRIVAL, day, DEPARTURE, searchTests } from '../support/search';

const { sandbox, node, run, records, failed, sent } = searchTests();

const HOTEL = '/api/content/v1/properties/1024';
const charge: INodeParameters = {
	resource: 'extraStay',
	operation: 'calculateCharge',
	ruleFrom: 'rule',
	extraStayRuleId: byId('1'),
	kind: 'earlyCheckIn',
	time: '09:30',
	nightPrice: 90,
	currencyCode: 'GBP',
};

interface Period extends IDataObject {
	chargeType: string;
}

/** The rules of the property, for a client that has not read them yet. */
async function useRules(...rules: object[]): Promise<void> {
	const body = { extraStayRules: rules, warnings: null };
	await sandbox().fault({ kind: 'body', body, match: { path: '/extra-stay-rules' }, times: 2 });
}

const rule = (period: Partial<Period>, changes: object = {}) => {
	const periods = [{ startTime: '00:00', endTime: '24:00', rates: [], occupyQuota: false, ...period }];
	return {
		id: '1',
		propertyId: '1024',
		checkInTime: '16:00',
		checkOutTime: '10:00',
		overridesPropertyCheckInTime: true,
		overridesPropertyCheckOutTime: true,
		earlyCheckInPeriods: periods,
		lateCheckOutPeriods: periods,
		...changes,
	};
};

const HOURLY = rule({ chargeType: 'HourlyRate', rates: [{ currency: 'GBP', rate: 10.5 }] });
const PERCENT = rule({
	chargeType: 'Percent',
	percentOptions: { percentage: 50, extraPlacementEnabled: true, extraServiceOption: 'All' },
});
const AUTOMATIC = rule({ chargeType: 'HourlyRateAutoCalculated', occupyQuota: true });

const contentRequests = async () =>
	(await sandbox().requests({ path: '/api/content' })).map(({ path }) => path);

describe('Extra Stay → Calculate Charge by a rule', () => {
	it('needs no search, and pairs the charge with its item', async () => {
		await useRules(HOURLY);
		expect(await run(charge)).toEqual([
			{
				json: {
					kind: 'earlyCheckIn',
					time: '09:30',
					isExtraStay: true,
					allowed: true,
					// 6.5 × 10.50
					charge: 68.25,
					currency: 'GBP',
					chargeFrom: 'rule',
					chargeType: 'HourlyRate',
					period: { startTime: '00:00', endTime: '24:00' },
					roomGuaranteed: false,
					usualTime: '16:00',
					usualTimeFrom: 'rule',
					extraStayRuleId: '1',
					explanation:
						'An arrival at 09:30 is 6 h 30 min before the usual check-in time of the rule, 16:00. Rule 1, period 00:00 to 24:00, HourlyRate: 10.50 GBP per hour for 6 h 30 min = 68.25 GBP. The room is not guaranteed, even if it is prepaid.',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await sent()).toEqual([]);
		expect((await contentRequests()).sort()).toEqual([HOTEL, `${HOTEL}/extra-stay-rules`]);
	});

	it('reads the property and its rules once for many items', async () => {
		await useRules(HOURLY);
		const items = await (
			await node({ ...charge, time: '={{ $json.time }}', kind: '={{ $json.kind }}' })
		).execute([
			{ time: '09:30', kind: 'earlyCheckIn' },
			{ time: '15:00', kind: 'lateCheckOut' },
			{ time: '16:00', kind: 'earlyCheckIn' },
		]);
		// 5 h × 10.50
		expect(items.map(({ json, pairedItem }) => [json.charge, json.isExtraStay, pairedItem])).toEqual([
			[68.25, true, { item: 0 }],
			[52.5, true, { item: 1 }],
			[0, false, { item: 2 }],
		]);
		expect(await contentRequests()).toHaveLength(2);
	});

	it.each<[string, INodeParameters, number]>([
		['the night', {}, 45],
		['the surcharge for extra guests', { options: { extraPlacementPrice: 20 } }, 55],
		['meals and other services', { options: { mealPrice: 12, otherServicePrice: 8.5 } }, 55.25],
	])('a percentage is of %s', async (_, parameters, expected) => {
		await useRules(PERCENT);
		expect((await records({ ...charge, ...parameters }))[0]).toMatchObject({ charge: expected });
	});

	it.each<[string, number | string, number]>([
		['is 0', 0, 1],
		['is not', 90, 0],
	])('a hint is shown where the charge is a percentage and the price %s', async (_, nightPrice, hints) => {
		await useRules(PERCENT);
		const calculation = await node({ ...charge, nightPrice });
		const [item] = await calculation.execute();
		expect(item?.json.charge).toBe(Number(nightPrice) / 2);
		expect(calculation.hints).toHaveLength(hints);
	});

	it.each([
		['={{ "2027-05-10T09:30" }}', '09:30'],
		['2027-05-10 09:30', '09:30'],
		// Summer time in London.
		['2027-05-10T09:30:00Z', '10:30'],
		['24:00', '24:00'],
		['9:30', '09:30'],
	])('takes the time %s as %s at the hotel', async (time, expected) => {
		await useRules(HOURLY);
		expect((await records({ ...charge, time }))[0]).toMatchObject({ time: expected });
	});

	it.each<[string, INodeParameters, IDataObject, string]>([
		[
			'the evening before the arrival',
			{ time: '2027-05-09T22:00', arrivalDateTime: '2027-05-10T14:00' },
			{ time: '22:00', allowed: false, charge: null },
			'An arrival on 2027-05-09 at 22:00 is before the day of arrival, 2027-05-10. This is no early check-in: it takes another night.',
		],
		[
			// Summer time in London.
			'the evening before the arrival, with an offset',
			{ time: '2027-05-09T22:30:00Z', arrivalDateTime: '2027-05-10' },
			{ time: '23:30', allowed: false, charge: null },
			'it takes another night',
		],
		[
			'the day of arrival, with an offset of the day before',
			{ time: '2027-05-09T23:30:00Z', arrivalDateTime: '2027-05-10T14:00:00+01:00' },
			// 15.5 × 10.50
			{ time: '00:30', allowed: true, charge: 162.75 },
			'An arrival at 00:30 is 15 h 30 min before',
		],
		[
			'the night after the departure',
			{ kind: 'lateCheckOut', time: '2027-05-13T00:30', departureDateTime: '2027-05-12T10:00' },
			{ time: '00:30', allowed: false, charge: null },
			'A departure on 2027-05-13 at 00:30 is after the day of departure, 2027-05-12. This is no late check-out: it takes another night.',
		],
		[
			'the end of the day of departure',
			{ kind: 'lateCheckOut', time: '2027-05-12T24:00', departureDateTime: '2027-05-12' },
			{ time: '00:00', allowed: false, charge: null },
			'it takes another night',
		],
		[
			'the evening before the arrival, that is not entered',
			{ time: '2027-05-09 22:00', arrivalDateTime: '', departureDateTime: '2027-05-12T10:00' },
			{ time: '22:00', isExtraStay: null, allowed: null, charge: null },
			"Enter 'Arrival'.",
		],
		[
			'the day after the arrival',
			{ time: '2027-05-11T09:30', arrivalDateTime: '={{ "2027-05-10" }}' },
			{ time: '09:30', isExtraStay: false, allowed: null, charge: null },
			"Check 'Time' and 'Arrival'.",
		],
		[
			'a time alone, whatever the days of the stay',
			{ time: '22:00', arrivalDateTime: '2027-05-10T14:00', departureDateTime: '2027-05-12' },
			{ time: '22:00', isExtraStay: false, allowed: true, charge: 0 },
			'An arrival at 22:00 is no early check-in',
		],
	])('goes by the date: %s', async (_, parameters, expected, explanation) => {
		await useRules(HOURLY);
		const [record] = await records({ ...charge, ...parameters });
		expect(record).toMatchObject(expected);
		expect(record?.explanation).toContain(explanation);
		expect(await sent()).toEqual([]);
	});

	it('refuses a day of the stay that is none, where a date makes it count', async () => {
		await useRules(HOURLY);
		const parameters = { ...charge, arrivalDateTime: 'soon' };
		const failure = await failed({ ...parameters, time: '2027-05-09T22:00' });
		expect(failure.message).toBe("Arrival 'soon' is not a date");
		expect((await records(parameters))[0]).toMatchObject({ charge: 68.25 });
	});

	it('does not know a charge in a currency without a rate', async () => {
		await useRules(HOURLY);
		const [record] = await records({ ...charge, currencyCode: 'EUR' });
		expect(record).toMatchObject({ allowed: null, charge: null, chargeFrom: null, currency: 'EUR' });
		expect(record?.explanation).toContain('no rate in EUR, only in GBP, so the charge is not known.');
	});

	it('does not know a percentage of a night where the hotel sells days', async () => {
		await useRules(PERCENT);
		const body = {
			id: '1024',
			name: 'Spa',
			stayUnitKind: 'DailyRate',
			timeZone: { id: 'Europe/London' },
			policy: { checkInTime: '14:00', checkOutTime: '11:00' },
			ratePlans: [],
		};
		await sandbox().fault({ kind: 'body', body, match: { path: HOTEL }, times: 1 });
		const [record] = await records(charge);
		expect(record).toMatchObject({ allowed: true, charge: null, chargeType: 'Percent' });
		expect(record?.explanation).toContain('the property sells no nights (stayUnitKind DailyRate)');
	});

	it('takes a currency in small letters', async () => {
		await useRules(HOURLY);
		expect((await records({ ...charge, currencyCode: 'gbp' }))[0]).toMatchObject({ charge: 68.25 });
	});

	it.each<[string, INodeParameters, string, string]>([
		['no time', { time: '' }, 'Time is not a time', 'like 09:30'],
		['a time that is none', { time: 'noon' }, "Time 'noon' is not a time", 'like 09:30'],
		['an hour that does not exist', { time: '25:00' }, "Time '25:00' is not a time", 'like 09:30'],
		['a date alone', { time: '2027-05-10' }, "Time '2027-05-10' is not a time", 'like 09:30'],
		['no currency', { currencyCode: '' }, 'Currency is empty', 'Enter a value'],
		['a currency in words', { currencyCode: 'pounds' }, "Currency 'pounds' is not a currency code", 'EUR'],
		['a price below 0', { nightPrice: -1 }, "Price of the Night '-1' is out of range", '0 or more'],
		['a price in words', { nightPrice: 'ninety' }, "Price of the Night 'ninety' is not a number", 'number'],
		[
			'services below 0',
			{ options: { mealPrice: -1 } },
			"Meals per Night '-1' is out of range",
			'Enter a number 0 or more.',
		],
		[
			'another kind',
			{ kind: 'earlyArrival' },
			"Kind 'earlyArrival' is not one of the options",
			'earlyCheckIn',
		],
		['no rule', { extraStayRuleId: byId('') }, 'Extra-Stay Rule is empty', 'Enter a value'],
		[
			'an unknown rule',
			{ extraStayRuleId: byId('999') },
			"Extra-Stay Rule '999' does not exist in this property",
			"Choose one from the list in 'Extra-Stay Rule', or check 'Property'.",
		],
		['no rate plan', { ruleFrom: 'ratePlan', ratePlanId: byId('') }, 'Rate Plan is empty', 'Enter a value'],
		[
			'an unknown rate plan',
			{ ruleFrom: 'ratePlan', ratePlanId: byId('999') },
			"Rate Plan '999' does not exist in this property",
			"Choose one from the list in 'Rate Plan', or check 'Property'.",
		],
		[
			'an unknown property',
			{ propertyId: byId('999999') },
			"The property '999999' was not found",
			'Property',
		],
	])('refuses %s', async (_, parameters, message, description) => {
		await useRules(HOURLY);
		const failure = await failed({ ...charge, ...parameters });
		expect(failure.message).toBe(message);
		expect(failure.description).toContain(description);
		expect(await sent()).toEqual([]);
	});

	it('looks again for a rule that is new', async () => {
		await useRules(HOURLY);
		const calculation = await node({ ...charge, extraStayRuleId: byId('={{ $json.rule }}') });
		await calculation.execute([{ rule: '1' }]);
		await sandbox().clearFaults();
		await useRules(HOURLY, { ...PERCENT, id: '2' });
		const [item] = await calculation.execute([{ rule: '2' }]);
		expect(item?.json).toMatchObject({ extraStayRuleId: '2', charge: 45 });
	});

	it('refuses a rule that cannot be read', async () => {
		await useRules(rule({ chargeType: 'Free', startTime: 'dawn' }));
		expect((await failed(charge)).message).toBe("The response of the partner API has no time 'startTime'");
	});

	it('requires access to Content', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
		const failure = await failed(charge, { credential });
		expect(failure.message).toContain('no access to Content');
	});
});

describe('Extra Stay → Calculate Charge by a rate plan', () => {
	interface Plan extends IDataObject {
		id: string;
		extraStayRuleId: string | null;
	}

	/** The rate plans of the hotel, as it has them. */
	async function plans(): Promise<Plan[]> {
		const { ratePlans } = await sandboxContent<{ ratePlans: Plan[] }>('');
		return ratePlans;
	}

	async function sandboxContent<T>(path: string): Promise<T> {
		const { baseUrl, apiClientId, apiClientSecret } = await newClient(sandbox());
		const grant = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: apiClientId,
			client_secret: apiClientSecret,
		});
		const token = await fetch(`${baseUrl}/auth/token`, { method: 'POST', body: grant });
		const { access_token: bearer } = (await token.json()) as { access_token: string };
		const answer = await fetch(`${baseUrl}${HOTEL}${path}`, {
			headers: { authorization: `Bearer ${bearer}` },
		});
		return (await answer.json()) as T;
	}

	const byPlan = (id: string, changes: INodeParameters = {}): INodeParameters => ({
		...charge,
		ruleFrom: 'ratePlan',
		ratePlanId: byId(id),
		...changes,
	});

	async function planWithRule(): Promise<Plan & { extraStayRuleId: string }> {
		const found = (await plans()).find(({ extraStayRuleId }) => extraStayRuleId !== null);
		return found as Plan & { extraStayRuleId: string };
	}

	/** A rate plan whose rule has this body. */
	async function planWith(body: object): Promise<Plan> {
		const plan = await planWithRule();
		await useRules({ ...body, id: plan.extraStayRuleId });
		return plan;
	}

	it('takes the rule of the rate plan', async () => {
		const plan = await planWithRule();
		const [record] = await records(byPlan(plan.id, { time: '09:00' }));
		expect(record).toMatchObject({
			extraStayRuleId: plan.extraStayRuleId,
			chargeType: 'Fixed',
			usualTimeFrom: 'property',
			roomGuaranteed: true,
		});
	});

	it('a rate plan without a rule allows nothing outside the usual times', async () => {
		const plan = (await plans()).find(({ extraStayRuleId }) => extraStayRuleId === null) as Plan;
		const [record] = await records(byPlan(plan.id));
		expect(record).toMatchObject({ allowed: false, charge: null, extraStayRuleId: null });
		expect(record?.explanation).toContain('The rate plan has no extra-stay rule');
	});

	it('a rate plan whose rule is missing is refused', async () => {
		const plan = await planWithRule();
		await useRules({ ...HOURLY, id: 'other' });
		const failure = await failed(byPlan(plan.id));
		expect(failure.message).toBe(
			`The partner API has no extra-stay rule '${plan.extraStayRuleId}', which the rate plan '${plan.id}' refers to`,
		);
		expect(failure.description).toContain('Run the workflow again in a few minutes');
	});

	const stay: INodeParameters = {
		arrivalDateTime: `${ARRIVAL}T14:00`,
		departureDateTime: `${DEPARTURE}T12:00`,
		placements: 'AdultBed-2',
		adults: 2,
		childAges: '',
	};

	it.each<[string, INodeParameters]>([
		['not to be asked', { askApi: false }],
		['not able to answer for a rule alone', { ruleFrom: 'rule', askApi: true }],
	])('says that it does not know what only the API can calculate: %s', async (_, changes) => {
		const plan = await planWith(AUTOMATIC);
		const [record] = await records(
			byPlan(plan.id, { extraStayRuleId: byId(plan.extraStayRuleId as string), ...stay, ...changes }),
		);
		expect(record).toMatchObject({
			allowed: true,
			charge: null,
			chargeFrom: null,
			chargeType: 'HourlyRateAutoCalculated',
			roomGuaranteed: true,
		});
		expect(record?.explanation).toContain("Take the rule from the rate plan and switch on 'Ask the API'");
		expect(await sent()).toEqual([]);
	});

	/** The offer of a rate plan whose rule leaves the charge to the API, and its options. */
	async function automaticOffer() {
		const getOffers = { operation: 'getOffers', childAges: '5', simplify: false, returnAll: true };
		const offers = await records({ ...getOffers, includeExtraStays: true });
		const { extraStayRules } = await sandboxContent<{
			extraStayRules: Array<{ id: string; earlyCheckInPeriods: Period[] }>;
		}>('/extra-stay-rules');
		const automatic = extraStayRules.find(({ earlyCheckInPeriods }) =>
			earlyCheckInPeriods.some(({ chargeType }) => chargeType === 'HourlyRateAutoCalculated'),
		);
		const plan = (await plans()).find(({ extraStayRuleId }) => extraStayRuleId === automatic?.id) as Plan;
		const offer = offers.find(({ ratePlan }) => (ratePlan as Plan).id === plan.id) as {
			roomType: { id: string; placements: Array<{ code: string }> };
			stayDates: IDataObject;
			extraStays: { earlyCheckIn: Array<{ total: { priceBeforeTax: number }; dateTimeLocal: string }> };
		};
		await sandbox().resetReport();
		const { roomType } = offer;
		const parameters = byPlan(plan.id, {
			...stay,
			askApi: true,
			roomTypeId: byId(roomType.id),
			placements: roomType.placements.map(({ code }) => code).join(', '),
			childAges: '5',
		});
		return { parameters, roomType, plan, option: offer.extraStays.earlyCheckIn[9] };
	}

	it('asks the API with one request what only the API can calculate', async () => {
		const { parameters, plan, roomType, option } = await automaticOffer();
		const time = String(option?.dateTimeLocal.slice(11));
		expect(time).toBe('09:00');
		const [record] = await records({ ...parameters, time });
		expect(record).toMatchObject({
			allowed: true,
			charge: option?.total.priceBeforeTax,
			chargeFrom: 'api',
			chargeType: 'HourlyRateAutoCalculated',
		});
		expect(record?.explanation).toContain('The API calculates ');
		expect(await sent()).toEqual([
			{
				request: 'POST /api/search/v1/properties/1024/extra-stays',
				query: {},
				body: {
					stayDates: {
						arrivalDateTime: `${ARRIVAL}T14:00`,
						departureDateTime: `${DEPARTURE}T12:00`,
					},
					roomType: { id: roomType.id, placements: roomType.placements.map(({ code }) => ({ code })) },
					ratePlan: { id: plan.id },
					guestCount: { adultCount: 2, childAges: [5] },
				},
			},
		]);
	});

	it('asks the API also what a rule does not tell in the currency', async () => {
		const { parameters, plan } = await automaticOffer();
		const rates = [{ currency: 'USD', rate: 9 }];
		await useRules({ ...rule({ chargeType: 'Fixed', rates }), id: plan.extraStayRuleId });
		const [record] = await records({ ...parameters, time: '09:00' });
		expect(record).toMatchObject({ allowed: true, chargeFrom: 'api', chargeType: 'Fixed' });
		expect(record?.charge).toEqual(expect.any(Number));
		expect(await sent()).toHaveLength(1);
	});

	it('does not ask the API what takes another night', async () => {
		const plan = await planWith(AUTOMATIC);
		const parameters = { ...stay, askApi: true, time: `${day(39)}T22:00` };
		const [record] = await records(byPlan(plan.id, parameters));
		expect(record).toMatchObject({ allowed: false, charge: null });
		expect(await sent()).toEqual([]);
	});

	it('asks the API with the corporate clients of the rate plan', async () => {
		const { parameters, plan } = await automaticOffer();
		await records({ ...parameters, time: '09:00', options: { corporateIds: '4821' } });
		expect((await sent()).map(({ body }) => body?.ratePlan)).toEqual([
			{ id: plan.id, corporateIds: ['4821'] },
		]);
	});

	it('says which times the API offers instead', async () => {
		const { parameters } = await automaticOffer();
		const [record] = await records({ ...parameters, time: '09:30' });
		expect(record).toMatchObject({ allowed: true, charge: null, chargeFrom: null });
		expect(record?.explanation).toContain(
			`the API offers no early check-in at ${ARRIVAL}T09:30, but at 00:00, 01:00,`,
		);
	});

	it.each<[string, object]>([
		['null', { extraStays: null }],
		['with a warning', { extraStays: {}, warnings: [{ code: 'Closed', message: 'No extras today' }] }],
	])('an answer of the API that is %s leaves the charge unknown', async (_, body) => {
		const plan = await planWith(AUTOMATIC);
		await sandbox().fault({ kind: 'body', body, match: { path: '/extra-stays' } });
		const [record] = await records(byPlan(plan.id, { ...stay, askApi: true, roomTypeId: byId('1') }));
		expect(record).toMatchObject({ charge: null, chargeFrom: null });
		expect(record?._warnings).toEqual('warnings' in body ? body.warnings : undefined);
	});

	it('does not ask the API where the rule says enough', async () => {
		const plan = await planWith(HOURLY);
		expect((await records(byPlan(plan.id, { askApi: true })))[0]).toMatchObject({ charge: 68.25 });
		expect(await sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['an arrival', { arrivalDateTime: '' }, 'Arrival is empty'],
		['a departure', { departureDateTime: '' }, 'Departure is empty'],
		['a room type', { roomTypeId: byId('') }, 'Room Type is empty'],
		['placements', { placements: '' }, 'Placement Codes is empty'],
		['an arrival that is not over', { arrivalDateTime: `${day(-3)}T14:00` }, 'Arrival'],
	])('asks the API only with %s', async (_, changes, message) => {
		const plan = await planWith(AUTOMATIC);
		const failure = await failed(
			byPlan(plan.id, { ...stay, askApi: true, roomTypeId: byId('1'), ...changes }),
		);
		expect(failure.message).toContain(message);
		expect(await sent()).toEqual([]);
	});

	it('lists the rules by the rate plans that refer to them', async () => {
		const plan = await planWithRule();
		const dropdown = await node(charge);
		const { results } = await dropdown.search('searchExtraStayRules');
		expect(results).toContainEqual({
			name: plan.name,
			value: plan.extraStayRuleId,
		});
		await useRules({ ...HOURLY, id: 'unused' }, { propertyId: '1024' });
		expect((await (await node(charge)).search('searchExtraStayRules')).results).toEqual([
			{ name: 'unused', value: 'unused' },
		]);
	});
});
