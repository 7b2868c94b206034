import type { Booking } from '../../../sandbox/world/bookings/types.mts';
import { pathOf, type Answer, type Fate, type Sent } from '../network/network.mts';
import { hotelFails, hotelJoins } from './troublesOfTheService.mts';
import type { Weather } from './stage.mts';
import type { Scene, Trouble } from './trouble.mts';
import { troublesOfChains } from './troublesOfChains.mts';
import { troublesOfTheWay } from './troublesOfTheWay.mts';
import { anyDesk } from './wishes.mts';

const DETAILS = /\/properties\/([^/]+)\/bookings\/([^/?]+)$/;
const HAS_ARRIVED: ReadonlySet<string> = new Set(['CheckedIn', 'CheckedOut']);
const BOOKING_EVERY_MS = 25_000;
const OLD_CHANGE_EVERY_MS = 5 * 60_000;
const CANCELLED_EVERY_MS = 10 * 60_000;
const TAKEN_BACK_AFTER_MS = 15 * 60_000;
const ONE_NIGHT_EVERY_MS = 60 * 60_000;
/** More than two days after the departure. */
const DAYS_LATER_MS = 80 * 60 * 60_000;
const HALF_AN_HOUR_MS = 30 * 60_000;
/** Less than five minutes: the process remembers the list of properties that was read ten minutes after the start. */
const SINCE_THE_LIST_MS = 2 * 60_000;
const OUTAGE_MS = 10 * 60_000;

const JSON_TYPE = { 'content-type': 'application/json' };
const answer = (status: number, body: string): Answer => ({ status, headers: JSON_TYPE, body });

/** The ways in which nobody hears what became of a change, which the service has made or not. */
const LOSSES: ReadonlyArray<Partial<Fate>> = [
	{ answer: 'reset' },
	{ answer: 'breaksOff' },
	{ answer: 'hangs' },
	{ lost: 'ECONNRESET' },
	{ instead: answer(503, '{}') },
	{ instead: answer(504, '{}'), workLaterMs: 3_000 },
	{ instead: answer(200, '') },
	{ alter: () => answer(502, '{}') },
	{ alter: () => answer(200, '') },
	{ alter: () => answer(200, '{"warnings":[') },
];

/** The service has certainly not made it. */
const REFUSALS: ReadonlyArray<Partial<Fate>> = [
	{ lost: 'ECONNREFUSED' },
	{ instead: answer(401, '{}') },
	{ instead: answer(429, '{}') },
	{ instead: answer(400, '{"errors":[{"code":"9","message":"Not now"}]}') },
];

function isChange({ method, url }: Sent): boolean {
	return method !== 'GET' && !url.includes('/auth/token') && !url.includes('/search');
}

/** With a trouble of requests that never ends, nothing is due of any hotel. */
const withoutEnd: Trouble[] = troublesOfTheWay.map(({ name, begin }) => ({
	name,
	begin(scene, random) {
		const { failingHotels, properties } = scene.stage;
		for (const { id } of properties) failingHotels.add(id);
		return begin(scene, random);
	},
}));

/** What lasts as long as its world: a plan asks for it by name. */
export const lastingTroubles: Trouble[] = [
	...withoutEnd,
	...troublesOfChains,
	{
		name: 'answers to changes are lost',
		begin({ stage }) {
			const weather: Weather = (sent, random) =>
				isChange(sent) && random.chance(0.5) ? { ...random.pick(LOSSES), because: this.name } : undefined;
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'changes are refused',
		begin({ stage }) {
			const weather: Weather = (sent, random) =>
				isChange(sent) && random.chance(0.2) ? { ...random.pick(REFUSALS), because: this.name } : undefined;
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'n8n is killed while something is written',
		begin({ stage, administration }) {
			const weather: Weather = (sent, random) => {
				if (isChange(sent) && random.chance(0.05) && stage.n8n.main) {
					const { time } = stage;
					time.after(random.integer(0, 200), time.world, () => administration.kill());
					time.after(20_000, time.world, () => administration.start());
				}
				return undefined;
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'tokens live for a second',
		begin: ({ stage }) => {
			stage.api.sandbox.settings.tokenLifetimeSeconds = 1;
		},
	},
	{
		name: 'details of every fifth booking fail for good',
		begin({ stage }) {
			let count = 0;
			stage.observe({
				onBooking: ({ number, at, createdMs }) => {
					if (at !== createdMs) return;
					count += 1;
					if (count % 5 === 0) stage.failingDetails.add(number);
				},
			});
		},
	},
	{
		name: 'bookings change while their details are read',
		begin({ stage, guests }) {
			const weather: Weather = (sent, random) => {
				const [, propertyId = '', number = ''] = DETAILS.exec(pathOf(sent)) ?? [];
				if (number !== '' && random.chance(0.1))
					stage.time.after(0, stage.time.world, () => guests.get(propertyId)?.change(number));
				return undefined;
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	},
	{
		name: 'bookings from before the start change',
		begin({ stage, guests }, random) {
			const { api, time } = stage;
			const startMs = stage.now;
			const change = () => {
				const property = random.pick(stage.openProperties);
				const { feed } = api.sandbox.world.bookings(property);
				const old = Array.from({ length: feed.size }, (_, index) => feed.at(index) as Booking).filter(
					({ createdMs }) => createdMs < startMs,
				);
				guests.get(property.id)?.change(random.pick(old).number);
				time.after(OLD_CHANGE_EVERY_MS, time.world, change);
			};
			change();
		},
	},
	{
		name: 'cancellations after the arrival are taken back',
		begin({ stage, guests }, random) {
			const { time } = stage;
			const cancel = () => {
				const { desk, chosen, reservations } = anyDesk(stage, random);
				const arrived = reservations.filter(({ stays }) =>
					stays.some((stay) => HAS_ARRIVED.has(desk.stateOf(stay).status)),
				);
				if (arrived.length > 0) {
					const { bookingNumber } = random.pick(random.chance(0.5) ? arrived : arrived.slice(-2));
					const turn = (status: 'Cancelled' | 'Active') => guests.get(chosen.id)?.turn(bookingNumber, status);
					turn('Cancelled');
					time.after(TAKEN_BACK_AFTER_MS, time.world, () => turn('Active'));
				}
				time.after(CANCELLED_EVERY_MS, time.world, cancel);
			};
			cancel();
		},
	},
	{
		name: 'bookings change days after the departure',
		begin({ stage, guests }, random) {
			const { time } = stage;
			const book = () => {
				const of = guests.get(random.pick(stage.openProperties).id);
				const number = of?.bookForTonight();
				if (number !== undefined) time.after(DAYS_LATER_MS, time.world, () => of?.change(number));
				time.after(ONE_NIGHT_EVERY_MS, time.world, book);
			};
			book();
		},
	},
	{
		name: 'a hotel fails beside a busy one',
		begin(scene) {
			const { stage } = scene;
			const [failing, busy] = stage.openProperties.map(({ id }) => id) as [string, string];
			stage.failingHotels.add(failing);
			hotelFails(stage, failing, this.name);
			keepBooking(scene, busy);
		},
	},
	{
		name: 'n8n is killed each half hour while it takes bookings over',
		begin({ stage, administration }, random) {
			const { n8n, time } = stage;
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
		name: 'a busy hotel joins right before a trigger starts anew',
		begin(scene, random) {
			const { stage, administration } = scene;
			stage.time.after(SINCE_THE_LIST_MS, stage.time.world, () => {
				const id = hotelJoins(stage);
				if (id !== undefined) keepBooking(scene, id);
				administration.loseState(administration.pickWorkflow(random));
			});
		},
	},
	{
		name: 'the service fails as soon as a trigger is on',
		begin(scene, random) {
			const { stage, administration } = scene;
			keepBooking(scene, random.pick(stage.openProperties).id);
			administration.loseState(administration.pickWorkflow(random));
			stage.time.after(5_000, stage.time.world, () => {
				const ends = stage.openProperties.map(({ id }) => hotelFails(stage, id, this.name));
				stage.time.after(OUTAGE_MS, stage.time.world, () => ends.forEach((end) => end()));
			});
		},
	},
];

/** A booking after the other. */
function keepBooking({ stage, guests }: Scene, propertyId: string): void {
	const book = () => {
		guests.get(propertyId)?.burst(1);
		stage.time.after(BOOKING_EVERY_MS, stage.time.world, book);
	};
	book();
}
