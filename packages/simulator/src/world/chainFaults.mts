import { roomsFor } from '../../../sandbox/src/world/pms/rooms.mts';
import { openPmsView, type PmsView } from '../../../sandbox/src/world/pms/pmsView.mts';
import type { Stay } from '../../../sandbox/src/world/pms/stay.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import { toLocalMinute } from '../../../sandbox/src/world/zone.mts';
import { CREDENTIALS } from './administration.mts';
import { recordAtDesk } from './frontDesk.mts';
import { reservationAt } from '../network/reservationPath.mts';
import { COMPANIES, EXPORT, nodeOf, STEADY_READ } from './jobs.mts';
import type { Simulation, NetworkFault } from './simulation.mts';
import type { Fault } from './fault.mts';

/** Faults that take weeks, or many hotels, to have an effect. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A check-in is remembered for two weeks (docs/reservationTrigger.md). */
const LONG_AGO_MS = 15 * DAY_MS;
const PAYMENT_EVERY_MS = 30 * MINUTE_MS;
const ON_FOR_MS = 3 * HOUR_MS;
const OTHER_SELECTION_MS = 2 * HOUR_MS;
const GROUP_EVERY_MS = 20 * MINUTE_MS;
const RESTART_EVERY_MS = 6 * MINUTE_MS;
const ROOM_EVERY_MS = 3 * MINUTE_MS;
/** The export starts again this long after it has ended or failed. */
const EXPORT_AGAIN_MS = MINUTE_MS;
/** Two fifths of the hour's limit. */
const READ_EVERY_MS = 3_000;
const FAILING_SHARE = 0.2;
const FAILS_FOR_MS = 25 * MINUTE_MS;

function checkedOutBefore(simulation: Simulation, propertyId: string, ms: number): Stay[] {
	const property = simulation.properties.find(({ id }) => id === propertyId) as Property;
	const until = toLocalMinute(ms, property.place.timeZone);
	return simulation.api.sandbox.world
		.pms(property)
		.staysById()
		.filter(({ cancelled, written: { checkedOut } }) => !cancelled && (checkedOut ?? until) < until);
}

type StayFilter = (desk: PmsView, stay: Stay) => boolean;

const isThere: StayFilter = ({ stateOf, now }, stay) =>
	stateOf(stay).status === 'CheckedIn' && (stateOf(stay).actualCheckIn ?? now) < now;

/** Stays whose reservation has another number than the booking, so no booking tells when it was made. */
const hasNumberOfPms: StayFilter = ({ stateOf, pms }, stay) =>
	stateOf(stay).status === 'New' &&
	pms.reservationOfBooking(stay.bookingNumber)?.number !== stay.bookingNumber;

/** Moves guests who booked before the simulation, each once: two changes in quick succession may be emitted as one. */
function moveGuests(afterMs: number, isMoved: StayFilter = isThere): Fault['begin'] {
	return ({ simulation }, random) => {
		const { time, api } = simulation;
		const moved = new Set<string>();
		const move = () => {
			time.after(ROOM_EVERY_MS, time.world, move);
			const property = random.pick(simulation.openProperties);
			const desk = openPmsView(api.sandbox.world, property, simulation.now);
			const stays = desk.pms
				.staysById()
				.filter(({ id, seeded }) => seeded && !moved.has(id) && !simulation.takenStays.has(id))
				.filter((stay) => isMoved(desk, stay));
			if (stays.length === 0) return;
			const stay = random.pick(stays);
			const room = roomsFor(desk, stay).find(({ id }) => id !== desk.stateOf(stay).roomId);
			if (!room) return;
			moved.add(stay.id);
			const rooms = [{ pmsRoomStayId: stay.id, roomId: room.id }];
			recordAtDesk(simulation, property.id, { kind: 'roomsAssigned', rooms });
		};
		time.after(afterMs, time.world, move);
	};
}

export const chainFaults: Fault[] = [
	{
		name: 'n8n rests for weeks',
		begin({ simulation, administration }, random) {
			const { time } = simulation;
			const rest = () => {
				administration.kill();
				time.after(random.integer(15, 24) * DAY_MS, time.world, () => {
					administration.start();
					time.after(random.integer(2, 4) * ON_FOR_MS, time.world, rest);
				});
			};
			time.after(ON_FOR_MS, time.world, rest);
		},
	},
	{
		name: 'guests pay weeks after their departure',
		begin({ simulation }, random) {
			const { time } = simulation;
			let count = 0;
			const pay = () => {
				time.after(PAYMENT_EVERY_MS, time.world, pay);
				if (!simulation.n8n.main) return;
				const { id: propertyId, place } = random.pick(simulation.openProperties);
				const left = checkedOutBefore(simulation, propertyId, simulation.now - LONG_AGO_MS);
				if (left.length === 0) return;
				const stay = random.pick(left);
				const posting = {
					action: 'Payment' as const,
					pmsPaymentSystemId: '1',
					value: random.integer(1, 90),
					currencyCode: place.currency,
					comment: `late-${(count += 1)}.`,
					actionDateTime: toLocalMinute(simulation.now, place.timeZone),
				};
				recordAtDesk(simulation, propertyId, { kind: 'posted', pmsRoomStayId: stay.id, posting });
			};
			pay();
		},
	},
	{
		name: 'details of some reservations fail at first',
		begin({ simulation }, random) {
			const { failingReservations, time } = simulation;
			simulation.observe({
				onBooking({ propertyId, number: bookingNumber, at, createdMs }) {
					if (at !== createdMs || !random.chance(FAILING_SHARE)) return;
					const property = simulation.properties.find(({ id }) => id === propertyId) as Property;
					const { pms } = openPmsView(simulation.api.sandbox.world, property, at);
					const number = pms.reservationOfBooking(bookingNumber)?.number ?? bookingNumber;
					failingReservations.set(`${propertyId} ${number}`, time.nowMs + FAILS_FOR_MS);
				},
			});
			const networkFault: NetworkFault = (request) => {
				const { propertyId, number } = reservationAt(request.url) ?? {};
				const until = failingReservations.get(`${propertyId} ${number}`) ?? -Infinity;
				if (simulation.now > until) return undefined;
				return { instead: { status: 500, headers: {}, body: '{}' }, fault: this.name };
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'details of reservations fail now and then',
		begin({ simulation }, random) {
			const networkFault: NetworkFault = (request) => {
				if (request.method !== 'GET' || !reservationAt(request.url) || !random.chance(FAILING_SHARE))
					return undefined;
				return { instead: { status: 500, headers: {}, body: '{}' }, fault: this.name };
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'room stays have numbers for IDs, or none',
		begin({ simulation }) {
			const networkFault: NetworkFault = (request) => {
				if (request.method !== 'GET' || !reservationAt(request.url)) return undefined;
				const numeric = (body: string) => body.replace(/"pmsRoomStayId":"(\d+)"/g, '"pmsRoomStayId":$1');
				return { alter: (response) => ({ ...response, body: numeric(response.body) }), fault: this.name };
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	},
	{
		name: 'large groups book and change',
		begin({ simulation, guests }, random) {
			const { time } = simulation;
			const book = () => {
				time.after(GROUP_EVERY_MS, time.world, book);
				guests.get(random.pick(simulation.openProperties).id)?.changingGroup();
			};
			book();
		},
	},
	{
		name: 'the service moves soon after each start of n8n',
		begin({ simulation, administration }, random) {
			const { time } = simulation;
			const restart = () => {
				time.after(RESTART_EVERY_MS, time.world, restart);
				administration.kill();
				time.after(5_000, time.world, () => administration.start());
				time.after(random.integer(30, 200) * 1_000, time.world, () => administration.moveService());
			};
			restart();
		},
	},
	{
		name: 'a trigger on all hotels is set to one and back',
		begin({ simulation, administration }, random) {
			const { time } = simulation;
			const id = administration.pickWorkflow(random);
			const one = () => {
				const [first] = simulation.openProperties;
				administration.edit(id, { selection: 'one', propertyIds: first ? [first.id] : [] });
				time.after(OTHER_SELECTION_MS, time.world, () => {
					administration.edit(id, { selection: 'all', propertyIds: [] });
					time.after(OTHER_SELECTION_MS, time.world, one);
				});
			};
			time.after(HOUR_MS, time.world, one);
		},
	},
	{
		name: 'a hotel leaves and comes back after weeks',
		begin({ simulation, administration }, random) {
			const { time } = simulation;
			const leave = () => {
				const open = simulation.openProperties.map(({ id }) => id);
				const gone = random.pick(open);
				simulation.trace.log(`${gone} takes its access away`);
				simulation.allow(open.filter((id) => id !== gone));
				time.after(random.integer(30, 60) * DAY_MS, time.world, () => {
					simulation.trace.log(`${gone} gives access again`);
					simulation.allow([...simulation.openProperties.map(({ id }) => id), gone]);
					administration.propertyReturned(gone);
					time.after(10 * DAY_MS, time.world, leave);
				});
			};
			time.after(5 * DAY_MS, time.world, leave);
		},
	},
	{
		name: 'one export of all bookings after the other',
		begin({ simulation }, random) {
			const { n8n, time } = simulation;
			const node = nodeOf(EXPORT, { credentials: CREDENTIALS });
			const stop = new AbortController();
			const start = async () => {
				const items = EXPORT.workItems(simulation, random, '').map(({ json }) => ({ json }));
				if (n8n.main) await n8n.run(node, items, stop.signal);
				if (!stop.signal.aborted) time.after(EXPORT_AGAIN_MS, time.world, () => void start());
			};
			void start();
			return () => stop.abort(new Error('stopped'));
		},
	},
	{
		name: 'workflows read something every three seconds',
		begin({ simulation }, random) {
			const { n8n, time } = simulation;
			const settings = { credentials: CREDENTIALS };
			const { signal } = new AbortController();
			let count = 0;
			let isOver = false;
			const read = async () => {
				const name = `${STEADY_READ}${(count += 1)}`;
				const workItems = COMPANIES.workItems(simulation, random, name).slice(0, 1);
				const startedAt = simulation.now;
				const items = workItems.map(({ json }) => ({ json }));
				const run = await n8n.run(nodeOf(COMPANIES, settings), items, signal);
				simulation.notify('onRun', { name, job: COMPANIES, workItems, settings, startedAt, run });
			};
			const start = () => {
				if (isOver) return;
				time.after(READ_EVERY_MS, time.world, start);
				if (n8n.main) void read();
			};
			start();
			return () => (isOver = true);
		},
	},
	{ name: 'guests are moved to other rooms', begin: moveGuests(0) },
	{ name: 'guests are moved to other rooms after hours', begin: moveGuests(5 * HOUR_MS) },
	{
		name: 'guests to come, whose reservation has another number than their booking, get rooms after hours',
		begin: moveGuests(5 * HOUR_MS, hasNumberOfPms),
	},
	{
		name: 'guests are given a room and check in minutes later',
		begin({ simulation }, random) {
			const { time, api } = simulation;
			const serve = () => {
				time.after(ROOM_EVERY_MS, time.world, serve);
				const property = random.pick(simulation.openProperties);
				const look = () => openPmsView(api.sandbox.world, property, simulation.now);
				const desk = look();
				const isNew = ({ id }: Stay) => {
					const stay = look().pms.stay(id);
					return stay && look().stateOf(stay).status === 'New' && !simulation.takenStays.has(id);
				};
				const stays = desk.pms.byModification().flatMap((one) => one.stays);
				const stay = stays.find((one) => isNew(one) && roomsFor(desk, one).length > 0);
				const room = stay && roomsFor(desk, stay).find(({ id }) => id !== desk.stateOf(stay).roomId);
				if (!stay || !room) return;
				const rooms = [{ pmsRoomStayId: stay.id, roomId: room.id }];
				recordAtDesk(simulation, property.id, { kind: 'roomsAssigned', rooms });
				time.after(random.integer(1, 6) * MINUTE_MS, time.world, () => {
					const at = toLocalMinute(simulation.now, property.place.timeZone);
					if (isNew(stay))
						recordAtDesk(simulation, property.id, { kind: 'checkedIn', pmsRoomStayId: stay.id, at });
				});
			};
			serve();
		},
	},
];
