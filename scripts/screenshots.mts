/*
 * Takes the pictures of the documentation, by hand: node --import tsx scripts/screenshots.mts
 */
import type { Page } from 'playwright-core';
import { startBrowser } from './lib/browser.mts';
import { arrivalOf } from './lib/demo/check.mts';
import { startDemo, type Demo } from './lib/demo/demo.mts';
import { claimFolder, emptyFolder } from './lib/folders.mts';
import { inRoot } from './lib/paths.mts';
import { anyFreePort } from './lib/ports.mts';
import { stopAllChildren } from './lib/processes/children.mts';
import { stopOnSignals } from './lib/processes/signals.mts';
import { step } from './lib/progress.mts';
import { LOGIN } from './lib/stack.mts';

const VIEWPORT = { width: 1280, height: 720 };
const FOLDER = inRoot('.e2e', 'screenshots');

stopOnSignals();
try {
	await claimFolder(FOLDER);
	emptyFolder(FOLDER);
	const demo = await startDemo({
		folder: FOLDER,
		n8nPort: await anyFreePort(),
		sandbox: { port: 0, liveSeconds: 0 },
	});
	const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id);
	const words = { doing: 'Letting a booking run through', done: 'A booking ran through' };
	const execution = await step(words, () => arrivalOf(number, demo));
	await takePictures(demo, execution);
} finally {
	await stopAllChildren();
}

async function takePictures(demo: Demo, execution: string): Promise<void> {
	const browser = await startBrowser();
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
	await page.goto(`${stack.url}/workflow/${workflow.id}/executions/${execution}`);
	await page.waitForTimeout(8000);
	await page.screenshot({ path: inRoot('docs', 'images', 'new-booking-alert.png') });
}

async function pictureCredential(page: Page, { stack, credential }: Demo): Promise<void> {
	await page.goto(`${stack.url}/home/credentials/${credential.id}`);
	await page.waitForTimeout(8000);
	await page.screenshot({ path: inRoot('docs', 'images', 'credential.png') });
}
