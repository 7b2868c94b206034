import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelGuestJourneyTrigger } from '../../nodes/PartnerHotelGuestJourneyTrigger/PartnerHotelGuestJourneyTrigger.node';
import { newClient } from '../support/clients';
import { playedHotels, type Hotels, type JourneyHotel } from '../support/journeyHotel';
import { moment, sentOf, type EnteredMoment, type MessageItem } from '../support/journeyTrigger';
import { withWarnings } from '../support/loggedTrigger';
import type { NodeHarness } from '../support/n8n';
import { savedBy } from '../support/reservationTrigger';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

/** The workflow is edited while it runs: what it remembers of stays was decided with the settings before. */

let sandbox: Sandbox;
let hotels: Hotels;
let stop: () => Promise<void>;

beforeAll(async () => {
	({ sandbox, hotels, stop } = await playedHotels({ seed: 11, properties: 20, dialect: 'published' }));
}, 60_000);
afterAll(async () => await stop());

const TIMES = ['09:59', '10:00'];
const BEFORE = moment('Before', 'beforeArrival', 3);
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const at = ({ moment: name, dueAt }: MessageItem) => `${name} ${dueAt.slice(0, 16)}`;

const savedFrom = (node: NodeHarness) => ({ staticData: structuredClone(savedBy(node)) });

/** Plays the days until the edit with one trigger, and those after it with another that has its state. */
async function edited(
	hotel: JourneyHotel,
	[before, after]: [EnteredMoment[], EnteredMoment[]],
	[until, last]: [number, number],
	[old, now]: [INodeParameters?, INodeParameters?] = [],
): Promise<MessageItem[]> {
	const asked = { credential: await newClient(sandbox), nodeId: `edited-${hotel.id}` };
	const first = await hotel.trigger(before, old, asked);
	const items = await hotel.play(first, days(0, until), TIMES);
	const second = await hotel.trigger(after, now, { ...asked, ...savedFrom(first) });
	items.push(...(await hotel.play(second, days(until + 1, last), TIMES)));
	return items;
}

it('one message for each room stay instead of the booking: none for what the booking got', async () => {
	const hotel = await hotels.open();
	const asked = { credential: await newClient(sandbox), nodeId: `edited-${hotel.id}` };
	const moments = [BEFORE, moment('Eve', 'beforeArrival', 1)];
	const first = await hotel.trigger(moments, {}, asked);
	const number = await hotel.book(5, 2, { roomStays: 2, sameDates: true });
	expect(await hotel.play(first, days(0, 2), TIMES)).toHaveLength(1);
	const second = await hotel.trigger(moments, { unitKind: 'roomStay' }, { ...asked, ...savedFrom(first) });
	await hotel.play(second, [2], ['12:00']);
	await sandbox.changeBooking(hotel.id, number, { arrivalDate: hotel.date(5), nights: 3 });
	const items = await hotel.play(second, [2], ['12:10']);
	items.push(...(await hotel.play(second, days(3, 5), TIMES)));
	expect(items.map(at)).toEqual([`Eve ${hotel.date(4)}T10:00`, `Eve ${hotel.date(4)}T10:00`]);
}, 120_000);

describe.each(['reservations', 'bookings'])('%s', (source) => {
	const from = { source };

	it('a moment that is added: sent to the stays that are known', async () => {
		const hotel = await hotels.open();
		await hotel.book(8, 2);
		const moments: [EnteredMoment[], EnteredMoment[]] = [
			[BEFORE],
			[BEFORE, moment('Early', 'beforeArrival', 4), moment('Review', 'afterDeparture', 1)],
		];
		const items = await edited(hotel, moments, [2, 12], [from, from]);
		expect(items.map(at)).toEqual([
			`Early ${hotel.date(4)}T10:00`,
			`Before ${hotel.date(5)}T10:00`,
			`Review ${hotel.date(11)}T10:00`,
		]);
	}, 120_000);

	it('a moment for a stay that had no other: sent', async () => {
		const hotel = await hotels.open();
		const numbers = [await hotel.book(4), await hotel.book(12)];
		const thanks = moment('Thanks', 'afterBooking', 1, '', 'hours');
		const items = await edited(hotel, [[thanks], [BEFORE]], [2, 12], [from, from]);
		// The time of the first one was before the edit, and is too late.
		expect(sentOf(items.filter(({ moment: name }) => name === 'Before'))).toEqual([`Before ${numbers[1]}`]);
	}, 120_000);

	if (source === 'bookings') return;

	it('an earlier time: sent then; what it got under the same name is not sent again', async () => {
		const hotel = await hotels.open();
		const [sooner, later] = [await hotel.book(5), await hotel.book(9)];
		const items = await edited(
			hotel,
			[[BEFORE], [moment('Before', 'beforeArrival', 4, '09:59')]],
			[2, 9],
			[from, from],
		);
		expect(items.map(({ number, dueAt }) => [number, dueAt.slice(0, 16)])).toEqual([
			[sooner, `${hotel.date(2)}T10:00`],
			[later, `${hotel.date(5)}T09:59`],
		]);
	}, 120_000);

	it('other sending hours: sent in them', async () => {
		const hotel = await hotels.open();
		await hotel.book(8);
		const hours = { ...from, options: { notBefore: '08:00', notAfter: '09:59', outside: 'earlier' } };
		const items = await edited(hotel, [[BEFORE], [BEFORE]], [2, 8], [from, hours]);
		expect(items.map(at)).toEqual([`Before ${hotel.date(5)}T09:59`]);
	}, 120_000);
});

it('moments of the past that an added moment has had are not reported as missed', async () => {
	const hotel = await hotels.open();
	await hotel.book(6);
	const asked = { credential: await newClient(sandbox), nodeId: `edited-${hotel.id}` };
	const first = await hotel.trigger([BEFORE], {}, asked);
	await hotel.play(first, days(0, 2), TIMES);
	const moments = [BEFORE, moment('Early', 'beforeArrival', 6)];
	const { type, warnings } = withWarnings(new PartnerHotelGuestJourneyTrigger());
	const second = await hotel.trigger(moments, {}, { ...asked, ...savedFrom(first), type });
	expect(sentOf(await hotel.play(second, days(3, 6), TIMES))).toHaveLength(1);
	expect(warnings).toEqual([]);
}, 120_000);
