import type { Browser, Locator, Page } from 'playwright-core';
import type { Demo } from '../demo/demo.mts';
import { step } from '../util/progress.mts';
import { takePicture } from './picture.mts';

const VIEWPORT = { width: 1120, height: 900 };
const THEMES = ['light', 'dark'] as const;
/** A new booking is read every five minutes, and n8n polls each minute. */
const ARRIVES_WITHIN_MS = 600_000;
const BY_THE_EXAMPLE = 'E-mail by Guest journey';
/** It sends the hotel two messages for each booking. */
const BY_THE_ALERT = 'by New booking alert';
/** Far enough for a message before the arrival. */
const DAYS_AHEAD = 9;
/** The points of the journey at which the example has something to send, in order. */
const STOPS = ['Booked', 'Before arrival', 'Day of arrival', 'First evening', 'Last evening', 'Review'];
const PICTURE = 'journey-review';

/** Plays the days of a guest on the page of the sandbox, and moves the clock on after each message. */
export async function pictureGuestJourney(
	browser: Browser,
	{ stack: { sandbox }, property }: Demo,
	guest: { guest: string; nights: number; roomStays: number },
): Promise<void> {
	const { now } = await sandbox.control.clock();
	const arrivalDate = new Date(Date.parse(now) + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);
	const { number } = await sandbox.control.createBooking(property.id, { ...guest, arrivalDate });
	const page = await browser.newPage({ viewport: VIEWPORT, bypassCSP: true });
	await page.goto(`${sandbox.url}/?property=${property.id}&booking=${number}`);
	const line = page.getByLabel('Journey of the guests');
	await line.getByText(BY_THE_ALERT).nth(1).waitFor({ timeout: ARRIVES_WITHIN_MS });
	for (const [index, name] of STOPS.entries()) {
		const stop = line.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
		const words = { doing: `Playing to '${name}'`, done: `The message of '${name}' arrived` };
		await step(words, async () => {
			// Without this button, the guest is at this point already.
			const go = stop.getByRole('button', { name: 'Go there' });
			if ((await go.count()) > 0) await go.click();
			await line.getByText(BY_THE_EXAMPLE).nth(index).waitFor({ timeout: ARRIVES_WITHIN_MS });
		});
	}
	await pictureLine(page, line);
	await page.close();
}

async function pictureLine(page: Page, line: Locator): Promise<void> {
	const panel = page.locator('.panel').filter({ has: line });
	for (const theme of THEMES) {
		await page.emulateMedia({ colorScheme: theme });
		await takePicture(panel, PICTURE, theme);
	}
}
