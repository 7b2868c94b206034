import { startSandbox, type Sandbox } from './support/sandbox';
import { cents, dateIn, HOTEL, wallClock } from './hotel';
import {
	extraStayPrice,
	penaltyOf,
	usualTime,
	type Content as RuleContent,
	type Hotel as RuleBook,
} from './ruleBook';
import { signIn, type ErrorBody, type Partner, type PartnerAnswer, type Query } from './partner';

interface Total {
	priceBeforeTax: number;
	taxAmount: number;
	taxes: Array<{ amount: number; name: string }> | null;
}

interface ExtraStays {
	earlyCheckIn: Array<{ total: Total; dateTimeLocal: string; isOccupyQuota: boolean; currencyCode: string }>;
	lateCheckOut: Array<{ total: Total; dateTimeLocal: string; isOccupyQuota: boolean; currencyCode: string }>;
}

interface ExtraService {
	id: string;
	kind: string;
	mealPlanCode: string | null;
	calculationMethod: string;
	quantity: number | null;
	maxQuantity: number | null;
	total: Total;
	quantityByGuests?: object | null;
}

interface ShortOffer {
	propertyId: string;
	roomType: { id: string; placements: Array<{ code: string; count: number; kind: string }> };
	ratePlan: { id: string };
	currencyCode: string;
	dailyRates?: Array<{ priceBeforeTax: number; date: string }>;
	total: Total;
	includedServices: Array<{ id: string; mealPlanCode: string | null }>;
	mealPlanCode: string;
	fullPlacementsName: string;
}

interface Offer extends ShortOffer {
	availability: number;
	guestCount: { adultCount: number; childAges: number[] };
	stayDates: { arrivalDateTime: string; departureDateTime: string };
	cancellationPolicy: {
		freeCancellationPossible: boolean;
		freeCancellationDeadlineLocal: string | null;
		freeCancellationDeadlineUtc: string | null;
		penaltyAmount: number | null;
	};
	checksum: string;
	extraServicesAvailable: boolean;
	extraStays?: ExtraStays | null;
	extraServices?: ExtraService[] | null;
}

interface Content extends RuleContent {
	ratePlans: Array<{
		id: string;
		cancellationRuleId: string;
		corporateOnly: boolean;
		isStayWithChildrenOnly: boolean;
		extraStayRuleId: string | null;
		availableServices: Array<{ id: number; included: boolean; roomTypeIds: number[] | null }>;
	}>;
	roomTypes: Array<{ id: string; occupancy: { adultBed: number; extraBed: number } }>;
	services: Array<{ id: string; kind: string; status: string }>;
}

const LOWEST = 'search/v1/properties/room-stays/search';
const ONE = `search/v1/properties/${HOTEL}`;
const STAY = { arrivalDate: dateIn(30), departureDate: dateIn(33) };

let sandbox: Sandbox;
let partner: Partner;
let content: Content;
let rules: Pick<RuleBook, 'cancellationRules' | 'extraStayRules'>;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 100, properties: 12 });
	partner = await signIn(sandbox);
	const records = `content/v1/properties/${HOTEL}`;
	content = (await partner.get<Content>(records)).body;
	rules = {
		...(await partner.get<Pick<RuleBook, 'cancellationRules'>>(`${records}/cancellation-rules`)).body,
		...(await partner.get<Pick<RuleBook, 'extraStayRules'>>(`${records}/extra-stay-rules`)).body,
	};
});

afterEach(async () => {
	await sandbox.settings({ dialect: 'specification' });
});

afterAll(async () => {
	await sandbox.stop();
});

async function lowest(
	criteria: object = {},
): Promise<{ roomStays: ShortOffer[]; warnings: Array<{ code: string } | null> }> {
	const answer = await partner.send<{ roomStays: ShortOffer[]; warnings: Array<{ code: string }> }>(
		'POST',
		LOWEST,
		{ ...STAY, adults: 2, ...criteria },
	);
	if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
	return answer.body;
}

async function offers(query: Query = {}): Promise<Offer[]> {
	const answer = await partner.get<{ roomStays: Offer[] }>(`${ONE}/room-stays`, {
		...STAY,
		adults: 2,
		...query,
	});
	if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
	return answer.body.roomStays;
}

const planOf = ({ ratePlan }: ShortOffer) => content.ratePlans.find(({ id }) => id === ratePlan.id);

const extraStayRuleOf = (offer: ShortOffer) =>
	rules.extraStayRules.find(({ id }) => id === planOf(offer)?.extraStayRuleId);

async function createCorporate(): Promise<string> {
	const { body } = await partner.send<{ corporate: { id: string } }>('POST', 'reference-data/corporates', {
		taxpayerIdentificationNumber: '1',
		registrationReasonCode: '2',
	});
	return body.corporate.id;
}

/** `2026-09-14T09:00Z` → `2026-09-14T09:01:00.000Z`. */
function plusMinute(instant: string): string {
	return new Date(Date.parse(instant) + 60_000).toISOString();
}

describe('The search of one property', () => {
	it('offers room types under rate plans, the cheapest first', async () => {
		const found = await offers();
		const prices = found.map(({ total }) => total.priceBeforeTax);

		expect(prices).toEqual([...prices].sort((one, other) => one - other));
		expect(found[0]).toMatchObject({
			propertyId: HOTEL,
			currencyCode: 'GBP',
			guestCount: { adultCount: 2, childAges: [] },
			stayDates: {
				arrivalDateTime: `${STAY.arrivalDate}T${content.policy.checkInTime}`,
				departureDateTime: `${STAY.departureDate}T${content.policy.checkOutTime}`,
			},
		});
		for (const offer of found) {
			const nights = offer.dailyRates ?? [];
			expect(nights.map(({ date }) => date)).toEqual([dateIn(30), dateIn(31), dateIn(32)]);
			expect(cents(offer.total.priceBeforeTax)).toBe(
				nights.reduce((sum, { priceBeforeTax }) => sum + cents(priceBeforeTax), 0),
			);
			expect(cents(offer.total.taxAmount)).toBe(
				(offer.total.taxes ?? []).reduce((sum, { amount }) => sum + cents(amount), 0),
			);
		}
	});

	it('gives a night the same price in every search', async () => {
		const short = await offers({ arrivalDate: dateIn(31), departureDate: dateIn(32) });
		const long = await offers();
		const priceIn = (found: Offer[], { roomType, ratePlan }: Offer) =>
			found
				.find((offer) => offer.roomType.id === roomType.id && offer.ratePlan.id === ratePlan.id)
				?.dailyRates?.find(({ date }) => date === dateIn(31));

		for (const offer of short) expect(priceIn(long, offer)).toEqual(offer.dailyRates?.[0]);
	});

	it('counts free rooms: rooms of the type without the stays of the fullest night', async () => {
		const free = async (first: number, after: number) => {
			const query = { arrivalDate: dateIn(first), departureDate: dateIn(after), adults: 1 };
			const counts = (await offers(query)).map(
				({ roomType, availability }) => [roomType.id, availability] as const,
			);
			return new Map(counts);
		};
		const before = await free(301, 302);
		const { number } = await sandbox.createBooking(HOTEL, {
			arrivalDate: dateIn(301),
			nights: 5,
			roomStays: 1,
		});
		const detail = await partner.detail<{ booking: { roomStays: Array<{ roomType: { id: string } }> } }>(
			HOTEL,
			number,
		);
		const [night, after, both] = [await free(300, 301), await free(301, 302), await free(300, 302)];
		const taken = String(detail.body.booking.roomStays[0]?.roomType.id);
		await sandbox.cancelBooking(HOTEL, number);

		expect(after).toEqual(new Map(before).set(taken, Number(before.get(taken)) - 1));
		expect(both.size).toBeGreaterThan(1);
		for (const [id, count] of both)
			expect(count).toBe(Math.min(Number(night.get(id)), Number(after.get(id))));
		expect(await free(301, 302)).toEqual(before);
	});

	it('offers no room type that is sold out', async () => {
		const arrivalDate = dateIn(310);
		await sandbox.createBookings(HOTEL, 200, { arrivalDate, nights: 1, roomStays: 1 });

		expect(await offers({ arrivalDate, departureDate: dateIn(311) })).toEqual([]);
		expect((await offers({ arrivalDate: dateIn(311), departureDate: dateIn(312) })).length).toBeGreaterThan(
			0,
		);
	});

	it.each<[string, Query, string[]]>([
		['one adult', { adults: 1 }, ['AdultBed-1']],
		['a couple with a child', { adults: 2, childAges: '5' }, ['AdultBed-2', 'ChildBed-1']],
		['a baby', { adults: 2, childAges: '1' }, ['AdultBed-2', 'ChildWithoutBed-1']],
		['a youth of 16', { adults: 2, childAges: '16' }, ['AdultBed-3']],
		['five adults', { adults: 5 }, ['AdultBed-4', 'ExtraAdultBed-1']],
	])('finds places for %s', async (_label, query, codes) => {
		const placements = (await offers(query)).map(({ roomType }) =>
			roomType.placements.map(({ code }) => code),
		);

		expect(placements).toContainEqual(codes);
	});

	it('describes the places in words', async () => {
		const names = (await offers({ adults: 2, childAges: '5' })).map((offer) => offer.fullPlacementsName);

		expect(names).toContain('2 adults in adult beds, 1 child in an adult bed.');
	});

	it('offers nothing for more people than any room takes', async () => {
		expect(await offers({ adults: 9 })).toEqual([]);
	});

	it('keeps plans for stays with children and for companies to those', async () => {
		const couple = await offers();
		const family = await offers({ childAges: '5' });

		expect(couple.filter((offer) => planOf(offer)?.isStayWithChildrenOnly)).toEqual([]);
		expect(family.some((offer) => planOf(offer)?.isStayWithChildrenOnly)).toBe(true);
		expect(family.filter((offer) => planOf(offer)?.corporateOnly)).toEqual([]);
	});

	it('shows corporate plans when a corporate client is named', async () => {
		const found = await offers({ corporateIds: await createCorporate() });

		expect(found.some((offer) => planOf(offer)?.corporateOnly)).toBe(true);
		expect((await offers({ corporateIds: '4' })).some((offer) => planOf(offer)?.corporateOnly)).toBe(false);
	});

	it('tells until when cancelling is free, in both times', async () => {
		const policies = (await offers({ childAges: '5' })).map(({ cancellationPolicy }) => cancellationPolicy);
		const withDeadline = policies.filter((policy) => policy.freeCancellationDeadlineLocal !== null);
		const never = policies.filter((policy) => !policy.freeCancellationPossible);

		expect(withDeadline.length).toBeGreaterThan(0);
		for (const policy of withDeadline) {
			const utc = String(policy.freeCancellationDeadlineUtc);
			expect(utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/);
			expect(wallClock('Europe/London', utc)).toBe(policy.freeCancellationDeadlineLocal);
			expect(policy.penaltyAmount).toBeGreaterThan(0);
		}
		expect(never.length).toBeGreaterThan(0);
		expect(never.every((policy) => policy.freeCancellationDeadlineUtc === null)).toBe(true);
	});

	// Of each offer: "free" is free, and one minute later it costs what is said.
	it.each([[3], [30]])('follows the cancellation rule of the rate plan, %i days ahead', async (days) => {
		const stay = { arrivalDate: dateIn(days), departureDate: dateIn(days + 3) };
		const before = new Date().toISOString();
		const found = await offers({ ...stay, childAges: '5' });
		const after = new Date().toISOString();
		for (const offer of found) {
			const policy = offer.cancellationPolicy;
			const rule = rules.cancellationRules.find(({ id }) => id === planOf(offer)?.cancellationRuleId);
			if (rule === undefined) throw new Error('The rate plan has no cancellation rule');
			const methods = rule.cancellationTerms.map((term) => term.penaltyCalculationMethod);
			const always = rule.cancellationTerms.some((term) => term.beforeArrivalMatching === 'NoMatter');
			const gross = offer.total.priceBeforeTax + offer.total.taxAmount;
			const facts = {
				arrivalDate: stay.arrivalDate,
				createdDateTime: before,
				nightPrices: (offer.dailyRates ?? []).map(({ priceBeforeTax }) => priceBeforeTax),
				prepaid: methods.includes('PrepaymentPercent')
					? Math.round((cents(gross) * (always ? 100 : 30)) / 100) / 100
					: 0,
			};
			const penalty = (moment: string) => penaltyOf(rule, facts, moment, content);
			const deadline = policy.freeCancellationDeadlineUtc;
			const charged = cents(policy.penaltyAmount ?? 0);

			expect([penalty(before), penalty(after)].map((amount) => amount === 0)).toContain(
				policy.freeCancellationPossible,
			);
			if (deadline === null) {
				expect([penalty(before), penalty(after)]).toContain(charged);
			} else {
				expect([penalty(deadline), penalty(plusMinute(deadline))]).toEqual([0, charged]);
			}
		}
	});

	// "overridesPropertyCheckInTime, overridesPropertyCheckOutTime"
	it('has the times of the rate plan’s rule where that overrides the property’s', async () => {
		const found = await offers({ corporateIds: await createCorporate(), childAges: '5' });
		const times = found.map(({ stayDates }) => [stayDates.arrivalDateTime, stayDates.departureDateTime]);

		expect(times).toEqual(
			found.map((offer) => [
				`${STAY.arrivalDate}T${usualTime(extraStayRuleOf(offer), 'early', content)}`,
				`${STAY.departureDate}T${usualTime(extraStayRuleOf(offer), 'late', content)}`,
			]),
		);
		expect(new Set(times.map(([arrival]) => arrival)).size).toBe(2);
	});

	it('carries an opaque checksum of its own for every offer', async () => {
		const checksums = (await offers()).map(({ checksum }) => checksum);

		expect(new Set(checksums).size).toBe(checksums.length);
		expect(checksums.filter((checksum) => !/^[A-Za-z0-9+/]+=*$/.test(checksum))).toEqual([]);
	});

	it.each<[string, Query, boolean, boolean]>([
		['nothing', {}, false, false],
		['extra stays', { includeExtraStays: 'true' }, true, false],
		['extra services', { includeExtraServices: 'true' }, false, true],
		['both', { includeExtraStays: 'true', includeExtraServices: 'true' }, true, true],
	])('adds %s when asked', async (_label, query, stays, services) => {
		for (const offer of await offers(query)) {
			expect([offer.extraStays !== undefined, offer.extraServices !== undefined]).toEqual([stays, services]);
		}
	});
});

describe('Extra stays', () => {
	const body = ({ stayDates, roomType, ratePlan, guestCount }: Offer) => ({
		stayDates,
		roomType,
		ratePlan,
		guestCount,
	});

	async function extraStays(criteria: object): Promise<ExtraStays> {
		const answer = await partner.send<{ extraStays: ExtraStays }>('POST', `${ONE}/extra-stays`, criteria);
		return answer.body.extraStays;
	}

	it('are the same alone and beside the offers', async () => {
		for (const offer of await offers({ includeExtraStays: 'true' })) {
			expect(await extraStays(body(offer))).toEqual(offer.extraStays);
		}
	});

	it('follow the extra-stay rule of the rate plan', async () => {
		const found = await offers({ includeExtraStays: 'true' });
		const without = found.filter((offer) => planOf(offer)?.extraStayRuleId === null);
		const withRule = found.filter((offer) => planOf(offer)?.extraStayRuleId !== null);

		expect(without.length * withRule.length).toBeGreaterThan(0);
		for (const offer of without) expect(offer.extraStays).toEqual({ earlyCheckIn: [], lateCheckOut: [] });
		for (const { extraStays: extras, stayDates } of withRule) {
			const early = extras?.earlyCheckIn ?? [];
			const late = extras?.lateCheckOut ?? [];
			expect(early.length * late.length).toBeGreaterThan(0);
			expect(early.every(({ dateTimeLocal }) => dateTimeLocal < stayDates.arrivalDateTime)).toBe(true);
			expect(early[0]?.dateTimeLocal).toBe(`${STAY.arrivalDate}T06:00`);
			expect(late.every(({ dateTimeLocal }) => dateTimeLocal > stayDates.departureDateTime)).toBe(true);
		}
	});

	it('charge a percentage, a fixed rate or by the hour as the rule says', async () => {
		const [offer] = (await offers({ includeExtraStays: 'true' })).filter(
			(one) => planOf(one)?.extraStayRuleId !== null,
		);
		const price = (list: ExtraStays['lateCheckOut'] | undefined, time: string) =>
			cents(list?.find(({ dateTimeLocal }) => dateTimeLocal.endsWith(time))?.total.priceBeforeTax ?? NaN);
		const nights = offer?.dailyRates ?? [];
		const early = offer?.extraStays?.earlyCheckIn;
		const late = offer?.extraStays?.lateCheckOut;

		expect(Math.abs(price(early, 'T06:00') - cents(nights[0]?.priceBeforeTax ?? NaN) / 2)).toBeLessThan(1);
		expect(price(early, 'T09:00')).toBe(4_700);
		expect(price(late, 'T17:00') - price(late, 'T16:00')).toBe(700);
		expect(price(late, 'T20:00')).toBe(cents(nights.at(-1)?.priceBeforeTax ?? 0));
	});

	// Four people fill the beds of the family suite; the fifth has an extra bed.
	it('charge a percentage with or without the extra guest, as the rule says', async () => {
		const query = { includeExtraStays: 'true', corporateIds: await createCorporate() };
		const four = await offers({ ...query, adults: 4 });
		const five = await offers({ ...query, adults: 5 });
		const seen: string[] = [];
		for (const offer of five) {
			const alike = four.find(
				({ roomType, ratePlan }) => roomType.id === offer.roomType.id && ratePlan.id === offer.ratePlan.id,
			);
			if (alike === undefined || alike.roomType.placements.length > 1) continue;
			const nights = (one: Offer) => (one.dailyRates ?? []).map(({ priceBeforeTax }) => priceBeforeTax);
			for (const [kind, stays, index] of [
				['early', offer.extraStays?.earlyCheckIn, 0],
				['late', offer.extraStays?.lateCheckOut, -1],
			] as const) {
				const night = nights(alike).at(index) ?? NaN;
				const extraBeds = (nights(offer).at(index) ?? NaN) - night;
				for (const { total, dateTimeLocal, isOccupyQuota } of stays ?? []) {
					const time = dateTimeLocal.slice(11);
					const quote = extraStayPrice(extraStayRuleOf(offer), kind, time, { night, extraBeds }, content);
					expect([cents(total.priceBeforeTax), isOccupyQuota]).toEqual([
						quote?.price,
						quote?.period.occupyQuota,
					]);
					seen.push(`${quote?.period.chargeType} ${quote?.period.percentOptions?.extraPlacementEnabled}`);
				}
			}
		}

		expect(seen).toEqual(
			expect.arrayContaining(['Percent true', 'Percent false', 'Fixed undefined', 'Free undefined']),
		);
	});

	it.each([[{}], [{ ratePlan: { id: '1' } }]])('need not be asked with everything: %j', async (criteria) => {
		const answer = await partner.send<{ extraStays?: ExtraStays }>('POST', `${ONE}/extra-stays`, criteria);

		expect(answer.body.extraStays ?? answer.status).toEqual(
			'ratePlan' in criteria ? 400 : { earlyCheckIn: [], lateCheckOut: [] },
		);
	});
});

describe('Extra services', () => {
	async function ask(
		criteria: object,
	): Promise<PartnerAnswer<ErrorBody & { roomStayExtraServices: ExtraService[] }>> {
		return await partner.send('POST', `${ONE}/services`, criteria);
	}

	async function criteriaOf(query: Query = {}): Promise<{ offer: Offer; criteria: Record<string, unknown> }> {
		const [offer] = await offers({ includeExtraServices: 'true', ...query });
		if (offer === undefined) throw new Error('There is no offer');
		const { stayDates, roomType, ratePlan, guestCount } = offer;
		return { offer, criteria: { stayDates, roomType, ratePlan, guestCount } };
	}

	it('are the same alone and beside the offers', async () => {
		const { offer, criteria } = await criteriaOf();

		expect((await ask(criteria)).body.roomStayExtraServices).toEqual(offer.extraServices);
	});

	it('are active services that the rate plan does not include', async () => {
		for (const offer of await offers({ includeExtraServices: 'true', childAges: '5' })) {
			const ids = (offer.extraServices ?? []).map(({ id }) => id);
			const listed = planOf(offer)?.availableServices ?? [];
			const included = listed.filter((entry) => entry.included).map(({ id }) => String(id));
			const elsewhere = listed
				.filter(({ roomTypeIds }) => roomTypeIds?.includes(Number(offer.roomType.id)) === false)
				.map(({ id }) => String(id));
			const inactive = content.services.filter(({ status }) => status === 'Inactive').map(({ id }) => id);

			expect(ids.filter((id) => [...included, ...elsewhere, ...inactive].includes(id))).toEqual([]);
			expect(offer.extraServicesAvailable).toBe(ids.length > 0);
		}
	});

	it('are charged in four ways', async () => {
		const all = (await offers({ includeExtraServices: 'true', childAges: '5' })).flatMap(
			({ extraServices }) => extraServices ?? [],
		);
		const quantities = new Map(all.map((service) => [service.calculationMethod, service]));

		expect(quantities.get('PerPersonByAge')).toMatchObject({
			quantity: null,
			quantityByGuests: { adultsServiceQuantity: 2, childrenServiceQuantity: [{ age: 5, count: 1 }] },
		});
		expect(quantities.get('PerPerson')).toMatchObject({ quantity: 3, maxQuantity: null });
		expect(quantities.get('PerUse')).toMatchObject({ quantity: 1, maxQuantity: 4, mealPlanCode: null });
		expect(quantities.get('PerStay')).toMatchObject({ quantity: 1, maxQuantity: null });
	});

	it.each([['stayDates'], ['roomType'], ['ratePlan'], ['guestCount']])('need %s', async (name) => {
		const { criteria } = await criteriaOf();

		expect((await ask({ ...criteria, [name]: undefined })).status).toBe(400);
	});

	it.each<[string, object]>([
		['an unknown room type', { roomType: { id: '4', placements: [] } }],
		['a room type without placements', { roomType: { id: '4' } }],
		['a placement without a code', { roomType: { id: '4', placements: [{ count: 1 }] } }],
		['an unknown rate plan', { ratePlan: { id: '4' } }],
		['no adults', { guestCount: { adultCount: 0, childAges: [] } }],
		['dates without times', { stayDates: { arrivalDateTime: dateIn(5), departureDateTime: dateIn(6) } }],
		[
			'a departure before the arrival',
			{ stayDates: { arrivalDateTime: `${dateIn(6)}T14:00`, departureDateTime: `${dateIn(5)}T12:00` } },
		],
	])('refuse %s', async (_label, change) => {
		const { criteria } = await criteriaOf();

		expect((await ask({ ...criteria, ...change })).status).toBe(400);
	});
});

describe('The lowest-price search', () => {
	it('gives one option per property, the cheapest of its own search', async () => {
		const { roomStays, warnings } = await lowest({ propertyIds: null });
		const own = roomStays.find(({ propertyId }) => propertyId === HOTEL);
		const [cheapest] = await offers();

		expect(roomStays.map(({ propertyId }) => propertyId)).toEqual(sandbox.properties.map(({ id }) => id));
		expect(warnings).toEqual([]);
		expect(own?.total).toEqual(cheapest?.total);
		expect(own?.ratePlan.id).toBe(cheapest?.ratePlan.id);
	});

	it('is limited to the properties named, in their order', async () => {
		const { roomStays } = await lowest({ propertyIds: ['5431', HOTEL] });

		expect(roomStays.map(({ propertyId }) => propertyId)).toEqual(['5431', HOTEL]);
	});

	it('warns of properties without access', async () => {
		await sandbox.addClient({ clientId: 'one-hotel', clientSecret: 's', propertyIds: [HOTEL] });
		const other = await signIn(sandbox, { client_id: 'one-hotel', client_secret: 's' });
		const { body } = await other.send<{ roomStays: ShortOffer[]; warnings: unknown[] }>('POST', LOWEST, {
			...STAY,
			adults: 1,
			propertyIds: [HOTEL, '7291', '4'],
		});
		const warning = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };

		expect(body.roomStays.map(({ propertyId }) => propertyId)).toEqual([HOTEL]);
		expect(body.warnings).toEqual([warning, warning]);
	});

	it.each<[string, object, (offer: ShortOffer) => boolean]>([
		['meals', { mealType: 'MealOnly' }, ({ mealPlanCode }) => mealPlanCode !== 'RoomOnly'],
		['no meals', { mealType: 'RoomOnly' }, ({ mealPlanCode }) => mealPlanCode === 'RoomOnly'],
		[
			'exactly breakfast',
			{ mealType: 'MealOnly', mealsIncluded: { mealPlanCodes: ['BuffetBreakfast'] } },
			({ mealPlanCode }) => mealPlanCode === 'BuffetBreakfast',
		],
		[
			'exactly breakfast as a bare list',
			{ mealType: 'MealOnly', mealsIncluded: ['BuffetBreakfast'] },
			({ mealPlanCode }) => mealPlanCode === 'BuffetBreakfast',
		],
		[
			'breakfast and dinner',
			{ mealType: 'MealOnly', mealsIncluded: { mealPlanCodes: ['DinnerCarte', 'BuffetBreakfast'] } },
			({ includedServices }) => includedServices.length === 2,
		],
	])('keeps offers with %s', async (_label, mealPreference, fits) => {
		const { roomStays } = await lowest({ mealPreference, childAges: [5] });

		expect(roomStays.length).toBeGreaterThan(0);
		expect(roomStays.filter((offer) => !fits(offer))).toEqual([]);
	});

	it('leaves out properties without the meal', async () => {
		const mealPreference = { mealType: 'MealOnly', mealsIncluded: { mealPlanCodes: ['AllInclusive'] } };

		expect((await lowest({ mealPreference })).roomStays).toEqual([]);
	});

	it('filters by price and currency', async () => {
		const priced = async (pricePreference: object) =>
			(await lowest({ propertyIds: [HOTEL, '7291'], pricePreference })).roomStays;
		const [own] = await priced({});
		const price = Number(own?.total.priceBeforeTax);
		const dearer = await priced({ currencyCode: 'GBP', minPrice: price + 0.01 });

		expect((await priced({ currencyCode: 'AUD' })).map(({ propertyId }) => propertyId)).toEqual(['7291']);
		expect((await priced({ currencyCode: 'GBP', maxPrice: price })).map(({ total }) => total)).toEqual([
			own?.total,
		]);
		expect(await priced({ currencyCode: 'GBP', maxPrice: price - 0.01 })).toEqual([]);
		expect(dearer[0]?.total.priceBeforeTax).toBeGreaterThan(price);
	});

	it.each([
		['', false, false],
		['roomTypeShortContent', true, false],
		['ratePlanShortContent', false, true],
		['roomTypeShortContent|ratePlanShortContent', true, true],
	])('with include "%s" adds short content', async (include, roomType, ratePlan) => {
		const [offer] = (await lowest({ include, propertyIds: [HOTEL] })).roomStays;
		const keys = Object.keys(offer ?? {});

		expect([keys.includes('roomTypeShortContent'), keys.includes('ratePlanShortContent')]).toEqual([
			roomType,
			ratePlan,
		]);
	});

	it.each<[string, object]>([
		['201 properties', { propertyIds: Array.from({ length: 201 }, String) }],
		['another include', { include: 'rooms' }],
		['another meal type', { mealPreference: { mealType: 'Breakfast' } }],
		[
			'an unknown meal',
			{ mealPreference: { mealType: 'MealOnly', mealsIncluded: { mealPlanCodes: ['Tea'] } } },
		],
		['meals without MealOnly', { mealPreference: { mealsIncluded: { mealPlanCodes: ['BreakFast'] } } }],
		['a currency of two letters', { pricePreference: { currencyCode: 'GB' } }],
		['prices backwards', { pricePreference: { minPrice: 5, maxPrice: 4 } }],
		['a price in words', { pricePreference: { minPrice: 'low' } }],
		['ids that are numbers', { propertyIds: [1024] }],
	])('refuses %s', async (_label, change) => {
		const answer = await partner.send<ErrorBody>('POST', LOWEST, { ...STAY, adults: 2, ...change });

		expect(answer.status).toBe(400);
		expect(answer.body.errors).toHaveLength(1);
	});

	it('follows each hotel’s calendar: a day may be past for some of them', async () => {
		const pago = wallClock('Pacific/Pago_Pago').slice(0, 10);
		const island = wallClock('Pacific/Kiritimati').slice(0, 10);
		const { roomStays } = await lowest({ arrivalDate: pago, departureDate: dateIn(5) });
		const ids = roomStays.map(({ propertyId }) => propertyId);

		expect(pago < island).toBe(true);
		expect([ids.includes('5431'), ids.includes('7291')]).toEqual([true, false]);
	});
});

describe('Both searches', () => {
	const wrong: Array<[string, Record<string, unknown>]> = [
		['no arrival', { arrivalDate: undefined }],
		['no departure', { departureDate: undefined }],
		['a time', { arrivalDate: `${dateIn(3)}T00:00` }],
		['a day that does not exist', { arrivalDate: '2027-02-30' }],
		['a departure on the day of arrival', { departureDate: STAY.arrivalDate }],
		['101 nights', { departureDate: dateIn(131) }],
		['a day in the past', { arrivalDate: dateIn(-3) }],
		['a day more than a year ahead', { arrivalDate: dateIn(368), departureDate: dateIn(369) }],
		['no adults', { adults: undefined }],
		['0 adults', { adults: 0 }],
	];

	it.each(wrong)('refuse %s', async (_label, change) => {
		const criteria = { ...STAY, adults: 2, ...change };
		const query = Object.entries(criteria).filter(
			(entry): entry is [string, string | number] => entry[1] !== undefined,
		);
		const one = await partner.get<ErrorBody>(`${ONE}/room-stays`, Object.fromEntries(query));
		const many = await partner.send<ErrorBody>('POST', LOWEST, criteria);

		expect([one.status, many.status]).toEqual([400, 400]);
	});

	it('takes a child of any age, who sleeps like an adult when grown up', async () => {
		const { body } = await partner.send<{ roomStays: unknown[] }>('POST', LOWEST, {
			...STAY,
			adults: 1,
			childAges: [18],
		});
		expect(body.roomStays.length).toBeGreaterThan(0);
	});

	it.each([[-1], [1.5], ['five']])('refuse %p as the age of a child', async (age) => {
		const query: Query = { ...STAY, adults: 2, childAges: age };
		const many = await partner.send('POST', LOWEST, { ...STAY, adults: 2, childAges: [age] });

		expect((await partner.get(`${ONE}/room-stays`, query)).status).toBe(400);
		expect(many.status).toBe(400);
	});

	it.each([
		['100 nights', dateIn(10), dateIn(110)],
		['a day one year ahead', dateIn(364), dateIn(365)],
	])('accept %s', async (_label, arrivalDate, departureDate) => {
		expect((await lowest({ arrivalDate, departureDate })).roomStays.length).toBeGreaterThan(0);
	});

	it('take ages and corporate clients as repeated parameters', async () => {
		const path = `${ONE}/room-stays?arrivalDate=${STAY.arrivalDate}&departureDate=${STAY.departureDate}`;
		const { body } = await partner.get<{ roomStays: Offer[] }>(
			`${path}&adults=1&childAges=3&childAges=7&corporateIds=1&corporateIds=2`,
		);

		expect(body.roomStays[0]?.guestCount).toEqual({ adultCount: 1, childAges: [3, 7] });
	});
});

describe('The published dialect', () => {
	it('shows null warnings, other keys and Unknown meals', async () => {
		await sandbox.settings({ dialect: 'published' });
		const include = 'roomTypeShortContent|ratePlanShortContent';
		const many = await lowest({ propertyIds: [HOTEL], include });
		const one = await partner.get<Record<string, unknown> & { roomStays: Offer[] }>(`${ONE}/room-stays`, {
			...STAY,
			adults: 2,
			includeExtraServices: 'true',
		});
		const services = one.body.roomStays.flatMap(({ extraServices }) => extraServices ?? []);

		expect(many.warnings).toEqual([null]);
		expect(many.roomStays[0]?.dailyRates).toBeUndefined();
		expect(Object.keys(many.roomStays[0] ?? {}).join()).not.toContain('ShortContent');
		expect(many.roomStays[0]?.ratePlan).toEqual({ id: expect.any(String) as string, corporateIds: null });
		expect(Object.keys(one.body).sort()).toEqual(['content', 'roomStays', 'services']);
		expect(one.body.roomStays[0]?.extraStays).toBeNull();
		expect(
			services.filter(({ kind }) => kind === 'Common').map(({ mealPlanCode }) => mealPlanCode),
		).toContain('Unknown');
	});
});

describe('Each search', () => {
	it.each([
		['lowestPriceSearch', 'POST', LOWEST],
		['roomStays', 'GET', `${ONE}/room-stays`],
		['roomStaysWithExtras', 'GET', `${ONE}/room-stays?includeExtraServices=true`],
		['extras', 'POST', `${ONE}/services`],
		['extras', 'POST', `${ONE}/extra-stays`],
	])('counts in its own scope: %s', async (scope, method, path) => {
		await sandbox.resetReport();
		await partner.send(method, path, method === 'POST' ? {} : undefined);

		expect((await sandbox.report()).byScope).toEqual({ [scope]: 1 });
	});
});
