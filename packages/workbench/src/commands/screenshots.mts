/*
 * Takes the pictures of the documentation, by hand: node --import tsx packages/workbench/src/commands/screenshots.mts
 * Takes some of them with the names of `partsOf` after it: … screenshots.mts tables reports
 */
import type { Browser, Page } from 'playwright-core';
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
import { pictureFirstWorkflow } from '../pictures/firstWorkflow.mts';
import { parametersAndOutput, showFields } from '../pictures/nodePanel.mts';
import { pictureGuestJourney } from '../pictures/guestJourney.mts';
import { regionOf, takePicture, takePictureOf } from '../pictures/picture.mts';
import { pictureOutputTables } from '../pictures/outputTables.mts';
import { pictureReports } from '../pictures/reports.mts';
import { pictureEventTrigger, pictureReservationTrigger } from '../pictures/triggerPanels.mts';
import { pictureWorkflows } from '../pictures/workflows.mts';

const THEMES = ['light', 'dark'] as const;
const VIEWPORT = { width: 1280, height: 720 };
const PANEL_VIEWPORT = { width: 1240, height: 930 };
/** The messages beside their booking. */
const PAGE_VIEWPORT = { width: 1120, height: 900 };
/** A phone, a tablet and a desk. */
const SCREENS = [
	{ width: 390, height: 844 },
	{ width: 768, height: 1024 },
	{ width: 1440, height: 900 },
];
/** Smaller lists for the pictures. */
const SHORT_LISTS = '.columns .stays { max-height: 7.2rem !important; }';
/** That of the demo's n8n. */
const NO_PASSWORD = '.hint:has(code) { display: none; }';
/** The form of a credential takes four fifths of it, and n8n would stop at 750 pixels. */
const HIGH_VIEWPORT = { width: 1280, height: 1120 };
const WHOLE_FORM = '.el-dialog { max-height: none !important; }';
/** A short one, with a name that every font can show. */
const BOOKING = {
	arrivalDate: '2026-12-18',
	nights: 3,
	roomStays: 1,
	guest: 'Ada Example',
};
/** Where a hotel's n8n takes events: the webhook addresses in the pictures begin with it. */
const PUBLIC_ADDRESS = 'https://n8n.hotel.example/';
const NUMBER = '20261218-1024-161497207';
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
		n8n: { settings: { WEBHOOK_URL: PUBLIC_ADDRESS } },
	});
	const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id, {
		...BOOKING,
		number: NUMBER,
	});
	const words = { doing: 'Letting a booking run through', done: 'A booking ran through' };
	const execution = await step(words, () => arrivalOf(number, demo));
	await refuseSome(demo);
	await takePictures(demo, partsOf(execution), process.argv.slice(2));
} finally {
	await stopAllChildren();
}

type Part = (browser: Browser, demo: Demo) => Promise<void>;

/** In this order: the last ones make messages and bookings that the page would show. */
function partsOf(execution: string): Record<string, Part> {
	return {
		alert: inBothThemes(async ({ page }, demo, theme) => {
			await pictureExecution(page, demo, execution, theme);
		}),
		search: inBothThemes(pictureSearch),
		credential: inBothThemes(async ({ page }, demo, theme) => await pictureCredential(page, demo, theme)),
		page: async (browser, demo) => {
			for (const theme of THEMES) {
				await picturePage(browser, demo, theme);
				await pictureScreens(browser, demo, theme);
			}
		},
		workflows: async (browser, demo) => {
			await pictureWorkflows(await signedIn(browser, demo, 'light'), demo, 'light');
		},
		firstWorkflow: inBothThemes(pictureFirstWorkflow),
		triggers: inBothThemes(async (editor, demo, theme) => {
			await pictureReservationTrigger(editor, demo, theme);
			await pictureEventTrigger(editor, demo, BOOKING, theme);
		}),
		tables: async (browser, demo) => {
			await pictureOutputTables(await signedIn(browser, demo, 'light'), demo, BOOKING);
		},
		reports: async (browser, demo) => await pictureReports(browser, demo, FOLDER),
		// It moves the clock of the hotels.
		journey: async (browser, demo) => await pictureGuestJourney(browser, demo, BOOKING),
	};
}

function inBothThemes(picture: (editor: Editor, demo: Demo, theme: Theme) => Promise<void>): Part {
	return async (browser, demo) => {
		for (const theme of THEMES) await picture(await signedIn(browser, demo, theme), demo, theme);
	};
}

async function takePictures(demo: Demo, parts: Record<string, Part>, names: string[]): Promise<void> {
	const browser = await startBrowser();
	try {
		for (const [name, part] of Object.entries(parts)) {
			if (names.length > 0 && !names.includes(name)) continue;
			const words = { doing: `Taking pictures: ${name}`, done: `Took pictures: ${name}` };
			await step(words, async () => await part(browser, demo));
		}
	} finally {
		await browser.close();
	}
}

async function signedIn(browser: Browser, { stack }: Demo, theme: Theme): Promise<Editor> {
	const editor = await Editor.open(browser, stack.url, theme, VIEWPORT);
	await editor.signIn(LOGIN);
	return editor;
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
	await page.getByTestId('log-details-output').getByText(NUMBER).first().waitFor();
	await takePicture(page, 'new-booking-alert', theme);
}

async function pictureSearch(editor: Editor, { property }: Demo, theme: Theme): Promise<void> {
	await editor.page.setViewportSize(PANEL_VIEWPORT);
	await editor.newWorkflow();
	await editor.addNode('Partner Hotel Search', 'Get offers of property');
	await editor.chooseFromList('propertyId', { typed: property.id, label: property.name });
	await editor.execute();
	await showFields(editor);
	await takePictureOf(editor.page, await parametersAndOutput(editor), 'search-offers', theme);
}

async function pictureCredential(page: Page, { stack, credential }: Demo, theme: Theme): Promise<void> {
	await page.setViewportSize(HIGH_VIEWPORT);
	await page.goto(`${stack.url}/home/credentials`);
	await page.addStyleTag({ content: WHOLE_FORM });
	await page.getByText(credential.name, { exact: true }).first().click();
	await page.getByTestId('credentials-config-container-test-success').waitFor();
	await takePicture(page.getByTestId('editCredential-modal'), 'credential', theme);
}

/** Sends more requests at once than the limits allow, which the log of the page shows. */
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
	const context = await browser.newContext({ viewport: PAGE_VIEWPORT, colorScheme: theme, bypassCSP: true });
	const page = await context.newPage();
	await page.goto(`${sandbox.url}/?property=${property.id}&booking=${NUMBER}`);
	await page.getByLabel('Slack message').waitFor();
	await page.addStyleTag({ content: SHORT_LISTS });
	await page.evaluate("document.getElementById('messages').scrollIntoView()");
	await takePicture(page, 'sandbox-page', theme);
	await takePicture(page.locator('#rooms'), 'sandbox-rooms', theme);
	await page.evaluate("document.getElementById('api').scrollIntoView()");
	const switches = page.locator('#api .panel:has(.switches)');
	const api = await regionOf(page.locator('#api > header'), page.locator('#api .split > .panel'), switches);
	await takePictureOf(page, api, 'sandbox-api', theme);
	await context.close();
}

/** The top of the page on different screens. */
async function pictureScreens(
	browser: Browser,
	{ stack: { sandbox }, property }: Demo,
	theme: Theme,
): Promise<void> {
	for (const viewport of SCREENS) {
		const page = await browser.newPage({ viewport, colorScheme: theme, bypassCSP: true });
		await page.goto(`${sandbox.url}/?property=${property.id}`);
		await page.locator('#today').waitFor();
		await page.addStyleTag({ content: NO_PASSWORD });
		await takePicture(page, `sandbox-${viewport.width}`, theme);
		await page.close();
	}
}
