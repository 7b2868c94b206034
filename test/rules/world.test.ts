import type { IDataObject } from 'n8n-workflow';

import type { CancellationTerms } from '../../nodes/shared/api/property/cancellationRules';
import { propertyFacts } from '../../nodes/shared/api/property/propertyFacts';
import { bookedStays } from '../../nodes/shared/rules/bookedStays';
import { bookingSteps } from '../../nodes/shared/rules/bookingSteps';
import { DEFAULT_READINGS } from '../../nodes/shared/rules/cancellableStay';
import { cancellationState } from '../../nodes/shared/rules/freeCancellation';
import { cancellationOf } from '../../packages/sandbox/src/world/bookings/detail/cancellation.mts';
import { wallText } from '../../nodes/shared/dates/wallClock';
import { apiThatAnswers } from '../support/api';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { signIn } from '../../packages/sandbox/test/partner';

/** Every booking of an invented world, as a client reads it, judged by the package and by the sandbox. */

interface Hotel {
	content: IDataObject;
	rules: IDataObject[];
	terms: CancellationTerms;
	bookings: IDataObject[];
}

const ANCHOR = '2026-04-10T00:00:00Z';
const PROPERTIES = 10;

let sandbox: Sandbox;
const hotels: Hotel[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({
		seed: 4,
		limits: 'off',
		properties: PROPERTIES,
		bookings: 60,
		anchor: ANCHOR,
	});
	const partner = await signIn(sandbox);
	for (const { id } of sandbox.properties) {
		const base = `content/v1/properties/${id}`;
		const { body: content } = await partner.get<IDataObject>(base);
		const { body } = await partner.get<{ cancellationRules: IDataObject[] }>(`${base}/cancellation-rules`);
		const rules = body.cancellationRules;
		const facts = await propertyFacts(apiThatAnswers(content).api, id);
		const { bookingSummaries } = await partner.wholeFeed(id);
		const bookings = await Promise.all(
			bookingSummaries.map(
				async ({ number }) => (await partner.detail<{ booking: IDataObject }>(id, number)).body.booking,
			),
		);
		const terms = { facts, rules: new Map(rules.map((rule) => [String(rule.id), rule])) };
		hotels.push({ content, rules, terms, bookings });
	}
});
afterAll(async () => await sandbox.stop());

const everyBooking = () => hotels.flatMap((hotel) => hotel.bookings.map((booking) => ({ hotel, booking })));

const secondsOf = (text: unknown) => Date.parse(String(text)) / 1000;

/** What the sandbox charges for cancelling the booking at a moment, and each of its room stays. */
function sandboxCharge({ content, rules }: Hotel, booking: IDataObject, moment: number) {
	const { totalPrepaid } = booking.guaranteeInfo as { totalPrepaid: number };
	const times = { createdMs: secondsOf(booking.createdDateTime) * 1000, cancelledMs: moment * 1000 };
	const basis = { property: content, rules: { cancellationRules: rules }, roomStays: booking.roomStays };
	return cancellationOf(
		times as Parameters<typeof cancellationOf>[0],
		totalPrepaid,
		basis as unknown as Parameters<typeof cancellationOf>[2],
	);
}

/** What a night costs where days are sold, the sandbox knows as the API does; no document tells it. */
function toldBy({ content }: Hotel, own: number | null | undefined, amount: number): number | null {
	return own === null && content.stayUnitKind === 'DailyRate' && amount > 0 ? null : amount;
}

function ownOpinion({ terms }: Hotel, booking: IDataObject) {
	const stays = bookedStays(booking, terms, DEFAULT_READINGS);
	return { stays, ...bookingSteps(stays, booking.currencyCode) };
}

describe('every booking of a world', () => {
	it('costs the same in both opinions, at every step and in between, with each of its room stays', () => {
		const kinds = new Set<string>();
		for (const { hotel, booking } of everyBooking()) {
			const { stays, steps, arrivalAt } = ownOpinion(hotel, booking);
			for (const { from, to } of steps) {
				for (const moment of [from, from + 1, to].filter(Number.isFinite)) {
					const expected = sandboxCharge(hotel, booking, moment);
					const own = cancellationState(steps, moment, arrivalAt);
					const ofStays = stays.map(
						(stay) => cancellationState(stay.steps, moment, stay.arrivalAt).penaltyNow,
					);
					const sum = expected?.penaltyAmount ?? 0;
					expect({ number: booking.number, moment, ofStays, sum: own.penaltyNow }).toEqual({
						number: booking.number,
						moment,
						ofStays: expected?.stayPenalties.map((one, index) => toldBy(hotel, ofStays[index], one)),
						sum: toldBy(hotel, own.penaltyNow, sum),
					});
					expect(own.isFreeNow).toBe(sum === 0);
					if (own.penaltyNow === null) kinds.add('days are sold');
					kinds.add(own.freeCancellation);
					if (stays.length > 1) kinds.add('several stays');
				}
			}
		}
		expect(everyBooking().length).toBeGreaterThan(500);
		expect([...kinds].sort()).toEqual([
			'always',
			'days are sold',
			'ended',
			'later',
			'never',
			'several stays',
			'until',
		]);
	});

	it('is free up to its deadline and not one second longer', () => {
		let deadlines = 0;
		for (const { hotel, booking } of everyBooking()) {
			const { steps, arrivalAt } = ownOpinion(hotel, booking);
			const { freeUntil } = cancellationState(steps, secondsOf(booking.createdDateTime), arrivalAt);
			if (freeUntil === null) continue;
			deadlines += 1;
			const charge = (moment: number) => sandboxCharge(hotel, booking, moment)?.penaltyAmount ?? 0;
			expect([charge(freeUntil), charge(freeUntil + 1) > 0]).toEqual([0, true]);
		}
		expect(deadlines).toBeGreaterThan(100);
	});

	it('that was cancelled had the penalty that the API shows', () => {
		const cancelled = everyBooking().filter(({ booking }) => booking.cancellation !== null);
		for (const { hotel, booking } of cancelled) {
			const { cancelledDateTime, penaltyAmount } = booking.cancellation as IDataObject;
			const { steps, arrivalAt } = ownOpinion(hotel, booking);
			const { penaltyNow, isFreeNow } = cancellationState(steps, secondsOf(cancelledDateTime), arrivalAt);
			const expected = Number(penaltyAmount ?? 0);
			expect([booking.number, penaltyNow]).toEqual([booking.number, toldBy(hotel, penaltyNow, expected)]);
			expect(isFreeNow).toBe(expected === 0);
		}
		expect(cancelled.length).toBeGreaterThan(50);
	});

	it('goes by the later arrival that its guest has chosen, where the rule does', () => {
		const later = everyBooking().flatMap(({ hotel, booking }) => {
			const { checkInTime } = hotel.terms.facts;
			return ownOpinion(hotel, booking).stays.flatMap(({ rules, arrivalAt, arrivalDate }, index) => {
				if (rules.length !== 1 || rules[0]?.referencePointKind !== 'GuestArrivalTime') return [];
				const { stayDates, extraStayCharges } = (booking.roomStays as IDataObject[])[index] as IDataObject;
				const { arrivalDateTime } = stayDates as { arrivalDateTime: string };
				const early = (extraStayCharges as IDataObject | undefined)?.earlyArrival;
				if (early != null || arrivalDateTime.slice(11) <= String(checkInTime)) return [];
				const zone = hotel.terms.facts.timeZone;
				return [
					[
						wallText(arrivalAt ?? NaN, String(zone)).slice(0, 16),
						`${arrivalDate}T${arrivalDateTime.slice(11)}`,
					],
				];
			});
		});
		expect(later.length).toBeGreaterThan(10);
		for (const [referencePoint, chosen] of later) expect(referencePoint).toBe(chosen);
	});
});
