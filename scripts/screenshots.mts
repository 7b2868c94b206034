/*
 * Takes the pictures of the documentation, by hand: node --import tsx scripts/screenshots.mts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { selectors, type Locator, type Page } from 'playwright-core';
import { startBrowser } from './lib/browser.mts';
import { arrivalOf } from './lib/demo/check.mts';
import { startDemo, type Demo } from './lib/demo/demo.mts';
import { ALERT_NODE } from './lib/demo/examples.mts';
import { claimFolder, emptyFolder } from './lib/folders.mts';
import { inRoot } from './lib/paths.mts';
import { anyFreePort, INBOX_PORT, SANDBOX_PORT } from './lib/ports.mts';
import { stopAllChildren } from './lib/processes/children.mts';
import { stopOnSignals } from './lib/processes/signals.mts';
import { step } from './lib/progress.mts';
import { LOGIN } from './lib/stack.mts';

const VIEWPORT = { width: 1280, height: 720 };
/** The form of a credential takes four fifths of it, and n8n would stop at 750 pixels. */
const HIGH_VIEWPORT = { width: 1280, height: 1060 };
const WHOLE_FORM = '.el-dialog { max-height: none !important; }';
/** Panels slide and fade for a moment after their contents are there. */
const SETTLES_WITHIN_MS = 1_500;
/** A short one, with names that every font can show. */
const BOOKING = { number: '20261218-1024-161497207', arrivalDate: '2026-12-18', nights: 3, roomStays: 1 };
const FOLDER = inRoot('.e2e', 'screenshots');

stopOnSignals();
try {
	await claimFolder(FOLDER);
	emptyFolder(FOLDER);
	const demo = await startDemo({
		folder: FOLDER,
		n8nPort: await anyFreePort(),
		// Shown in the picture: the address that readers will have.
		sandbox: { port: SANDBOX_PORT, liveSeconds: 0 },
		inboxPort: INBOX_PORT,
	});
	const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id, BOOKING);
	const words = { doing: 'Letting a booking run through', done: 'A booking ran through' };
	const execution = await step(words, () => arrivalOf(number, demo));
	await takePictures(demo, execution);
} finally {
	await stopAllChildren();
}

async function takePictures(demo: Demo, execution: string): Promise<void> {
	const browser = await startBrowser();
	selectors.setTestIdAttribute('data-test-id');
	try {
		const page = await browser.newPage({ viewport: VIEWPORT });
		await signIn(page, demo.stack.url);
		await pictureExecution(page, demo, execution);
		await pictureCredential(page, demo);
	} finally {
		await browser.close();
	}
}

async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(LOGIN.email);
	await page.locator('input[name="password"]').fill(LOGIN.password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL((address) => !address.pathname.includes('signin'));
}

async function pictureExecution(page: Page, { stack, workflow }: Demo, execution: string): Promise<void> {
	const address = `${stack.url}/workflow/${workflow.id}`;
	// n8n greets the first visitor of an active workflow with a list that covers half of it.
	await page.goto(address);
	await page.getByText('Production Checklist').waitFor();

	await page.goto(`${address}/executions/${execution}`);
	await page.getByTestId('canvas-node-status-success').first().waitFor({ state: 'attached' });
	await page.getByTestId('logs-overview-header').click();
	await page.getByTestId('logs-overview-body').getByText(ALERT_NODE).click();
	await page.getByTestId('log-details-output').getByText(BOOKING.number).first().waitFor();
	await takePicture(page, 'new-booking-alert.png');
}

async function pictureCredential(page: Page, { stack, credential }: Demo): Promise<void> {
	await page.setViewportSize(HIGH_VIEWPORT);
	await page.goto(`${stack.url}/home/credentials`);
	await page.addStyleTag({ content: WHOLE_FORM });
	await page.getByText(credential.name, { exact: true }).first().click();
	await page.getByTestId('credentials-config-container-test-success').waitFor();
	await takePicture(page.getByTestId('editCredential-modal'), 'credential.png');
}

async function takePicture(subject: Page | Locator, name: string): Promise<void> {
	await sleep(SETTLES_WITHIN_MS);
	await subject.screenshot({ path: inRoot('docs', 'images', name) });
}
