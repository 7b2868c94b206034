/*
 * Takes the pictures of the documentation, by hand: node --import tsx tools/commands/screenshots.mts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { startBrowser } from '../n8n/browser.mts';
import { arrivalOf } from '../demo/check.mts';
import { DEMO_OCCUPANCY, startDemo, type Demo } from '../demo/demo.mts';
import { ALERT_NODE } from '../demo/examples.mts';
import { Editor, type Theme } from '../n8n/editor.mts';
import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort, INBOX_PORT, SANDBOX_PORT } from '../util/ports.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { step } from '../util/progress.mts';
import { LOGIN } from '../n8n/stack.mts';

const VIEWPORT = { width: 1280, height: 720 };
const PANEL_VIEWPORT = { width: 1440, height: 900 };
/** From the first steps to the messages. */
const PAGE_VIEWPORT = { width: 1280, height: 1160 };
/** The form of a credential takes four fifths of it, and n8n would stop at 750 pixels. */
const HIGH_VIEWPORT = { width: 1280, height: 1060 };
const WHOLE_FORM = '.el-dialog { max-height: none !important; }';
/** Panels slide and fade for a moment after their contents are there. */
const SETTLES_WITHIN_MS = 1_500;
/** A short one, with names that every font can show. */
const BOOKING = {
	number: '20261218-1024-161497207',
	arrivalDate: '2026-12-18',
	nights: 3,
	roomStays: 1,
	guest: 'Ada Example',
};
const FOLDER = inRoot('.e2e', 'screenshots');

stopOnSignals();
try {
	await claimFolder(FOLDER);
	emptyFolder(FOLDER);
	const demo = await startDemo({
		folder: FOLDER,
		n8nPort: await anyFreePort(),
		// Shown in the picture: the address that readers will have.
		sandbox: { port: SANDBOX_PORT, liveSeconds: 0, occupancy: DEMO_OCCUPANCY },
		inboxPort: INBOX_PORT,
	});
	const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id, BOOKING);
	const words = { doing: 'Letting a booking run through', done: 'A booking ran through' };
	const execution = await step(words, () => arrivalOf(number, demo));
	await refuseSome(demo);
	await takePictures(demo, execution);
} finally {
	await stopAllChildren();
}

async function takePictures(demo: Demo, execution: string): Promise<void> {
	const browser = await startBrowser();
	try {
		for (const theme of ['light', 'dark'] as const) {
			const editor = await Editor.open(browser, demo.stack.url, theme, VIEWPORT);
			await editor.signIn(LOGIN);
			await pictureExecution(editor.page, demo, execution, theme);
			await pictureSearch(editor, demo, theme);
			await pictureCredential(editor.page, demo, theme);
			await picturePage(browser, demo, theme);
		}
	} finally {
		await browser.close();
	}
}

async function pictureExecution(
	page: Page,
	{ stack, workflow }: Demo,
	execution: string,
	theme: Theme,
): Promise<void> {
	const address = `${stack.url}/workflow/${workflow.id}`;
	// n8n greets the first visitor of an active workflow with a list that covers half of it.
	await page.goto(address);
	await page.getByText('Production Checklist').waitFor();

	await page.goto(`${address}/executions/${execution}`);
	await page.getByTestId('canvas-node-status-success').first().waitFor({ state: 'attached' });
	await page.getByTestId('logs-overview-header').click();
	await page.getByTestId('logs-overview-body').getByText(ALERT_NODE).click();
	await page.getByTestId('log-details-output').getByText(BOOKING.number).first().waitFor();
	await takePicture(page, 'new-booking-alert', theme);
}

async function pictureSearch(editor: Editor, { property }: Demo, theme: Theme): Promise<void> {
	await editor.page.setViewportSize(PANEL_VIEWPORT);
	await editor.newWorkflow();
	await editor.addNode('Partner Hotel Search', 'Get offers of property');
	await editor.chooseFromList('propertyId', { typed: property.id, label: property.name });
	await editor.execute();
	await editor.page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await takePicture(editor.panel, 'search-offers', theme);
}

async function pictureCredential(page: Page, { stack, credential }: Demo, theme: Theme): Promise<void> {
	await page.setViewportSize(HIGH_VIEWPORT);
	await page.goto(`${stack.url}/home/credentials`);
	await page.addStyleTag({ content: WHOLE_FORM });
	await page.getByText(credential.name, { exact: true }).first().click();
	await page.getByTestId('credentials-config-container-test-success').waitFor();
	await takePicture(page.getByTestId('editCredential-modal'), 'credential', theme);
}

/** More requests at once than the limits allow: the log of the page shows what becomes of them. */
async function refuseSome({ stack: { sandbox }, property }: Demo): Promise<void> {
	const { access_token: token } = await sandbox.control.issueToken(sandbox.clientId);
	const address = `${sandbox.url}/api/read-reservation/v1/properties/${property.id}/bookings?count=5`;
	const headers = { authorization: `Bearer ${token}` };
	await Promise.all(Array.from({ length: 5 }, async () => await fetch(address, { headers })));
}

async function picturePage(
	browser: Browser,
	{ stack: { sandbox }, property }: Demo,
	theme: Theme,
): Promise<void> {
	const context = await browser.newContext({ viewport: PAGE_VIEWPORT, colorScheme: theme });
	const page = await context.newPage();
	await page.goto(`${sandbox.url}/?property=${property.id}&booking=${BOOKING.number}`);
	await page.getByLabel('Slack message').waitFor();
	await takePicture(page, 'sandbox-page', theme);
	await takePicture(page.locator('#rooms'), 'sandbox-rooms', theme);
	await takePicture(page.locator('#api'), 'sandbox-api', theme);
	await context.close();
}

async function takePicture(subject: Page | Locator, name: string, theme: Theme): Promise<void> {
	await sleep(SETTLES_WITHIN_MS);
	await subject.screenshot({
		path: inRoot('docs', 'images', `${name}${theme === 'dark' ? '.dark' : ''}.png`),
	});
}
