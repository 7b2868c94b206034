import { packageCharge } from '../rules/packageCharge';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { signIn, type Partner } from '../../packages/sandbox/test/partner';
import {
	extraStayPrice,
	minor,
	penaltyOf,
	unitsOf,
	usualTime,
	type Hotel,
	type Period,
} from '../../packages/sandbox/test/ruleBook';

interface Total {
	priceBeforeTax: number;
	priceAfterTax: number;
	taxAmount: number;
}

interface Charge {
	overriddenDateTime: string;
	total: Total;
}

interface RoomStay {
	stayDates: { arrivalDateTime: string; departureDateTime: string };
	ratePlans: Array<{ id: string }>;
	dailyRates: Array<{ RatePlanId: string; priceBeforeTax: number; date: string }>;
	services: Array<{ id: string; name: string; inclusive: boolean; kind: string }> | null;
	total: Total;
	extraStayCharges?: { earlyArrival?: Charge; lateDeparture?: Charge };
}

interface Booking {
	number: string;
	createdDateTime: string;
	roomStays: RoomStay[];
	services: Array<{ id: string; total: Total }> | null;
	total: Total;
	guaranteeInfo: { totalPrepaid: number };
	cancellation: { penaltyAmount: number | null; cancelledDateTime: string } | null;
}

interface Day {
	date: string;
	revenue: number;
	roomRevenue: number;
	mealRevenue: number;
}

interface Reservation {
	roomStays: Array<{
		checkInDateTime: string;
		checkOutDateTime: string;
		deposit: { value: number } | null;
		totalPrice: { payAmount: { value: number } };
	}>;
}

interface BookedHotel extends Hotel {
	bookings: Booking[];
	/** By number of the booking. */
	reservationNumbers: Map<string, string>;
}

interface World {
	sandbox: Sandbox;
	partner: Partner;
	hotels: BookedHotel[];
}

const ANCHOR = '2026-04-10T00:00:00Z';
const PROPERTIES = 10;
const BOOKINGS = 60;

async function openWorld(seed: number): Promise<World> {
	const sandbox = await startSandbox({
		seed,
		limits: 'off',
		properties: PROPERTIES,
		bookings: BOOKINGS,
		anchor: ANCHOR,
	});
	const partner = await signIn(sandbox);
	const hotels = await Promise.all(
		sandbox.properties.map(async ({ id }) => {
			const base = `content/v1/properties/${id}`;
			const get = async <T>(path: string) => (await partner.get<T>(path)).body;
			const { bookingSummaries } = await partner.wholeFeed(id);
			const reservations = await sandbox.reservations(id, 100_000);
			return {
				reservationNumbers: new Map(reservations.map((one) => [one.bookingNumber, one.number])),
				content: await get<Hotel['content']>(base),
				...(await get<Pick<Hotel, 'cancellationRules'>>(`${base}/cancellation-rules`)),
				...(await get<Pick<Hotel, 'extraStayRules'>>(`${base}/extra-stay-rules`)),
				bookings: await Promise.all(
					bookingSummaries.map(
						async ({ number }) => (await partner.detail<{ booking: Booking }>(id, number)).body.booking,
					),
				),
			};
		}),
	);
	return { sandbox, partner, hotels };
}

describe.each([[1], [2], [3]])('In the world of seed %i', (seed) => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld(seed);
	});

	afterAll(async () => {
		await world.sandbox.stop();
	});

	const everyBooking = () =>
		world.hotels.flatMap((hotel) => hotel.bookings.map((booking) => ({ hotel, booking })));

	const everyStay = () =>
		everyBooking().flatMap(({ hotel, booking }) =>
			booking.roomStays.map((stay, position) => ({
				hotel,
				booking,
				stay,
				position,
				arrivalRule: extraStayRuleOf(hotel, stay.dailyRates[0]?.RatePlanId),
				departureRule: extraStayRuleOf(hotel, stay.dailyRates.at(-1)?.RatePlanId),
			})),
		);

	// "penaltyAmount" of "Booking.Cancellation", by the terms of "Cancellation rule".
	it('the penalty of every cancelled booking is what its rate plans’ rules give at that moment', () => {
		const cancelled = everyBooking().filter(({ booking }) => booking.cancellation !== null);
		const amounts = cancelled.map(({ hotel, booking }) => {
			const expected = expectedPenalty(hotel, booking);
			const { currency } = hotel.content;
			expect({
				number: booking.number,
				penalty: minor(booking.cancellation?.penaltyAmount ?? 0, currency),
			}).toEqual({ number: booking.number, penalty: expected });
			return expected;
		});

		expect(amounts.length).toBeGreaterThan(60);
		expect(amounts.filter((amount) => amount > 0).length).toBeGreaterThan(20);
		expect(amounts.filter((amount) => amount === 0).length).toBeGreaterThan(10);
	});

	// "null = always free": nothing could ever have been charged.
	it('a penalty is null exactly where no term of the rules concerns the arrival', () => {
		const cancelled = everyBooking().filter(({ booking }) => booking.cancellation !== null);
		const ofNull = cancelled.filter(({ booking }) => booking.cancellation?.penaltyAmount === null);

		expect(ofNull.length).toBeGreaterThan(0);
		for (const { hotel, booking } of ofNull) {
			for (const stay of booking.roomStays) {
				const rules = rulesOf(hotel, stay);
				expect(rules.some((rule) => !canEverCharge(rule, stay, booking))).toBe(true);
			}
		}
	});

	// "overridesPropertyCheckInTime, overridesPropertyCheckOutTime"; "the arrival time chosen by the guest".
	it('the times of every stay are those of its rate plan’s rule, or of the property, or a later arrival', async () => {
		const later = everyStay().filter(({ hotel, stay, arrivalRule, departureRule }) => {
			const [arrival, departure] = [stay.stayDates.arrivalDateTime, stay.stayDates.departureDateTime].map(
				(local) => local.slice(11),
			);
			expect(departure).toBe(usualTime(departureRule, 'late', hotel.content));
			const usual = usualTime(arrivalRule, 'early', hotel.content);
			expect(String(arrival) >= usual).toBe(true);
			return arrival !== usual;
		});
		expect(later.length).toBeGreaterThan(everyStay().length / 20);
		expect(later.length).toBeLessThan(everyStay().length / 5);
		expect(later.every(({ stay }) => stay.extraStayCharges?.earlyArrival === undefined)).toBe(true);
		const overridden = everyStay().filter(
			({ hotel, stay }) => stay.stayDates.arrivalDateTime.slice(11) !== hotel.content.policy.checkInTime,
		);
		expect(overridden.length).toBeGreaterThan(20);
		for (const { hotel, booking, stay, position } of overridden.slice(0, 20)) {
			const { roomStays } = await reservationOf(world, hotel, booking);
			expect([roomStays[position]?.checkInDateTime, roomStays[position]?.checkOutDateTime]).toEqual([
				stay.stayDates.arrivalDateTime,
				stay.stayDates.departureDateTime,
			]);
		}
	});

	// "Meaning of `chargeType`"; services charged on top are seen on the invoices.
	it('every early arrival and late departure costs what the rule says', async () => {
		const seen = new Set<Period['chargeType']>();
		for (const { hotel, booking, stay, position, arrivalRule, departureRule } of everyStay()) {
			const { earlyArrival, lateDeparture } = stay.extraStayCharges ?? {};
			const cases = [
				['early', arrivalRule, earlyArrival, stay.dailyRates[0]],
				['late', departureRule, lateDeparture, stay.dailyRates.at(-1)],
			] as const;
			for (const [kind, rule, charge, rate] of cases) {
				if (charge === undefined || rate === undefined) continue;
				const services = await servicesPerNight(world, hotel, booking, position);
				const time = charge.overriddenDateTime.slice(11);
				const prices = { night: rate.priceBeforeTax, ...services };
				const expected = extraStayPrice(rule, kind, time, prices, hotel.content);
				if (
					services === undefined &&
					(expected?.period.percentOptions?.extraServiceOption ?? 'None') !== 'None'
				) {
					continue;
				}
				const usual = usualTime(rule, kind, hotel.content);
				expect(kind === 'early' ? time < usual : time > usual).toBe(true);
				expect({
					number: booking.number,
					kind,
					price: minor(charge.total.priceBeforeTax, hotel.content.currency),
				}).toEqual({ number: booking.number, kind, price: expected?.price });
				seen.add(String(expected?.period.chargeType));
				const kindOfPackage = kind === 'early' ? 'earlyCheckIn' : 'lateCheckOut';
				expect(
					packageCharge(rule, hotel.content.policy, kindOfPackage, time, {
						currency: hotel.content.currency,
						night: prices.night,
						extraPlacement: 0,
						meals: services?.meals ?? 0,
						otherServices: services?.otherServices ?? 0,
					}),
				).toMatchObject(
					expected?.period.chargeType === 'HourlyRateAutoCalculated'
						? { outcome: 'notCalculable' }
						: { outcome: 'charged', amount: charge.total.priceBeforeTax },
				);
			}
		}

		expect([...seen].sort()).toEqual(['Fixed', 'Free', 'HourlyRate', 'HourlyRateAutoCalculated', 'Percent']);
	});

	// "revenue (gross for the day)".
	it('the revenue of all days is the gross of all bookings kept', async () => {
		for (const { content, bookings } of world.hotels) {
			const kept = bookings.filter(({ cancellation }) => cancellation === null);
			const days = await everyDay(world, content.id, kept);
			const sum = (amounts: number[]) =>
				amounts.reduce((total, amount) => total + minor(amount, content.currency), 0);

			expect(sum(days.map(({ revenue }) => revenue))).toBe(sum(kept.map(({ total }) => total.priceAfterTax)));
			for (const { revenue, roomRevenue, mealRevenue } of days) {
				expect(sum([roomRevenue, mealRevenue])).toBeLessThanOrEqual(sum([revenue]));
			}
		}
	});

	it('the deposits of a booking’s stays are its prepaid money, and a cancelled stay owes its penalty', async () => {
		const prepaid = everyBooking().filter(({ booking }) => booking.guaranteeInfo.totalPrepaid > 0);
		expect(prepaid.length).toBeGreaterThan(50);
		for (const { hotel, booking } of prepaid.slice(0, 60)) {
			const { currency } = hotel.content;
			const { roomStays } = await reservationOf(world, hotel, booking);
			const sum = (amounts: number[]) =>
				amounts.reduce((total, amount) => total + minor(amount, currency), 0);
			expect(sum(roomStays.map(({ deposit }) => deposit?.value ?? 0))).toBe(
				minor(booking.guaranteeInfo.totalPrepaid, currency),
			);
			if (booking.cancellation === null) continue;
			expect(sum(roomStays.map(({ totalPrice }) => totalPrice.payAmount.value))).toBeLessThanOrEqual(
				minor(booking.cancellation.penaltyAmount ?? 0, currency),
			);
		}
	});
});

function rulesOf(hotel: Hotel, stay: RoomStay): Hotel['cancellationRules'] {
	return stay.ratePlans.map(({ id }) => {
		const plan = hotel.content.ratePlans.find((one) => one.id === id);
		const rule = hotel.cancellationRules.find((one) => one.id === plan?.cancellationRuleId);
		if (rule === undefined) throw new Error(`The rate plan ${id} has no cancellation rule`);
		return rule;
	});
}

function extraStayRuleOf(
	hotel: Hotel,
	ratePlanId: string | undefined,
): Hotel['extraStayRules'][number] | undefined {
	const plan = hotel.content.ratePlans.find(({ id }) => id === ratePlanId);
	return hotel.extraStayRules.find(({ id }) => id === plan?.extraStayRuleId);
}

function canEverCharge(rule: Hotel['cancellationRules'][number], stay: RoomStay, booking: Booking): boolean {
	const date = stay.stayDates.arrivalDateTime.slice(0, 10);
	const nothing = stay.dailyRates.every(({ priceBeforeTax }) => priceBeforeTax === 0);
	return rule.cancellationTerms.some(
		({ penaltyCalculationMethod: method, arrivalDates }) =>
			arrivalDates.some(
				({ startDate, endDate, isEndless }) => startDate <= date && (isEndless || date <= String(endDate)),
			) &&
			method !== 'NoPenalty' &&
			(method === 'PrepaymentPercent' ? booking.guaranteeInfo.totalPrepaid > 0 : !nothing),
	);
}

/** In the smallest unit: the lower one of a stay's rules, added up over the stays. */
function expectedPenalty(hotel: Hotel, booking: Booking): number {
	const { currency } = hotel.content;
	const at = String(booking.cancellation?.cancelledDateTime);
	const prepaid = minor(booking.guaranteeInfo.totalPrepaid, currency);
	const weights = booking.roomStays.map(({ total }) => minor(total.priceAfterTax, currency));
	const whole = weights.reduce((sum, weight) => sum + weight, 0);
	let covered = 0;
	let given = 0;
	return booking.roomStays.reduce((sum, stay, position) => {
		covered += weights[position] ?? 0;
		const until = whole === 0 ? 0 : Math.round((prepaid * covered) / whole);
		const share = (until - given) / unitsOf(currency);
		given = until;
		const facts = {
			arrivalDate: stay.stayDates.arrivalDateTime.slice(0, 10),
			createdDateTime: booking.createdDateTime,
			nightPrices: stay.dailyRates.map(({ priceBeforeTax }) => priceBeforeTax),
			prepaid: share,
			...chosenArrival(stay, hotel),
		};
		return sum + Math.min(...rulesOf(hotel, stay).map((rule) => penaltyOf(rule, facts, at, hotel.content)));
	}, 0);
}

/** "GuestArrivalTime: the arrival time chosen by the guest": an early arrival, or one after the standard time. */
function chosenArrival(stay: RoomStay, { content }: Hotel): { chosenArrivalTime?: string } {
	const early = stay.extraStayCharges?.earlyArrival?.overriddenDateTime;
	const chosen = (early ?? stay.stayDates.arrivalDateTime).slice(11);
	const isChosen = early !== undefined || chosen > content.policy.checkInTime;
	return isChosen ? { chosenArrivalTime: chosen } : {};
}

function reservationPath({ content, reservationNumbers }: BookedHotel, { number }: Booking): string {
	return `pms/v2/properties/${content.id}/reservations/${reservationNumbers.get(number)}`;
}

async function reservationOf({ partner }: World, hotel: BookedHotel, booking: Booking): Promise<Reservation> {
	const path = reservationPath(hotel, booking);
	return (await partner.get<{ reservation: Reservation }>(path)).body.reservation;
}

/**
 * The parts of one night of the services charged on top, before tax, read off the stay's invoice; undefined
 * where there is no invoice to read them from.
 */
async function servicesPerNight(
	{ partner }: World,
	hotel: BookedHotel,
	booking: Booking,
	position: number,
): Promise<{ meals: number; otherServices: number } | undefined> {
	const stay = booking.roomStays[position];
	const onTop = (stay?.services ?? []).filter(({ inclusive }) => !inclusive);
	if (onTop.length === 0) return { meals: 0, otherServices: 0 };
	if (booking.cancellation !== null) return undefined;
	const path = `${reservationPath(hotel, booking)}/invoices?maxPageSize=100`;
	const { body } = await partner.get<{
		invoices: Array<{ items: Array<{ name: string; total: { value: number } }> }>;
	}>(path);
	const { currency } = hotel.content;
	const units = unitsOf(currency);
	const perNight = (kind: string) =>
		onTop
			.filter((service) => (service.kind === 'Meal') === (kind === 'Meal'))
			.reduce((sum, { name }) => {
				const item = body.invoices[position]?.items.find((one) => one.name === name);
				const net = withoutTax(minor(item?.total.value ?? NaN, currency));
				return sum + Math.round(net / (stay?.dailyRates.length ?? 1)) / units;
			}, 0);
	return { meals: perNight('Meal'), otherServices: perNight('Common') };
}

/** The price before the two taxes of 3 and 5 %, each rounded; in the smallest unit. */
function withoutTax(gross: number): number {
	let net = Math.floor(gross / 1.08) - 2;
	while (net + Math.round(net * 0.03) + Math.round(net * 0.05) < gross) net += 1;
	return net;
}

/** The statistics of all days on which guests of the bookings stay. */
async function everyDay({ partner }: World, propertyId: string, bookings: Booking[]): Promise<Day[]> {
	const dates = bookings.flatMap(({ roomStays }) =>
		roomStays.flatMap((stay) => stay.dailyRates.map(({ date }) => date)),
	);
	const days: Day[] = [];
	const DAY_MS = 86_400_000;
	const last = Math.max(...dates.map((date) => Date.parse(date)));
	for (let start = Math.min(...dates.map((date) => Date.parse(date))); start <= last; start += 31 * DAY_MS) {
		const [from, to] = [start, start + 30 * DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));
		const { body } = await partner.get<{ dailyOccupancies: Day[] }>(
			`pms-analytics/v1/properties/${propertyId}/daily-occupancy`,
			{ startStayDate: String(from), endStayDate: String(to) },
		);
		days.push(...body.dailyOccupancies);
	}
	return days;
}
