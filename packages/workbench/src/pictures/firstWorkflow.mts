import type { Demo } from '../demo/demo.mts';
import type { Editor, Theme } from '../n8n/editor.mts';
import { dragField, inputAndParameters, parameter, parametersAndOutput, showFields } from './nodePanel.mts';
import { takePicture, takePictureOf } from './picture.mts';

const CANVAS = { width: 1000, height: 600 };
const PANEL = { width: 1240, height: 930 };
const TRIGGER = 'Partner Hotel Booking Trigger';
const NAME = 'My first workflow';
/** What follows the field that is dragged into the message. */
const REST = ', {{ $json.nights }} nights, {{ $json.totalText }}';

/** The steps of "Your first workflow" in the README for which there is a picture. */
export async function pictureFirstWorkflow(editor: Editor, demo: Demo, theme: Theme): Promise<void> {
	await pictureSearch(editor, theme);
	await pictureTrigger(editor, demo, theme);
	await pictureMessage(editor, theme);
	await picturePublished(editor, theme);
}

async function pictureSearch(editor: Editor, theme: Theme): Promise<void> {
	const { page } = editor;
	await page.setViewportSize(CANVAS);
	await editor.newWorkflow();
	await page.getByTestId('workflow-name-input').click();
	await page.getByTestId('workflow-name-input').locator('input').fill(NAME);
	await page.keyboard.press('Enter');
	await page.getByTestId('canvas-add-button').click();
	await page.getByTestId('node-creator-search-bar').pressSequentially('hotel trigger');
	await page.getByTestId('node-creator-item-name').filter({ hasText: 'Partner Hotel Event' }).waitFor();
	await takePicture(page, 'first-workflow-search', theme);
}

async function pictureTrigger(editor: Editor, { property }: Demo, theme: Theme): Promise<void> {
	await editor.page.setViewportSize(PANEL);
	await editor.addNode(TRIGGER, 'On new booking');
	await editor.chooseFromList('propertyId', { typed: property.id, label: property.name });
	await editor.execute();
	await showFields(editor);
	await takePictureOf(editor.page, await parametersAndOutput(editor), 'first-workflow-trigger', theme);
	await editor.closePanel();
}

async function pictureMessage(editor: Editor, theme: Theme): Promise<void> {
	const { page } = editor;
	await page.getByTestId('canvas-handle-plus').click();
	await editor.addNode('Send Email', 'Send an Email');
	await parameter(editor, 'fromEmail').locator('input').fill('n8n@hotel.example');
	await parameter(editor, 'toEmail').locator('input').fill('reception@hotel.example');
	await editor.choose('emailFormat', 'Text');
	await parameter(editor, 'subject').locator('input').fill('New booking');
	await dragField(editor, 'number', parameter(editor, 'subject'));
	const text = parameter(editor, 'text');
	await text.locator('textarea').fill('Arrival');
	await dragField(editor, 'arrivalText', text);
	await text.locator('.cm-content').click();
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText(REST);
	await takePictureOf(page, await inputAndParameters(editor), 'first-workflow-message', theme);
	await editor.execute();
	await editor.closePanel();
}

async function picturePublished(editor: Editor, theme: Theme): Promise<void> {
	const { page } = editor;
	await page.setViewportSize(CANVAS);
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByRole('button', { name: 'Got it' }).click();
	await page.getByTestId('zoom-to-fit').click();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await takePicture(page, 'first-workflow-published', theme);
}
