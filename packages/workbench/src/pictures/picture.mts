import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Theme } from '../n8n/editor.mts';
import { inRoot } from '../util/paths.mts';

/** A region of the page, in pixels. */
export interface Region {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Panels slide and fade for a moment after their contents are there. */
const SETTLES_WITHIN_MS = 1_500;

/** A picture of the documentation, in docs/images. */
export async function takePicture(subject: Page | Locator, name: string, theme: Theme): Promise<void> {
	await sleep(SETTLES_WITHIN_MS);
	await subject.screenshot({ path: fileOf(name, theme) });
}

export async function takePictureOf(page: Page, clip: Region, name: string, theme: Theme): Promise<void> {
	await sleep(SETTLES_WITHIN_MS);
	await page.screenshot({ path: fileOf(name, theme), clip });
}

function fileOf(name: string, theme: Theme): string {
	return inRoot('docs', 'images', `${name}${theme === 'dark' ? '.dark' : ''}.png`);
}

/** The smallest region with all of these. */
export async function regionOf(...parts: Locator[]): Promise<Region> {
	const boxes = (await Promise.all(parts.map(async (part) => await part.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}
