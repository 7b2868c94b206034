import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_OCCUPANCY, startDemo, type Demo } from '../../src/demo/demo.mts';
import { startBrowser } from '../../src/n8n/browser.mts';
import { LOGIN } from '../../src/n8n/stack.mts';
import { startSandbox } from '../../src/processes/sandboxProcess.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import { stopOnSignals } from '../../src/processes/signals.mts';
import { claimFolder, emptyFolder } from '../../src/util/folders.mts';
import { inRoot } from '../../src/util/paths.mts';
import { anyFreePort } from '../../src/util/ports.mts';

/** Evaluated, not loaded: the page lets no other script in. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDE = { width: 1360, height: 900 };
const MEDIUM = { width: 1040, height: 800 };
const NARROW = { width: 360, height: 740 };
/** Titles of panels whose contents stick out. */
const OVERFULL = `[...document.querySelectorAll('.panel:not(.scroll)')]
	.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((panel) => panel.innerText.split('\\n')[0])`;
/** Polls are a minute apart. */
const MESSAGE_TIMEOUT_MS = 4 * 60_000;
/** Nobody asks; the machine may be busy. */
const EVENT_TIMEOUT_MS = 15_000;
const STEP_TIMEOUT_MS = 60_000;
/** A guest who is up to no good. */
const HOSTILE = '<script>document.title="taken"</script>';

let demo: Demo;
let browser: Browser;
/** The page's complaints: errors on the console and exceptions. That scripts of mails do not run is none. */
const errors: string[] = [];

before(async () => {
	stopOnSignals();
	const folder = inRoot('.e2e', 'page');
	await claimFolder(folder);
	emptyFolder(folder);
	demo = await startDemo({
		folder,
		n8nPort: await anyFreePort(),
		sandbox: { port: 0, liveSeconds: 0, occupancy: DEMO_OCCUPANCY },
		inboxPort: 0,
	});
	browser = await startBrowser();
});
after(async () => {
	await browser?.close();
	await stopAllChildren();
	await demo?.inbox.close();
});

/** Each page follows what happens, which takes processor time: one is open at a time. */
async function open(
	options: BrowserContextOptions = {},
	path = '/',
	{ url } = demo.stack.sandbox,
): Promise<Page> {
	for (const before of browser.contexts()) await before.close();
	const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(STEP_TIMEOUT_MS);
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (message) => {
		const ofMail = message.location().url.endsWith('/mail');
		if (message.type() === 'error' && !ofMail) errors.push(message.text());
	});
	await page.goto(url + path);
	await page.locator('html[data-ready]').waitFor();
	return page;
}

/** On a busy machine the first key can come before the page takes keys. */
async function pressFirstTab(page: Page): Promise<void> {
	for (let tries = 0; tries < 5; tries++) {
		await page.keyboard.press('Tab');
		if (!(await page.evaluate('document.activeElement === document.body'))) return;
	}
}

async function book(page: Page, guest: string): Promise<void> {
	await page.getByRole('button', { name: 'New booking' }).first().click();
	const dialog = page.getByRole('dialog', { name: 'New booking' });
	await dialog.getByLabel('Guest').fill(guest);
	await dialog.getByRole('button', { name: 'Book' }).click();
	await page.getByText('The booking is made.').waitFor();
}

const openedBooking = (page: Page) => page.locator('#booking');
const numberOf = (page: Page) => new URL(page.url()).searchParams.get('booking') ?? '';
/** Of the workflows that alert of a new booking: the guest's own messages name it, too. */
const message = (page: Page, kind: string, number: string) =>
	page
		.locator('.messages > li')
		.filter({ has: page.getByLabel(kind) })
		.filter({ hasText: `New booking ${number}` });
const eventSwitch = (page: Page) => page.getByRole('switch', { name: 'Events' });

describe('the story', () => {
	test('from the button to the message, and on to the workflow', async () => {
		const page = await open();
		await book(page, 'Ada Example');
		const number = numberOf(page);
		for (const kind of ['Slack message', 'E-mail']) {
			const arrived = message(page, kind, number);
			await arrived.waitFor({ timeout: MESSAGE_TIMEOUT_MS });
			assert.match(await arrived.locator('.cause').innerText(), /Booked[\s\S]*Ada Example/);
		}
		// What was sent is what was shown.
		assert.equal(
			await message(page, 'Slack message', number).locator('.text strong').first().innerText(),
			`New booking ${number}, ${demo.property.name}`,
		);
		assert.ok(demo.inbox.slackMessages.some(({ text }) => text.includes(number)));

		await page.getByRole('link', { name: 'New booking alert' }).click();
		await page.locator('input[name="emailOrLdapLoginId"]').fill(LOGIN.email);
		await page.locator('input[name="password"]').fill(LOGIN.password);
		// n8n's own pages complain for themselves.
		errors.length = 0;
	});

	test('with events, the message is there in seconds', async () => {
		// Only an event can bring it then.
		await demo.stack.client.deactivate(demo.workflow);
		const page = await open();
		await page.getByText('here within one').waitFor();
		await page.getByRole('link', { name: 'events' }).click();
		await eventSwitch(page).click();
		await page.getByText('the message is here in an instant').waitFor();
		await book(page, 'Eve Instant');
		const bookedAt = Date.now();
		for (const kind of ['Slack message', 'E-mail']) {
			const arrived = message(page, kind, numberOf(page));
			await arrived.waitFor({ timeout: EVENT_TIMEOUT_MS });
			assert.match(await arrived.locator('.cause').innerText(), /Booked[\s\S]*Eve Instant/);
		}
		assert.ok(Date.now() - bookedAt < EVENT_TIMEOUT_MS);
		await page.getByText('1 delivered, 0 waiting.').waitFor();
		const workflow = page.locator('#events').getByRole('link', { name: 'Instant booking alert' });
		assert.match((await workflow.getAttribute('href')) ?? '', /\/workflow\/\w+\/executions$/);

		await eventSwitch(page).focus();
		await page.keyboard.press('Space');
		await page.getByText('here within one').waitFor();
		assert.equal(await page.evaluate('document.activeElement.id'), 'switch-events');
		const { webhook } = await demo.stack.sandbox.control.events(demo.stack.sandbox.clientId);
		assert.equal(webhook, null);
	});

	test('guests are checked in and out, a booking is changed and cancelled, and its history tells', async () => {
		const page = await open();
		await book(page, 'Ben Sample');
		await page.getByRole('button', { name: 'Check in Ben Sample' }).click();
		await page.getByText('The guests are checked in.').waitFor();
		const inHouse = page.getByRole('list', { name: 'In house' });
		await inHouse.getByText('Ben Sample').waitFor();
		await openedBooking(page).getByRole('button', { name: 'Check out' }).click();
		await page.getByText('The guests are checked out.').waitFor();
		const history = await openedBooking(page).locator('.history').innerText();
		assert.match(history, /Booked[\s\S]*Room \S+ assigned[\s\S]*Checked in[\s\S]*Checked out/);

		await book(page, 'Carla Model');
		await openedBooking(page).getByRole('button', { name: 'Change' }).click();
		await page.getByRole('dialog', { name: 'Change booking' }).getByLabel('Nights').fill('6');
		await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
		await openedBooking(page).getByText('nights 6').waitFor();
		await openedBooking(page).getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('button', { name: 'Cancel the booking' }).click();
		await page.getByText('The booking is cancelled.').waitFor();
		assert.match(await openedBooking(page).innerText(), /Cancelled/);
	});

	test('a fault is switched on, shows in the log, and is switched off', async () => {
		const page = await open();
		await page.getByRole('switch', { name: 'The API is down' }).click();
		await page.locator('[aria-checked="true"]', { hasText: 'The API is down' }).waitFor();
		await fetch(`${demo.stack.sandbox.url}/api/content/v1/meal-plans`);
		await page.locator('.log tr.failed', { hasText: 'meal-plans' }).getByText('503').first().waitFor();
		await page.getByRole('switch', { name: 'The API is down' }).click();
		await page.locator('[aria-checked="false"]', { hasText: 'The API is down' }).waitFor();
		assert.deepEqual(await demo.stack.sandbox.control.faults(), []);
	});
});

describe('the page', () => {
	test('shows by itself what happens elsewhere, and leaves an open form alone', async () => {
		const page = await open();
		await page.getByRole('button', { name: 'New booking' }).first().click();
		const guest = page.getByRole('dialog').getByLabel('Guest');
		await guest.fill('Half written');
		const { control } = demo.stack.sandbox;
		const { number } = await control.createBooking(demo.property.id, { guest: 'Grace Elsewhere' });
		await page.locator(`[id="row-${number}"]`).waitFor({ state: 'attached' });
		assert.equal(await guest.inputValue(), 'Half written');
	});

	test('shows what guests call themselves as text', async () => {
		const { control } = demo.stack.sandbox;
		await control.createBooking(demo.property.id, { guest: HOSTILE });
		await control.showMessage({ kind: 'slack', text: `*${HOSTILE}*` });
		await control.showMessage({ kind: 'mail', subject: HOSTILE, html: `${HOSTILE}<p>The mail</p>` });
		const page = await open();
		// Others come from the workflows meanwhile.
		const mail = page.locator('.mail').filter({ hasText: HOSTILE });
		await mail.frameLocator('iframe').getByText('The mail').waitFor();
		assert.match(await page.title(), /hotel sandbox/);
		assert.ok((await page.getByText('document.title').count()) > 0);
	});

	test('is used with the keyboard alone', async () => {
		const page = await open();
		await pressFirstTab(page);
		assert.match(await page.evaluate('document.activeElement.outerHTML'), /^<a [^>]*>Skip to today</);
		await page.getByRole('button', { name: 'New booking' }).first().focus();
		await page.keyboard.press('Enter');
		assert.equal(await page.evaluate('document.activeElement.name'), 'guest');
		await page.keyboard.press('Escape');
		assert.equal(await page.getByRole('dialog').count(), 0);
		assert.equal(await page.evaluate('document.activeElement.dataset.dialog'), 'new-booking');
		await page.keyboard.press('Enter');
		await page.keyboard.type('Dan Keys');
		await page.keyboard.press('Enter');
		await page.getByText('The booking is made.').waitFor();
		await page
			.getByRole('link', { name: /^Dan Keys/ })
			.last()
			.focus();
		await page.keyboard.press('Enter');
		// It was open already: the link puts the focus there.
		await page.locator('#booking:focus').getByText('Dan Keys').waitFor();
		const live = page.getByRole('switch', { name: 'Invented guests' });
		await live.focus();
		await page.keyboard.press('Space');
		await page.locator('[aria-checked="true"]', { hasText: 'Invented guests' }).waitFor();
		assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'switch');
		await page.keyboard.press('Space');
		await page.locator('[aria-checked="false"]', { hasText: 'Invented guests' }).waitFor();
	});

	for (const [name, options] of [
		['light', { colorScheme: 'light' }],
		['dark', { colorScheme: 'dark' }],
		['of medium width', { colorScheme: 'light', viewport: MEDIUM }],
		['narrow and light', { colorScheme: 'light', viewport: NARROW }],
		['narrow and dark', { colorScheme: 'dark', viewport: NARROW }],
	] as const) {
		test(`has nothing for axe-core to find: ${name}`, async () => {
			const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id, { roomStays: 2 });
			const page = await open(options, `/?property=${demo.property.id}&booking=${number}`);
			assert.deepEqual(await findings(page), []);
			await eventSwitch(page).click();
			await page.locator('[aria-checked="true"]', { hasText: 'Events' }).waitFor();
			assert.deepEqual(await findings(page), []);
			await eventSwitch(page).click();
			await page.locator('[aria-checked="false"]', { hasText: 'Events' }).waitFor();
			await page.getByRole('button', { name: 'New booking' }).first().click();
			assert.deepEqual(await findings(page), []);
			const [width, shown] = await page.evaluate<[number, number]>('[document.body.scrollWidth, innerWidth]');
			assert.ok(width <= shown, `The page is ${width} pixels wide on a screen of ${shown}`);
			assert.deepEqual(await page.evaluate(OVERFULL), []);
		});
	}

	for (const colorScheme of ['light', 'dark'] as const) {
		test(`asks where to send events when it stands alone: ${colorScheme}`, async () => {
			const logFile = inRoot('.e2e', 'page', 'logs', `alone-${colorScheme}.log`);
			const alone = await startSandbox({ port: 0, liveSeconds: 0, bookings: 20, logFile });
			const receiver = await receiverOfEvents();
			const page = await open({ colorScheme }, '/', alone);
			assert.deepEqual(await findings(page), []);
			await page.getByLabel('Address that takes events').focus();
			await page.keyboard.type(receiver.url);
			await page.keyboard.press('Tab');
			await page.keyboard.type('the key');
			await page.keyboard.press('Enter');
			await page.locator('[aria-checked="true"]', { hasText: 'Events' }).waitFor();
			await book(page, 'Finn Alone');
			await page.getByText('1 delivered, 0 waiting.').waitFor();
			assert.deepEqual(receiver.keys, ['the key']);
			assert.deepEqual(await findings(page), []);
			await page.close();
			receiver.close();
			await alone.service.stop();
		});
	}

	test('has no complaint on the console', () => {
		assert.deepEqual(errors, []);
	});
});

async function receiverOfEvents(): Promise<{ url: string; keys: unknown[]; close: () => void }> {
	const keys: unknown[] = [];
	const server = createServer((request, response) => {
		keys.push(request.headers['api-key']);
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/events`, keys, close: () => server.close() };
}

/** What axe-core finds, with the places; mails are others' pages. */
async function findings(page: Page): Promise<string[]> {
	await page.evaluate(AXE);
	return await page.evaluate<string[]>(
		`axe.run(document, { iframes: false }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
			nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ' ' + failureSummary)))`,
	);
}

describe('a page of another origin', () => {
	let stranger: Server;
	let strangerUrl: string;

	before(async () => {
		const { url } = demo.stack.sandbox;
		const text = `<!doctype html><title>Stranger</title><a href="${url}/">Go</a>
			<iframe src="${url}/"></iframe><form method="post" action="${url}/page/book"><button>Win</button></form>`;
		stranger = createServer((_request, response) =>
			response.setHeader('content-type', 'text/html').end(text),
		);
		await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
		strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
	});
	after(() => {
		stranger.closeAllConnections();
		stranger.close();
	});

	test('may link to it, and neither frame nor drive it', async () => {
		const { control, url } = demo.stack.sandbox;
		const bookings = async () => (await control.propertySummaries()).map((one) => one.bookings);
		const before = await bookings();
		const page = await browser.newPage();
		await page.goto(strangerUrl);
		await page.getByText('Win').click();
		await page.getByText('A page of another origin must not use the sandbox').waitFor();
		await page.goto(strangerUrl);
		const statuses = await page.evaluate<
			string[]
		>(`Promise.all(['/page/book', '/%5f_sandbox/clients', '/'].map((path) =>
			fetch(${JSON.stringify(url)} + path, { method: path === '/' ? 'GET' : 'POST', body: path === '/' ? undefined : '{}', mode: 'no-cors' })
				.then((response) => response.type)))`);
		assert.deepEqual(statuses, ['opaque', 'opaque', 'opaque']);
		assert.deepEqual(await bookings(), before);
		assert.equal(await page.frameLocator('iframe').getByText('Make a booking').count(), 0);
		await page.getByText('Go').click();
		await page.getByText('Make a booking').waitFor();
	});
});
