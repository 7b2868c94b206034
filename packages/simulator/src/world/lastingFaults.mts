import type { Booking } from '../../../sandbox/src/world/bookings/types.mts';
import { pathOf, type HttpResponse, type Delivery, type HttpRequest } from '../network/network.mts';
import { reservationAt } from '../network/reservationPath.mts';
import { failHotel, addHotel, otherProgram, PROPERTY } from './serviceFaults.mts';
import type { NetworkFault } from './simulation.mts';
import type { Targets, Fault } from './fault.mts';
import { chainFaults } from './chainFaults.mts';
import { networkFaults } from './networkFaults.mts';
import { anyDesk } from './workItems.mts';

const DETAILS = /\/properties\/([^/]+)\/bookings\/([^/?]+)$/;
const HAS_ARRIVED: ReadonlySet<string> = new Set(['CheckedIn', 'CheckedOut']);
const MINUTE_MS = 60_000;
const BOOKING_EVERY_MS = 25_000;
const OLD_CHANGE_EVERY_MS = 5 * MINUTE_MS;
const CANCELLED_EVERY_MS = 10 * MINUTE_MS;
const TAKEN_BACK_AFTER_MS = 15 * MINUTE_MS;
const ONE_NIGHT_EVERY_MS = 60 * MINUTE_MS;
/** More than two days after departure. */
const DAYS_LATER_MS = 80 * 60 * MINUTE_MS;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** Less than five minutes after the faults begin, while the list of properties is still cached. */
const SINCE_THE_LIST_MS = 2 * MINUTE_MS;
/** With durable polling, the first poll comes within a minute of the activation. */
const BEFORE_THE_FIRST_POLL_MS = 10_000;
const OUTAGE_MS = 10 * MINUTE_MS;
const JOINS_EVERY_MS = 4 * 60 * MINUTE_MS;
const EDITED_EVERY_MS = 5 * 60 * MINUTE_MS;
const BOOKED_AHEAD_EVERY_MS = 3 * 60 * MINUTE_MS;
const REFUSED_EVERY_MS = 40 * MINUTE_MS;
const AHEAD_EVERY_MS = 40 * MINUTE_MS;
const AHEAD_FOR_MS = 4 * MINUTE_MS;
/** The interval of four polls a minute. */
const LATE_MS = 15_000;
const SAVED_AFTER_MS = 3_000;
const RESTART_EVERY_MS = 10 * MINUTE_MS;
/** Just below the limit per second. */
const QUICKLY_MS = 25;
const IN_SECONDS_MS = 8_000;

const JSON_TYPE = { 'content-type': 'application/json' };
const response = (status: number, body: string): HttpResponse => ({ status, headers: JSON_TYPE, body });

/** Losses after which the client cannot know whether the service has made a change. */
const LOSSES: ReadonlyArray<Partial<Delivery>> = [
	{ responseFault: 'reset' },
	{ responseFault: 'breaksOff' },
	{ responseFault: 'hangs' },
	{ lost: 'ECONNRESET' },
	{ instead: response(503, '{}') },
	{ instead: response(504, '{}'), processedAfterMs: 3_000 },
	{ instead: response(200, '') },
	{ alter: () => response(502, '{}') },
	{ alter: () => response(200, '') },
	{ alter: () => response(200, '{"warnings":[') },
];

/** Failures after which the service has certainly not made a change. */
const REFUSALS: ReadonlyArray<Partial<Delivery>> = [
	{ lost: 'ECONNREFUSED' },
	{ instead: response(401, '{}') },
	{ instead: response(429, '{}') },
	{ instead: response(400, '{"errors":[{"code":"9","message":"Not now"}]}') },
];

function isChange({ method, url }: HttpRequest): boolean {
	return method !== 'GET' && !url.includes('/auth/token') && !url.includes('/search');
}

/** Network faults that never end. Nothing is due of any hotel meanwhile. */
const permanentFaults: Fault[] = networkFaults.map(({ name, begin }) => ({
	name,
	begin(targets, random) {
		const { failingHotels, properties } = targets.simulation;
		for (const { id } of properties) failingHotels.add(id);
		return begin(targets, random);
	},
}));

/** Faults that last until the end of a world. Plans refer to them by name. */
export const lastingFaults: Fault[] = [
	...permanentFaults,
	...chainFaults,
	{
		name: 'answers to changes are lost',
		begin({ simulation }) {
			const networkFault: NetworkFault = (request, random) =>
				isChange(request) && random.chance(0.5) ? { ...random.pick(LOSSES), fault: this.name } : undefined;
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'changes are refused',
		begin({ simulation }) {
			const networkFault: NetworkFault = (request, random) =>
				isChange(request) && random.chance(0.2) ? { ...random.pick(REFUSALS), fault: this.name } : undefined;
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'n8n is killed while something is written',
		begin({ simulation, administration }) {
			const networkFault: NetworkFault = (request, random) => {
				if (isChange(request) && random.chance(0.05) && simulation.n8n.main) {
					const { time } = simulation;
					time.after(random.integer(0, 200), time.world, () => administration.kill());
					time.after(20_000, time.world, () => administration.start());
				}
				return undefined;
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'tokens live for a second',
		begin: ({ simulation }) => {
			simulation.api.sandbox.settings.tokenLifetimeSeconds = 1;
		},
	},
	{
		name: 'details of every fifth booking fail for good',
		begin({ simulation }) {
			let count = 0;
			simulation.observe({
				onBooking: ({ number, at, createdMs }) => {
					if (at !== createdMs) return;
					count += 1;
					if (count % 5 === 0) simulation.failingDetails.add(number);
				},
			});
		},
	},
	{
		name: 'bookings change while their details are read',
		begin({ simulation, guests }) {
			const networkFault: NetworkFault = (request, random) => {
				const [, propertyId = '', number = ''] = DETAILS.exec(pathOf(request)) ?? [];
				if (number !== '' && random.chance(0.1))
					simulation.time.after(0, simulation.time.world, () => guests.get(propertyId)?.change(number));
				return undefined;
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'bookings from before the start change',
		begin({ simulation, guests }, random) {
			const { api, time } = simulation;
			const startMs = simulation.now;
			const change = () => {
				const property = random.pick(simulation.openProperties);
				const { feed } = api.sandbox.world.bookings(property);
				const old = Array.from({ length: feed.size }, (_, index) => feed.at(index) as Booking).filter(
					({ createdMs }) => createdMs < startMs,
				);
				guests.get(property.id)?.change(random.pick(old).number);
			};
			change();
			time.every(OLD_CHANGE_EVERY_MS, time.world, change);
		},
	},
	{
		name: 'cancellations after the arrival are taken back',
		begin({ simulation, guests }, random) {
			const { time } = simulation;
			const cancel = () => {
				const { desk, chosen, reservations } = anyDesk(simulation, random);
				const arrived = reservations.filter(({ stays }) =>
					stays.some((stay) => HAS_ARRIVED.has(desk.stateOf(stay).status)),
				);
				if (arrived.length > 0) {
					const { bookingNumber } = random.pick(random.chance(0.5) ? arrived : arrived.slice(-2));
					const turn = (status: 'Cancelled' | 'Active') => guests.get(chosen.id)?.turn(bookingNumber, status);
					turn('Cancelled');
					time.after(TAKEN_BACK_AFTER_MS, time.world, () => turn('Active'));
				}
			};
			cancel();
			time.every(CANCELLED_EVERY_MS, time.world, cancel);
		},
	},
	{
		name: 'bookings change days after the departure',
		begin({ simulation, guests }, random) {
			const { time } = simulation;
			const book = () => {
				const of = guests.get(random.pick(simulation.openProperties).id);
				const number = of?.bookForTonight();
				if (number !== undefined) time.after(DAYS_LATER_MS, time.world, () => of?.change(number));
			};
			book();
			time.every(ONE_NIGHT_EVERY_MS, time.world, book);
		},
	},
	{
		name: 'guests book months ahead',
		begin({ simulation, guests }, random) {
			const { time } = simulation;
			const book = () => guests.get(random.pick(simulation.openProperties).id)?.bookAhead();
			time.every(BOOKED_AHEAD_EVERY_MS, time.world, book);
		},
	},
	{
		name: 'a hotel fails beside a busy one',
		begin(targets) {
			const { simulation } = targets;
			const [failing, busy] = simulation.openProperties.map(({ id }) => id) as [string, string];
			simulation.failingHotels.add(failing);
			failHotel(simulation, failing, this.name);
			keepBooking(targets, busy);
		},
	},
	{
		name: 'each minute some hotels fail',
		begin({ simulation }, random) {
			const { time } = simulation;
			const failSome = () => {
				const some = simulation.openProperties.filter(() => random.chance(0.2));
				const ends = some.map(({ id }) => failHotel(simulation, id, this.name));
				time.after(MINUTE_MS, time.world, () => {
					for (const end of ends) end();
					failSome();
				});
			};
			failSome();
		},
	},
	{
		name: 'the client is refused for a minute now and then',
		begin({ simulation }) {
			const { time, networkFaults } = simulation;
			const refused: NetworkFault = () => ({ instead: response(401, '{}'), fault: this.name });
			const refuse = () => {
				networkFaults.add(refused);
				time.after(MINUTE_MS, time.world, () => networkFaults.delete(refused));
			};
			time.every(REFUSED_EVERY_MS, time.world, refuse);
		},
	},
	{
		name: 'n8n polls late and saves slowly',
		begin({ simulation: { n8n } }) {
			n8n.maxLateMs = LATE_MS;
			n8n.database.maxSaveMs = SAVED_AFTER_MS;
		},
	},
	{
		name: 'n8n is killed each half hour while it takes bookings over',
		begin({ simulation, administration }, random) {
			const { n8n, time } = simulation;
			const kill = () => {
				administration.kill();
				time.after(20_000, time.world, () => administration.start());
			};
			const wait = () => {
				n8n.onHandOver = () => {
					n8n.onHandOver = undefined;
					time.after(random.integer(0, 20), time.world, kill);
				};
				time.after(HALF_AN_HOUR_MS, time.world, wait);
			};
			wait();
		},
	},
	{
		name: 'test events are fetched after a restart while the limit of a minute is used up',
		begin({ simulation, administration, editors }, random) {
			const { time, openProperties } = simulation;
			const { id } = random.pick(openProperties);
			const workflowId = administration.pickWorkflow(random);
			// With all hotels, the list of hotels would fail instead.
			administration.edit(workflowId, { selection: 'one', propertyIds: [id] });
			time.every(RESTART_EVERY_MS, time.world, () => {
				administration.kill();
				administration.start();
				const end = otherProgram(simulation, QUICKLY_MS, PROPERTY(id));
				time.after(IN_SECONDS_MS, time.world, () => {
					end();
					void editors.fetch(workflowId);
				});
			});
		},
	},
	{
		name: 'a busy hotel joins right before a trigger starts anew',
		begin(targets, random) {
			const { simulation, administration } = targets;
			simulation.time.after(SINCE_THE_LIST_MS, simulation.time.world, () => {
				const id = addHotel(simulation);
				if (id !== undefined) keepBooking(targets, id);
				administration.loseState(administration.pickWorkflow(random));
			});
		},
	},
	{
		name: 'a trigger starts anew and is switched off and on before its first poll',
		begin(targets, random) {
			const { simulation, administration } = targets;
			const { time } = simulation;
			keepBooking(targets, random.pick(simulation.openProperties).id);
			const id = administration.pickWorkflow(random);
			administration.loseState(id);
			time.after(BEFORE_THE_FIRST_POLL_MS, time.world, () => administration.switchOff(id));
			time.after(2 * MINUTE_MS, time.world, () => administration.switchOn(id));
		},
	},
	{
		name: 'a hotel with bookings of the last hours joins now and then',
		begin({ simulation }) {
			const { time } = simulation;
			time.every(JOINS_EVERY_MS, time.world, () => addHotel(simulation));
		},
	},
	{
		name: 'the moments of guest journeys are edited',
		begin({ simulation, journeyTriggers }) {
			const { time } = simulation;
			let edits = 0;
			// One moment more each time; after the last one, it starts with the first one again.
			const edit = () => {
				for (const trigger of journeyTriggers)
					trigger.editMoments(trigger.moments.slice(0, 1 + (edits % trigger.moments.length)));
				edits += 1;
			};
			edit();
			time.every(EDITED_EVERY_MS, time.world, edit);
		},
	},
	{
		name: 'the clock of n8n is hours ahead while details fail',
		begin({ simulation }, random) {
			const { n8n, networkFaults, time } = simulation;
			const networkFault: NetworkFault = (request) =>
				reservationAt(request.url) ? { instead: response(500, '{}'), fault: this.name } : undefined;
			const moveAhead = () => {
				n8n.moveClock(random.integer(180, 360) * MINUTE_MS);
				networkFaults.add(networkFault);
				time.after(AHEAD_FOR_MS, time.world, () => {
					n8n.moveClock(0);
					networkFaults.delete(networkFault);
				});
			};
			time.every(AHEAD_EVERY_MS, time.world, moveAhead);
		},
	},
	{
		name: 'the service fails as soon as a trigger is on',
		begin(targets, random) {
			const { simulation, administration } = targets;
			keepBooking(targets, random.pick(simulation.openProperties).id);
			administration.loseState(administration.pickWorkflow(random));
			simulation.time.after(5_000, simulation.time.world, () => {
				const ends = simulation.openProperties.map(({ id }) => failHotel(simulation, id, this.name));
				simulation.time.after(OUTAGE_MS, simulation.time.world, () => ends.forEach((end) => end()));
			});
		},
	},
];

/** Makes one booking after the other. */
function keepBooking({ simulation, guests }: Targets, propertyId: string): void {
	const book = () => guests.get(propertyId)?.burst(1);
	book();
	simulation.time.every(BOOKING_EVERY_MS, simulation.time.world, book);
}
