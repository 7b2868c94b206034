import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { allowManyTokens, newClient } from '../support/clients';
import { readText } from '../support/files';
import { harness } from '../support/n8n';
import type { BookingSummary } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 11, properties: 60, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** Made so many days ago, and left alone since. */
const madeAgo = (days: number) => ({ createdDateTime: ago(days), modifiedDateTime: ago(days) });

function freshProperty(): string {
	return sandbox.properties[nextProperty++]?.id ?? '';
}

async function testEvent(propertyId: string, parameters: INodeParameters): Promise<IDataObject[]> {
	const chosen = { propertyId: { __rl: true, mode: 'id', value: propertyId } };
	const node = harness(new PartnerHotelTrigger(), {
		parameters: { ...chosen, output: 'details', ...parameters },
		credential: await newClient(sandbox),
	});
	return ((await node.poll({ mode: 'manual' })) ?? []).map(({ json }) => json);
}

const told = (items: IDataObject[]) => items.map(({ event, number }) => [event, number]);

/** One of each, the latest first: changed, cancelled, new. */
async function oneOfEach(): Promise<{ property: string; made: string; gone: string; changed: string }> {
	const property = freshProperty();
	const made = await sandbox.createBooking(property, madeAgo(2));
	const gone = await sandbox.createBooking(property, madeAgo(20));
	const changed = await sandbox.createBooking(property, madeAgo(200));
	await sandbox.cancelBooking(property, gone.number);
	const modifiedDateTime = new Date(Date.now() + 5_000).toISOString();
	await sandbox.changeBooking(property, changed.number, { modifiedDateTime });
	return { property, made: made.number, gone: gone.number, changed: changed.number };
}

describe("the editor's test event", () => {
	it('is the latest one of the chosen events, each with the event it had', async () => {
		const { property, made, gone, changed } = await oneOfEach();
		const ofEvents = async (...events: string[]) => told(await testEvent(property, { events }));
		expect(await ofEvents('new', 'changed', 'cancelled')).toEqual([['changed', changed]]);
		expect(await ofEvents('cancelled')).toEqual([['cancelled', gone]]);
		expect(await ofEvents('new', 'cancelled')).toEqual([['cancelled', gone]]);
		expect(await ofEvents('new')).toEqual([['new', made]]);
	});

	it('is no cancellation where none was', async () => {
		const property = freshProperty();
		await sandbox.createBookings(property, 3);
		await expect(testEvent(property, { events: ['cancelled'] })).rejects.toMatchObject({
			message: 'Events and Filters match none of the 3 bookings checked, so there is no test event',
			description: expect.stringContaining("'Events'") as unknown,
		});
	});

	it('of a booking that was cancelled long ago and touched today is a change', async () => {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property, madeAgo(40));
		await sandbox.cancelBooking(property, number);
		const modifiedDateTime = new Date(Date.now() + DAY_MS).toISOString();
		await sandbox.changeBooking(property, number, { modifiedDateTime });
		for (const output of ['details', 'summary']) {
			expect(told(await testEvent(property, { output }))).toEqual([['changed', number]]);
			await expect(testEvent(property, { output, events: ['cancelled'] })).rejects.toThrow('match none');
		}
	});

	it('of a booking whose payment came seconds later is new: one poll brings both', async () => {
		const property = freshProperty();
		const [createdDateTime, modifiedDateTime] = [ago(1), new Date(Date.now() - DAY_MS + 9_000).toISOString()];
		const { number } = await sandbox.createBooking(property, { createdDateTime, modifiedDateTime });
		expect(told(await testEvent(property, { output: 'summary' }))).toEqual([['new', number]]);
	});

	it.each<[string, INodeParameters, (wanted: BookingSummary) => INodeParameters]>([
		['source', { source: 'PMS' }, () => ({ sourceTypes: ['PMS'] })],
		['status', { status: 'Unconfirmed' }, () => ({ statuses: ['Unconfirmed'] })],
		['arrival', { arrivalDate: '2031-05-01' }, () => ({ arrivalFrom: '2031-05-01' })],
		['period of arrivals', { arrivalDate: ago(-3).slice(0, 10) }, () => ({ arrival: 'next7Days' })],
	])('passes the filter by %s', async (_, wishes, filters) => {
		const property = freshProperty();
		const others = { source: 'Channel', arrivalDate: '2031-01-01', status: 'Active' } as const;
		const wanted = await sandbox.createBooking(property, { ...madeAgo(3), ...others, ...wishes });
		await sandbox.createBookings(property, 5, others);
		for (const output of ['details', 'summary']) {
			const items = await testEvent(property, { output, filters: filters(wanted) });
			expect(told(items)).toEqual([['new', wanted.number]]);
		}
	});

	it.each([
		['simplified', 1],
		['roomStays', 2],
	])('has the chosen output: %s', async (output, items) => {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property, { roomStays: 2 });
		const sample = await testEvent(property, { output });
		expect(sample).toHaveLength(items);
		expect(sample[0]).toMatchObject({ event: 'new', number, total: expect.any(Number) as unknown });
	});

	it('of several properties is the latest of any of the first', async () => {
		const ids = [freshProperty(), freshProperty(), freshProperty()];
		await sandbox.createBooking(ids[0] ?? '', madeAgo(9));
		const latest = await sandbox.createBooking(ids[2] ?? '', madeAgo(5));
		const parameters = { propertySelection: 'several', propertyIds: ids, output: 'summary' };
		expect(told(await testEvent('', parameters))).toEqual([['new', latest.number]]);
	});

	it('comes from the others when one of several properties fails', async () => {
		const ids = [freshProperty(), freshProperty()];
		const { number } = await sandbox.createBooking(ids[1] ?? '');
		await sandbox.fault({ kind: 'status', status: 403, times: 99, match: { path: `/${ids[0]}/bookings` } });
		const parameters = { propertySelection: 'several', propertyIds: ids, output: 'summary' };
		expect(told(await testEvent('', parameters))).toEqual([['new', number]]);
	});

	it('that cannot be read tells why', async () => {
		const property = freshProperty();
		await sandbox.fault({ kind: 'status', status: 403, times: 99, match: { scope: 'bookingList' } });
		await expect(testEvent(property, {})).rejects.toMatchObject({ httpCode: '403' });
	});

	it('does not wait for names longer than it has time', async () => {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property, madeAgo(1));
		const fault = { status: 429, retryAfterSeconds: 20, match: { path: '/api/content' } };
		await sandbox.fault({ kind: 'status', ...fault, times: 10 });
		const stopwatch = new Stopwatch();
		const [item] = await testEvent(property, { output: 'simplified' });
		expect(item).toMatchObject({ number, propertyName: null });
		expect(stopwatch.stop()).toBeLessThan(10_000);
	});

	it('takes few requests, however many bookings and properties there are', async () => {
		const ids = Array.from({ length: 8 }, freshProperty);
		for (const id of ids) await sandbox.createBookings(id, 30, { source: 'Channel' });
		await sandbox.resetReport();
		const parameters = { propertySelection: 'several', propertyIds: ids };
		await expect(testEvent('', { ...parameters, filters: { sourceTypes: ['PMS'] } })).rejects.toThrow(
			'match none',
		);
		const { byScope } = await sandbox.report();
		expect(byScope.bookingList).toBeLessThanOrEqual(40);
		expect(byScope.bookingDetail).toBeLessThanOrEqual(20);
	});

	it('the example of cancellations, run by hand, announces none that was not', async () => {
		const { nodes } = JSON.parse(readText('workflows/cancelled-booking-log.json')) as { nodes: INode[] };
		const trigger = nodes.find(({ type }) => type.endsWith('partnerHotelTrigger'));
		const property = freshProperty();
		const propertyId = { __rl: true, mode: 'id', value: property };
		const parameters = { ...trigger?.parameters, propertyId };
		await sandbox.createBooking(property);
		await expect(testEvent(property, parameters)).rejects.toThrow('no test event');
		const { number } = await sandbox.createBooking(property, madeAgo(3));
		await sandbox.cancelBooking(property, number);
		await sandbox.createBooking(property);
		expect(await testEvent(property, parameters)).toMatchObject([
			{ event: 'cancelled', number, status: 'Cancelled', booking: { status: 'Cancelled' } },
		]);
	});
});
