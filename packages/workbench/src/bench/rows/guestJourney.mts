import type { INodeParameters } from 'n8n-workflow';
import { ensureBuilt } from '../../package/build.mts';
import { createBooking } from '../../../../sandbox/src/world/bookingActions.mts';
import { PLACES } from '../../../../sandbox/src/world/places.mts';
import { openPmsView } from '../../../../sandbox/src/world/pms/pmsView.mts';
import { datesOf } from '../../../../sandbox/src/world/pms/stay.mts';
import type { Property } from '../../../../sandbox/src/world/properties.mts';
import { Random } from '../../../../sandbox/src/world/random.mts';
import { dayOf } from '../../../../sandbox/src/world/time.mts';
import { fromLocalMinute, toLocalMinute } from '../../../../sandbox/src/world/zone.mts';
import { inRoot } from '../../util/paths.mts';
import { step } from '../../util/progress.mts';
import { percentile, round } from '../../figures/statistics.mts';
import { pathOf } from '../../../../simulator/src/network/network.mts';
import { Administration } from '../../../../simulator/src/world/administration.mts';
import { DeskTrigger, guestJourneyTrigger } from '../../../../simulator/src/world/deskTriggers.mts';
import { Simulation } from '../../../../simulator/src/world/simulation.mts';
import type { Benchmark } from '../benchmark.mts';
import type { Row } from '../row.mts';

/*
 * The guest journey at a chain, in virtual time: the simulation's model of n8n polls the sandbox, which is called in
 * memory and enforces the limits.
 */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const HOTELS = 200;
const ARRIVALS_A_DAY = 20;
/** Stays arrive on this many days, from the first day on. */
const DAYS = 6;
const NIGHTS = 2;
const START_MS = Date.parse('2027-03-01T00:00:00Z');
/** The first lists are read by then. */
const FIRST_DAY_MS = 12 * HOUR_MS;
const ON_TIME_SECONDS = 70;
const SEARCHES_A_DAY = 12;
const BYTES = 100;
const REQUESTS_PER_GUEST = 1;
const ZONE = 'Europe/Berlin';
const CHECK_INS = { from: '13:00', hours: 9 };

interface Sent {
	propertyId: string;
	number: string;
	dueMs: number;
	sentMs: number;
	arrival: string;
}

interface Day {
	sent: Sent[];
	searches: number;
	details: number;
	refused: number;
	requests: number;
	failed: number;
	stateBytes: number;
	stays: number;
	largestStay: number;
}

export const guestJourney: Benchmark = {
	name: 'journey',
	title: 'The guest journey of a chain',
	run: async () => {
		await ensureBuilt();
		const eve = { name: 'Eve', anchor: 'beforeArrival', count: 1, unit: 'days', time: '10:00' };
		const welcome = { name: 'Welcome', anchor: 'afterCheckIn', count: 2, unit: 'hours' };
		const words = (what: string) => ({ doing: `Playing a day of ${what}`, done: `Played a day of ${what}` });
		const morning = await step(words(`${HOTELS} hotels, one message to each guest at 10:00`), () =>
			play(eve),
		);
		const arrivals = await step(words(`${HOTELS} hotels, messages after check-in`), () => play(welcome));
		return [...morningRows(morning), ...arrivalRows(arrivals)];
	},
};

function morningRows(day: Day): Row[] {
	const minutes = day.sent.map(({ dueMs, sentMs }) => (sentMs - dueMs) / MINUTE_MS);
	const guests = HOTELS * ARRIVALS_A_DAY;
	const note = `${HOTELS} hotels in one time zone, ${day.sent.length} of ${guests} guests, due at 10:00; ${day.refused} requests refused, ${day.failed} polls failed, ${outOfOrder(day.sent)} later arrivals before earlier ones`;
	return [
		row(
			'the last of 4,000 guests who are due at once has the message after',
			round(Math.max(...minutes), 0),
			'minutes',
			note,
		),
		row('half of them after', round(percentile(minutes, 0.5), 0), 'minutes'),
		{ ...row('searches of a hotel in a day', round(day.searches / HOTELS, 1), ''), target: SEARCHES_A_DAY },
		{
			...row(
				'requests beside them, for each guest who is due',
				round(day.details / Math.max(1, day.sent.length), 2),
				'',
				'one when it is due, and one when it changes: here each guest checks in',
			),
			target: REQUESTS_PER_GUEST,
		},
		{
			...row(
				'state: largest stay',
				day.largestStay,
				'bytes',
				`${day.stays} stays, ${round(day.stateBytes / 1_000_000, 2)} MB in all`,
			),
			target: BYTES,
		},
	];
}

function arrivalRows(day: Day): Row[] {
	const seconds = day.sent.map(({ dueMs, sentMs }) => (sentMs - dueMs) / SECOND_MS);
	const note = `${day.sent.length} guests, two hours after their check-in between ${CHECK_INS.from} and ${CHECK_INS.hours} hours later; longest ${round(Math.max(...seconds), 0)} s, ${day.refused} requests refused, ${day.failed} polls failed`;
	return [
		{
			...row(
				'95 of 100 messages come after their moment within',
				round(percentile(seconds, 0.95), 1),
				's',
				note,
			),
			target: ON_TIME_SECONDS,
		},
	];
}

function row(name: string, figure: number, unit: string, note?: string): Row {
	return { name, figure, unit, baselines: [], ...(note !== undefined && { note }) };
}

/** The number of guests whose message was sent in a later poll than that of a guest who arrives later. */
function outOfOrder(sent: readonly Sent[]): number {
	const latestBefore = (sentMs: number) =>
		sent.reduce((latest, one) => (one.sentMs < sentMs && one.arrival > latest ? one.arrival : latest), '');
	const polls = new Map([...new Set(sent.map(({ sentMs }) => sentMs))].map((at) => [at, latestBefore(at)]));
	return sent.filter(({ sentMs, arrival }) => arrival < (polls.get(sentMs) as string)).length;
}

/** Runs for a day and a half from an empty state, and counts the whole day from the first noon on. */
async function play(moment: Record<string, string | number>): Promise<Day> {
	const simulation = await Simulation.open({
		...{
			seed: 1,
			startMs: START_MS,
			hotels: HOTELS * PLACES.length,
			hiddenHotels: 0,
			bookings: 0,
			processes: 1,
		},
		profile: { polling: 'older', version: 'newest' },
		isCalm: true,
		delays: { bookingsMs: 0, reservationsMs: 0, listMs: 0 },
		built: inRoot('dist'),
	});
	try {
		const hotels = simulation.properties.filter(({ place }) => place.timeZone === ZONE).slice(0, HOTELS);
		simulation.allow(hotels.map(({ id }) => id));
		for (const hotel of hotels) bookStays(simulation, hotel);
		checkIn(simulation, hotels);
		const day: Day = {
			...{ sent: [], searches: 0, details: 0, refused: 0, requests: 0, failed: 0 },
			...{ stateBytes: 0, stays: 0, largestStay: 0 },
		};
		const isCounted = () => simulation.now >= START_MS + FIRST_DAY_MS;
		simulation.observe({
			onRequest: (exchange) => {
				if (!isCounted()) return;
				day.requests += 1;
				if (exchange.response?.status === 429) day.refused += 1;
				const path = pathOf(exchange.request);
				if (/reservations\/search/.test(path)) day.searches += 1;
				else if (/reservations\//.test(path)) day.details += 1;
			},
			onExecution: ({ items, error }) => {
				if (error && isCounted()) day.failed += 1;
				for (const { json } of items ?? []) {
					if (!isCounted()) continue;
					day.sent.push({
						propertyId: String(json['propertyId']),
						number: String(json['number']),
						dueMs: Date.parse(String(json['dueAt'])),
						sentMs: simulation.now,
						arrival: String(json['arrivalDateTime']),
					});
				}
			},
		});
		// It keeps the credential.
		new Administration(simulation);
		simulation.n8n.start();
		const plan = guestJourneyTrigger('journey', 1);
		const parameters = { ...plan.parameters, unitKind: 'booking', moments: { moment: [moment] } };
		new DeskTrigger(simulation, { ...plan, parameters: parameters as INodeParameters }).begin();
		await simulation.time.runUntil(START_MS + FIRST_DAY_MS + DAY_MS);
		measureState(simulation, day);
		return day;
	} finally {
		await simulation.close();
	}
}

function bookStays(simulation: Simulation, hotel: Property): void {
	const firstDay = dayOf(START_MS);
	for (let day = 0; day < DAYS; day += 1)
		for (let guest = 0; guest < ARRIVALS_A_DAY; guest += 1) {
			const input = {
				arrivalDay: firstDay + day,
				nights: NIGHTS,
				roomStays: 1,
				createdMs: START_MS - 30 * DAY_MS,
			};
			createBooking(simulation.api.sandbox.world, hotel, input, START_MS);
		}
}

/** The guests who arrive on the first day, evenly over its hours. */
function checkIn(simulation: Simulation, hotels: readonly Property[]): void {
	const random = new Random(1, 'check-ins');
	const { world } = simulation.api.sandbox;
	for (const hotel of hotels) {
		const view = openPmsView(world, hotel, START_MS);
		const day = toLocalMinute(START_MS, ZONE).slice(0, 10);
		const from = fromLocalMinute(`${day}T${CHECK_INS.from}`, ZONE);
		for (const { stays } of view.pms.byModification())
			for (const stay of stays) {
				if (!datesOf(stay).checkIn.startsWith(day)) continue;
				const atMs = from + random.integer(0, CHECK_INS.hours * 60 - 1) * MINUTE_MS;
				simulation.time.after(atMs - START_MS, simulation.time.world, () => {
					const change = {
						kind: 'checkedIn' as const,
						pmsRoomStayId: stay.id,
						at: toLocalMinute(atMs, ZONE),
					};
					world.apply({ kind: 'pmsWritten', propertyId: hotel.id, change, atMs });
				});
			}
	}
}

function measureState({ n8n }: Simulation, day: Day): void {
	const { staticData } = n8n.database.workflow('journey');
	const [state] = Object.values(staticData) as [
		{ journey: { properties: Record<string, { known: Record<string, string> }> } },
	];
	day.stateBytes = JSON.stringify(staticData).length;
	for (const { known } of Object.values(state.journey.properties))
		for (const [number, text] of Object.entries(known)) {
			day.stays += 1;
			day.largestStay = Math.max(day.largestStay, JSON.stringify({ [number]: text }).length - 1);
		}
}
