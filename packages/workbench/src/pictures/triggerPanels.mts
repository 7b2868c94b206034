import type { Demo } from '../demo/demo.mts';
import { EVENTS_CREDENTIAL, EVENTS_KEY } from '../demo/credentials.mts';
import type { Editor, Theme } from '../n8n/editor.mts';
import type { NewBookingInput } from '../../../sandbox/src/client.mts';
import { parametersAndOutput, showFields } from './nodePanel.mts';
import { takePictureOf } from './picture.mts';

const VIEWPORT = { width: 1240, height: 960 };

export async function pictureReservationTrigger(
	editor: Editor,
	{ property }: Demo,
	theme: Theme,
): Promise<void> {
	await editor.page.setViewportSize(VIEWPORT);
	await editor.newWorkflow();
	await editor.addNode('Partner Hotel Reservation Trigger', 'On checked in');
	await editor.chooseFromList('propertyId', { typed: property.id, label: property.name });
	await editor.execute();
	await showFields(editor);
	await takePictureOf(editor.page, await parametersAndOutput(editor), 'reservation-trigger', theme);
}

export async function pictureEventTrigger(
	editor: Editor,
	demo: Demo,
	booking: NewBookingInput,
	theme: Theme,
): Promise<void> {
	const { page, panel } = editor;
	await page.setViewportSize(VIEWPORT);
	await receiveTestEvent(editor, demo, booking);
	await panel.getByTestId('radio-button-production').click();
	await showFields(editor);
	await takePictureOf(page, await parametersAndOutput(editor), 'event-trigger', theme);
}

/** @param booking of the event */
export async function receiveTestEvent(
	editor: Editor,
	{ stack: { url, sandbox }, property, credential }: Demo,
	booking: NewBookingInput,
): Promise<void> {
	const { page, panel } = editor;
	await editor.newWorkflow();
	await editor.addNode('Partner Hotel Event Trigger', 'On booking created');
	await editor.choose('output', 'Simplified');
	for (const [index, name] of [EVENTS_CREDENTIAL, credential.name].entries()) {
		await panel.getByTestId('node-credentials-select').nth(index).click();
		await page.getByText(name, { exact: true }).filter({ visible: true }).last().click();
	}
	await panel.getByText('Webhook URLs', { exact: true }).click();
	const testPath = /\/webhook-test\/[\w-]+\/events/.exec((await panel.textContent()) ?? '')?.[0];
	if (testPath === undefined) throw new Error('The panel shows no test URL.');
	await editor.executeButton.click();
	await panel.getByText('Listening for test event').first().waitFor();
	await sandbox.control.setWebhook(sandbox.clientId, {
		url: url + testPath,
		authentication: { kind: 'apiKey', key: EVENTS_KEY },
	});
	await sandbox.control.createBooking(property.id, booking);
	await panel.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	await sandbox.control.setWebhook(sandbox.clientId, null);
}
