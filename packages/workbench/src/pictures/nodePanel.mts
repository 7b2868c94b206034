import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Editor } from '../n8n/editor.mts';
import { regionOf, type Region } from './picture.mts';

const DRAG_STEPS = 15;
/** n8n writes the expression a moment after the drop. */
const DROPPED_WITHIN_MS = 500;
/** The frame around the panel. */
const FRAME = 2;
/** Links to neighbouring nodes, which overlap the panel's edge. */
const NEIGHBOURS = '[data-test-id="floating-nodes"] { visibility: hidden; }';

export function parameter({ panel }: Editor, name: string): Locator {
	return panel.getByTestId(`parameter-input-${name}`);
}

/** Shows the output as a list of fields, and waits until no hint covers it. */
export async function showFields({ page, panel }: Editor): Promise<void> {
	await panel.getByTestId('output-panel').getByText('Schema', { exact: true }).click();
	await page.getByText('Node executed successfully').first().waitFor({ state: 'hidden' });
	// n8n hides this one only after a click.
	const tips = page.locator('.el-popper, [role="tooltip"]').filter({ hasText: 'You can pin this output' });
	await tips.evaluateAll((all: Array<{ style: { visibility: string } }>) => {
		for (const { style } of all) style.visibility = 'hidden';
	});
}

/** The interesting columns of a trigger: parameters and output. */
export async function parametersAndOutput({ panel }: Editor): Promise<Region> {
	const columns = [panel.getByTestId('node-parameters'), panel.getByTestId('output-panel')];
	return await insideOf(panel, await regionOf(...columns));
}

/** The columns of a step before it has run: input and parameters. */
export async function inputAndParameters({ page, panel }: Editor): Promise<Region> {
	await page.addStyleTag({ content: NEIGHBOURS });
	const columns = [panel.getByTestId('ndv-input-panel'), panel.getByTestId('node-parameters')];
	return await insideOf(panel, await regionOf(...columns));
}

/** Covers the full height of the columns, including what is scrolled out of sight, without the frame. */
async function insideOf(panel: Locator, { x, y, width }: Region): Promise<Region> {
	const whole = await regionOf(panel);
	const left = Math.max(x, whole.x + FRAME);
	const right = Math.min(x + width, whole.x + whole.width - FRAME);
	return { x: left, y, width: right - left, height: whole.y + whole.height - FRAME - y };
}

/** Drags a field of the input into a parameter, as a user does. */
export async function dragField(editor: Editor, field: string, to: Locator): Promise<void> {
	const { page, panel } = editor;
	const from = await regionOf(panel.getByTestId('ndv-input-panel').locator(`[data-name="${field}"]`));
	const target = await regionOf(to);
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
	await page.mouse.down();
	await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: DRAG_STEPS });
	await sleep(DROPPED_WITHIN_MS);
	await page.mouse.up();
	await sleep(DROPPED_WITHIN_MS);
}
