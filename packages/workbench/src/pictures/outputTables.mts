import type { Demo } from '../demo/demo.mts';
import type { Editor } from '../n8n/editor.mts';
import type { NewBookingInput } from '../../../sandbox/src/client.mts';
import { regionOf, takePictureOf } from './picture.mts';
import { receiveTestEvent } from './triggerPanels.mts';

const VIEWPORT = { width: 1400, height: 620 };
/** A short table is shown without the empty panel below it. */
const BELOW = 16;
const FRAME = 2;
/** Tables as wide as the panel, and lists as narrow as their text, so that more columns fit. */
const OUTPUT_ALONE = `
	[data-test-id="ndv"] main > :not(:has([data-test-id="output-panel"])) { display: none; }
	[data-test-id="ndv"] main > :has([data-test-id="output-panel"]) { width: 100% !important; }
	[data-test-id="output-panel"] td { min-width: 0 !important; }
	[data-test-id="floating-nodes"] { visibility: hidden; }
`;

interface Table {
	/** Of the file in docs/images/tables: the class of the node, or the operation. */
	picture: string;
	node: string;
	/** `undefined` for a node that has no actions. */
	action?: string;
	ofProperty?: boolean;
	/** By the name of the parameter. */
	choices?: Record<string, string>;
}

const TABLES: readonly Table[] = [
	{ picture: 'PartnerHotelTrigger', node: 'Partner Hotel Booking Trigger', action: 'On new booking' },
	{
		picture: 'PartnerHotelReservationTrigger',
		node: 'Partner Hotel Reservation Trigger',
		action: 'On checked in',
	},
	{ picture: 'PartnerHotelGuestJourneyTrigger', node: 'Partner Hotel Guest Journey Trigger' },
	{ picture: 'PartnerHotelBookings', node: 'Partner Hotel Bookings', action: 'Get many bookings' },
	{ picture: 'PartnerHotelSearch', node: 'Partner Hotel Search', action: 'Get offers of property' },
	{ picture: 'PartnerHotelPms', node: 'Partner Hotel PMS', action: 'Search reservations' },
	{ picture: 'PartnerHotelContent', node: 'Partner Hotel Content', action: 'Get many room types' },
	{
		picture: 'PartnerHotelReferenceData',
		node: 'Partner Hotel Reference Data',
		action: 'Get many payment methods',
		ofProperty: false,
	},
	{
		picture: 'occupancyReport',
		node: 'Partner Hotel PMS',
		action: 'Get occupancy report',
		choices: { compareWith: 'Same Weekdays a Year Before' },
	},
];

/** The output of each node as n8n's table shows it, for its page in docs/operations. */
export async function pictureOutputTables(
	editor: Editor,
	demo: Demo,
	booking: NewBookingInput,
): Promise<void> {
	const { property } = demo;
	await editor.page.setViewportSize(VIEWPORT);
	for (const { picture, node, action, ofProperty = true, choices = {} } of TABLES) {
		await editor.newWorkflow();
		await editor.addNode(node, action);
		if (ofProperty) {
			await editor.chooseFromList('propertyId', { typed: property.id, label: property.name });
		}
		for (const [parameter, option] of Object.entries(choices)) await editor.choose(parameter, option);
		await editor.execute();
		await pictureTable(editor, picture);
	}
	await receiveTestEvent(editor, demo, booking);
	await pictureTable(editor, 'PartnerHotelEventTrigger');
}

async function pictureTable({ page, panel }: Editor, picture: string): Promise<void> {
	const output = panel.getByTestId('output-panel');
	await output.getByText('Table', { exact: true }).click();
	await page.addStyleTag({ content: OUTPUT_ALONE });
	await page.getByText('Node executed successfully').first().waitFor({ state: 'hidden' });
	await page.mouse.move(0, 0);
	const { x, y, width, height } = await regionOf(output);
	const table = await regionOf(output.locator('table').first());
	const bottom = Math.min(y + height, table.y + table.height + BELOW);
	const clip = { x, y, width: width - FRAME, height: bottom - y - FRAME };
	await takePictureOf(page, clip, `tables/${picture}`, 'light');
}
