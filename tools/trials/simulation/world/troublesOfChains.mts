import { roomsFor } from '../../../sandbox/world/pms/rooms.mts';
import { openPmsView } from '../../../sandbox/world/pms/pmsView.mts';
import type { Stay } from '../../../sandbox/world/pms/stay.mts';
import type { Property } from '../../../sandbox/world/properties.mts';
import { toLocalMinute } from '../../../sandbox/world/zone.mts';
import { pathOf } from '../network/network.mts';
import type { Stage, Weather } from './stage.mts';
import type { Trouble } from './trouble.mts';

/** What takes weeks, or many hotels, to show. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A check-in is remembered for two weeks (docs/reservationTrigger.md). */
const LONG_AGO_MS = 15 * DAY_MS;
const PAYMENT_EVERY_MS = 30 * MINUTE_MS;
const ON_FOR_MS = 3 * HOUR_MS;
const OTHER_SELECTION_MS = 2 * HOUR_MS;
const RESERVATION = /\/api\/pms\/v2\/properties\/([^/]+)\/reservations\/([^/?]+)$/;
const GROUP_EVERY_MS = 20 * MINUTE_MS;
const RESTART_EVERY_MS = 6 * MINUTE_MS;
const FAILING_SHARE = 0.2;
const FAILS_FOR_MS = 25 * MINUTE_MS;

function checkedOutBefore(stage: Stage, propertyId: string, ms: number): Stay[] {
	const property = stage.properties.find(({ id }) => id === propertyId) as Property;
	const until = toLocalMinute(ms, property.place.timeZone);
	return stage.api.sandbox.world
		.pms(property)
		.staysById()
		.filter(({ cancelled, written: { checkedOut } }) => !cancelled && (checkedOut ?? until) < until);
}

export const troublesOfChains: Trouble[] = [
	{
		name: 'n8n rests for weeks',
		begin({ stage, administration }, random) {
			const { time } = stage;
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
		begin({ stage }, random) {
			const { time, api } = stage;
			let count = 0;
			const pay = () => {
				time.after(PAYMENT_EVERY_MS, time.world, pay);
				if (!stage.n8n.main) return;
				const { id: propertyId, place } = random.pick(stage.openProperties);
				const left = checkedOutBefore(stage, propertyId, stage.now - LONG_AGO_MS);
				if (left.length === 0) return;
				const stay = random.pick(left);
				const posting = {
					action: 'Payment' as const,
					pmsPaymentSystemId: '1',
					value: random.integer(1, 90),
					currencyCode: place.currency,
					comment: `late-${(count += 1)}.`,
					actionDateTime: toLocalMinute(stage.now, place.timeZone),
				};
				const change = { kind: 'posted' as const, pmsRoomStayId: stay.id, posting };
				stage.each('onRunStarted', [{ json: {}, mark: `posted ${posting.comment}` }]);
				api.sandbox.world.apply({ kind: 'pmsWritten', propertyId, change, atMs: stage.now });
			};
			pay();
		},
	},
	{
		name: 'details of some reservations fail at first',
		begin({ stage }, random) {
			const { failingReservations, time } = stage;
			stage.observe({
				onBooking({ propertyId, number: bookingNumber, at, createdMs }) {
					if (at !== createdMs || !random.chance(FAILING_SHARE)) return;
					const property = stage.properties.find(({ id }) => id === propertyId) as Property;
					const { pms } = openPmsView(stage.api.sandbox.world, property, at);
					const number = pms.reservationOfBooking(bookingNumber)?.number ?? bookingNumber;
					failingReservations.set(`${propertyId} ${number}`, time.nowMs + FAILS_FOR_MS);
				},
			});
			const weather: Weather = (sent) => {
				const [, propertyId, number] = RESERVATION.exec(pathOf(sent).split('?', 1)[0] as string) ?? [];
				const until = failingReservations.get(`${propertyId} ${number}`) ?? -Infinity;
				if (stage.now > until) return undefined;
				return { instead: { status: 500, headers: {}, body: '{}' }, because: this.name };
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'room stays have numbers for IDs, or none',
		begin({ stage }) {
			const weather: Weather = (sent) => {
				if (sent.method !== 'GET' || !RESERVATION.test(pathOf(sent).split('?', 1)[0] as string))
					return undefined;
				const numeric = (body: string) => body.replace(/"pmsRoomStayId":"(\d+)"/g, '"pmsRoomStayId":$1');
				return { alter: (answer) => ({ ...answer, body: numeric(answer.body) }), because: this.name };
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'large groups book and change',
		begin({ stage, guests }, random) {
			const { time } = stage;
			const book = () => {
				time.after(GROUP_EVERY_MS, time.world, book);
				guests.get(random.pick(stage.openProperties).id)?.changingGroup();
			};
			book();
		},
	},
	{
		name: 'the service moves soon after each start of n8n',
		begin({ stage, administration }, random) {
			const { time } = stage;
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
		begin({ stage, administration }, random) {
			const { time } = stage;
			const id = administration.pickWorkflow(random);
			const one = () => {
				const [first] = stage.openProperties;
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
		begin({ stage, administration }, random) {
			const { time } = stage;
			const leave = () => {
				const open = stage.openProperties.map(({ id }) => id);
				const gone = random.pick(open);
				stage.story.tell(`${gone} takes its access away`);
				stage.allow(open.filter((id) => id !== gone));
				time.after(random.integer(30, 60) * DAY_MS, time.world, () => {
					stage.story.tell(`${gone} gives access again`);
					stage.allow([...stage.openProperties.map(({ id }) => id), gone]);
					administration.cameBack(gone);
					time.after(10 * DAY_MS, time.world, leave);
				});
			};
			time.after(5 * DAY_MS, time.world, leave);
		},
	},
	{
		name: 'guests are moved to other rooms',
		begin({ stage }, random) {
			const { time, api } = stage;
			const move = () => {
				time.after(3 * MINUTE_MS, time.world, move);
				const property = random.pick(stage.openProperties);
				const desk = openPmsView(api.sandbox.world, property, stage.now);
				const today = desk.now;
				const stays = desk.pms
					.staysById()
					.filter(({ id, seeded }) => seeded && !stage.takenStays.has(id))
					.filter(
						(stay) => desk.stateOf(stay).status === 'CheckedIn' && desk.stateOf(stay).actualCheckIn! < today,
					);
				if (stays.length === 0) return;
				const stay = random.pick(stays);
				const room = roomsFor(desk, stay).find(({ id }) => id !== desk.stateOf(stay).roomId);
				if (!room) return;
				const change = {
					kind: 'roomsAssigned' as const,
					rooms: [{ pmsRoomStayId: stay.id, roomId: room.id }],
				};
				stage.each('onRunStarted', [{ json: {}, mark: `room ${stay.id}` }]);
				api.sandbox.world.apply({ kind: 'pmsWritten', propertyId: property.id, change, atMs: stage.now });
			};
			move();
		},
	},
];
