import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../src/n8n/browser.mts';
import { credentialFor } from '../../src/n8n/credential.mts';
import { Editor, type Choice } from '../../src/n8n/editor.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import { LOGIN, type Stack } from '../../src/n8n/stack.mts';
import { startOwnStack, WITH_EDITOR } from './support/stack.mts';

interface Case extends Choice {
	node: string;
	/** Works on one property, which is chosen from the list. */
	ofProperty: boolean;
	/** A field that every item has. */
	field: string;
}

/** The action that adds the node is not always the operation that is then chosen, so that choosing matters. */
const CASES: readonly Case[] = [
	{
		node: 'Partner Hotel Bookings',
		action: 'Get page of bookings',
		resource: 'Booking',
		operation: 'Get Many',
		ofProperty: true,
		field: 'number',
	},
	{
		node: 'Partner Hotel Content',
		action: 'Get many meal plans',
		resource: 'Room Type',
		operation: 'Get Many',
		ofProperty: true,
		field: 'name',
	},
	{
		node: 'Partner Hotel Search',
		action: 'Get many extra services',
		resource: 'Room Stay',
		operation: 'Get Offers',
		ofProperty: true,
		field: 'roomTypeName',
	},
	{
		node: 'Partner Hotel PMS',
		action: 'Get many companies',
		resource: 'Room',
		operation: 'Get Many',
		ofProperty: true,
		field: 'roomTypeId',
	},
	{
		node: 'Partner Hotel Reference Data',
		action: 'Get many property kinds',
		resource: 'Payment Method',
		operation: 'Get Many',
		ofProperty: false,
		field: 'code',
	},
];

describe("The nodes in n8n's editor", () => {
	let stack: Stack;
	let browser: Browser;
	let editor: Editor;
	let property: { typed: string; label: string };

	before(async () => {
		browser = await startBrowser();
		stack = await startOwnStack('editor', { properties: 3, bookings: 40, limits: true }, WITH_EDITOR);
		editor = await Editor.open(browser, stack.url);
		await editor.signIn(LOGIN);
		const [, , third] = stack.sandbox.properties;
		assert.ok(third);
		property = { typed: third.name.split(' ').at(-1) ?? '', label: third.name };
	});
	after(async () => {
		await browser?.close();
		await stopAllChildren();
	});

	test('a credential with a wrong secret says so, and with the right one that it was tested successfully', async () => {
		const data = credentialFor(stack.sandbox);
		await editor.startCredential('Partner Hotel OAuth2 API');
		const wrong = await editor.saveCredential({ ...data, apiClientSecret: 'not-the-secret-4711' });
		assert.match(wrong, /Couldn.t connect/);
		assert.ok(
			await editor.isInSight('the Client ID or Client Secret is wrong'),
			'the notice is out of sight',
		);
		assert.doesNotMatch(wrong, /4711/);
		const { apiClientId, apiClientSecret } = data;
		const pasted = { apiClientId: ` ${apiClientId} `, apiClientSecret: `${apiClientSecret} ` };
		const right = await editor.saveCredential(pasted);
		assert.match(right, /Connection tested successfully/);
	});

	for (const { node, action, resource, operation, ofProperty, field } of CASES) {
		test(`${node} is added, set up by typing, and gives items`, async () => {
			await editor.emptyCanvas();
			await editor.addNode(node, action);
			await editor.choose('resource', resource);
			await editor.choose('operation', operation);
			if (ofProperty) {
				const found = await editor.chooseFromList('propertyId', property);
				assert.equal(found.length, 1, `typing '${property.typed}' found ${found.join(', ')}`);
			}
			const { items, fields } = await editor.execute();
			assert.ok(items > 0);
			assert.ok(fields.includes(field), fields.join(', '));
			await editor.closePanel();
			await editor.nodeOnCanvas(`${resource}: ${operation}`).waitFor();
		});
	}

	test('a search of reservations gives the guests of the next days without any setting', async () => {
		const [, , third] = stack.sandbox.properties;
		const arrivalDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
		await stack.sandbox.control.createBooking(third?.id ?? '', { arrivalDate });
		await editor.emptyCanvas();
		await editor.addNode('Partner Hotel PMS', 'Search reservations');
		await editor.chooseFromList('propertyId', property);
		const { items, fields } = await editor.execute();
		assert.ok(items > 0);
		assert.deepEqual(fields.slice(0, 5), ['number', 'status', 'guestName', 'arrival', 'departure']);
	});

	test('Booking Number finds a booking by its guest, and by its number', async () => {
		const [, , third] = stack.sandbox.properties;
		const wishes = { guest: 'Grace Sought', complimentary: false };
		const { number } = await stack.sandbox.control.createBooking(third?.id ?? '', wishes);
		for (const typed of ['Sought', number.slice(-9)]) {
			await editor.emptyCanvas();
			await editor.addNode('Partner Hotel Bookings', 'Get booking');
			await editor.chooseFromList('propertyId', property);
			const found = await editor.chooseFromList('number', { typed, label: number });
			assert.match(found.join(), /Grace Sought · \d{4}-\d\d-\d\d to /);
			const { items, fields } = await editor.execute();
			assert.deepEqual([items, fields[0]], [1, 'number']);
		}
	});

	test('a date field keeps what its example shows', async () => {
		await editor.emptyCanvas();
		await editor.addNode('Partner Hotel PMS', 'Search reservations');
		await editor.choose('period', 'Custom');
		assert.equal(await editor.typeInto('stayFrom', '2026-03-01'), '2026-03-01');
		await editor.emptyCanvas();
		await editor.addNode('Partner Hotel Bookings', 'Get many bookings');
		await editor.choose('period', 'Custom');
		assert.equal(await editor.typeInto('modifiedSince', '2027-03-01T14:00:00'), '2027-03-01T14:00:00');
	});

	test('Partner Hotel Booking Trigger fetches a test event', async () => {
		await editor.emptyCanvas();
		await editor.addNode('Partner Hotel Booking Trigger', 'On new booking');
		await editor.chooseFromList('propertyId', property);
		assert.match((await editor.executeButton.textContent()) ?? '', /Fetch Test Event/);
		const { items, fields } = await editor.execute();
		assert.equal(items, 1);
		assert.ok(fields.includes('event'), fields.join(', '));
	});

	test('warnings of a search that found nothing stand beside the output', async () => {
		await stack.sandbox.control.fault({
			kind: 'body',
			body: { roomStays: [], warnings: [{ code: 'NotEnoughRights', message: 'Not enough rights to hotel' }] },
			match: { path: '/room-stays/search' },
			times: 1,
		});
		await editor.emptyCanvas();
		await editor.addNode('Partner Hotel Search', 'Find lowest prices of properties');
		await editor.executeButton.click();
		const hint = editor.panel.getByTestId('output-panel').getByText(/returned no records/);
		assert.match(
			(await hint.textContent()) ?? '',
			/1 item returned no records\. The partner API reported: Not enough rights to hotel \(NotEnoughRights\)/,
		);
	});

	test('nothing of this put an error on the console', () => {
		assert.ok(editor.errors.length > 0, 'errors are seen at all');
		assert.deepEqual(editor.foreignErrors, []);
	});
});
