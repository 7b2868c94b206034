import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ALERT, ALERT_NODE, exampleWorkflow } from '../../src/demo/examples.mts';
import type { CredentialReference, Items } from '../../src/n8n/types.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { CallableWorkflow } from '../../src/n8n/callable.mts';
import { BOOKINGS_NODE, bookingsNode, byId, fieldNode } from '../../src/n8n/workflows.mts';
import { Observer } from './support/observer.mts';
import { startTestStack } from './support/stack.mts';

const BOOKINGS = 250;
const PAGE_SIZE = 50;
/** Enough for every variety that the sandbox invents. */
const ALERTS = 60;

describe('Partner Hotel Bookings in n8n', () => {
	let stack: Stack;
	let observer: Observer;
	let credential: CredentialReference;
	let property: { id: string; name: string };

	before(async () => {
		stack = await startTestStack('bookings', { properties: 3, bookings: BOOKINGS, limits: true });
		observer = await Observer.of(stack.sandbox);
		credential = await stack.sandboxCredential();
		const [first] = stack.sandbox.properties;
		assert.ok(first);
		property = first;
	});
	after(stopAllChildren);

	async function bookings(parameters: Record<string, unknown>): Promise<Items> {
		const node = bookingsNode(credential, { propertyId: byId(property.id), ...parameters });
		return await (await CallableWorkflow.of(stack, [node])).call();
	}

	test('Get Many returns every booking once, over several pages', async () => {
		const expected = await observer.feedNumbers(property.id);

		const list = { operation: 'getAll', period: 'everything', output: 'summary', returnAll: true };
		const items = await bookings({ ...list, options: { pageSize: PAGE_SIZE } });

		assert.equal(expected.length, BOOKINGS);
		assert.deepEqual(numbersOf(items).sort(), expected.sort());
		const requests = await stack.sandbox.control.allRequests('/bookings');
		const pages = requests.filter(({ clientId }) => clientId === stack.sandbox.clientId);
		assert.equal(pages.length, BOOKINGS / PAGE_SIZE);
		assert.ok(pages.every(({ query }) => query['count'] === String(PAGE_SIZE)));
	});

	test('Get Many adds details and stops at the limit', async () => {
		const items = await bookings({
			operation: 'getAll',
			period: 'everything',
			output: 'raw',
			returnAll: false,
			limit: 7,
		});
		assert.equal(items.length, 7);
		for (const { number, booking } of items) assert.equal((booking as { number: string }).number, number);
	});

	test('Get returns the details of one booking', async () => {
		const { number } = await stack.sandbox.control.createBooking(property.id);
		const [booking, ...others] = await bookings({ operation: 'get', number, output: 'raw' });
		assert.deepEqual(others, []);
		assert.equal(booking?.['number'], number);
		assert.ok(Array.isArray(booking?.['roomStays']));
	});

	test('Get Page goes on where the page before ended', async () => {
		const [first] = await bookings({ operation: 'getPage', pageSize: PAGE_SIZE });
		assert.equal(first?.['hasMoreData'], true);
		const filters = { continueFrom: first?.['continueToken'] };
		const [second] = await bookings({ operation: 'getPage', pageSize: PAGE_SIZE, filters });

		const numbers = [first, second].flatMap((page) => numbersOf(page?.['bookingSummaries'] as Items));
		const expected = await observer.feedNumbers(property.id);
		assert.deepEqual(numbers, expected.slice(0, 2 * PAGE_SIZE));
	});

	test('the list of properties shows their names, and can be searched', async () => {
		const all = await stack.client.listSearch(BOOKINGS_NODE, 'searchProperties', credential);
		assert.deepEqual(
			all.map(({ name, value }) => ({ id: value, named: name.includes(nameOf(value)) })),
			stack.sandbox.properties.map(({ id }) => ({ id, named: true })),
		);
		const found = await stack.client.listSearch(
			BOOKINGS_NODE,
			'searchProperties',
			credential,
			property.name.slice(0, 6),
		);
		assert.deepEqual(
			found.map(({ value }) => value),
			[property.id],
		);
	});

	test('a property that does not exist is named in the error', async () => {
		const node = bookingsNode(credential, { operation: 'getAll', propertyId: byId('999999') });
		const { message, description } = await (await CallableWorkflow.of(stack, [node])).callToFail();
		assert.equal(message, "The property '999999' was not found");
		assert.match(description ?? '', /Property/);
	});

	test('the example workflow words an alert for every kind of booking', async () => {
		const alert = exampleWorkflow(ALERT).nodes.find(({ name }) => name === ALERT_NODE);
		assert.ok(alert);
		const workflow = await CallableWorkflow.of(stack, [
			bookingsNode(credential, {
				operation: 'getAll',
				propertyId: byId(property.id),
				period: 'everything',
				output: 'raw',
				limit: ALERTS,
			}),
			fieldNode('event', "={{ $json.status === 'Cancelled' ? 'cancelled' : 'changed' }}"),
			alert,
		]);
		const alerts = await workflow.call();
		assert.equal(alerts.length, ALERTS);
		for (const { subject, text } of alerts as Array<{ subject: string; text: string }>) {
			assert.match(subject, /^Booking (changed|cancelled) \S+$/);
			assert.match(text, /^Guest: [^*]+$/m);
			assert.match(text, /^Room( 1 of \d)?: .+ to \w{3} \d\d? \w{3} \d{4}, \d\d:\d\d, adults: \d/m);
			assert.match(text, /^Total: \D*[\d,.]+, taxes included$/m);
			assert.doesNotMatch(text, /undefined|null|NaN|\[object|\*/);
		}
	});

	test('stayed within the rate limits', async () => {
		const { byStatus } = await stack.sandbox.control.report();
		assert.equal(byStatus['429'], undefined);
	});

	function nameOf(propertyId: string): string {
		return stack.sandbox.properties.find(({ id }) => id === propertyId)?.name ?? '';
	}
});

function numbersOf(items: Items): string[] {
	return items.map(({ number }) => String(number));
}
