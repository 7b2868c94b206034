import type { IDataObject } from 'n8n-workflow';

import { noNames } from '../../nodes/shared/api/property/names';
import { reservationUnits } from '../../nodes/shared/journey/journeyUnits';

const ABOUT = { propertyId: '1024', names: noNames, rooms: new Map() };

/** Whether a message is out of the question, for the whole reservation. */
function isCancelled(reservationStatus: string, ...statuses: string[]): boolean | undefined {
	const reservation: IDataObject = {
		reservationStatus,
		roomStays: statuses.map((status, index) => ({ pmsRoomStayId: String(index), status })),
	};
	const [unit] = reservationUnits('20310501-1-1', reservation, 'booking', ABOUT, null);
	return unit?.stay.isCancelled;
}

// Each of the values that the published documents give.
it.each([
	['Unconfirmed', 'New', false],
	['Confirmed', 'New', false],
	['Pending', 'New', false],
	['Edited', 'New', false],
	['Cancelled', 'New', true],
	['Confirmed', 'Cancelled', true],
	['Released', 'New', true],
	['Released', 'CheckedIn', false],
	['Released', 'CheckedOut', false],
])('a reservation that is %s, with a room stay that is %s: cancelled is %s', (status, stay, expected) => {
	expect(isCancelled(status, stay)).toBe(expected);
});

it('is not cancelled while one of its room stays is left', () => {
	expect(isCancelled('Confirmed', 'Cancelled', 'New')).toBe(false);
	expect(isCancelled('Released', 'Cancelled', 'CheckedIn')).toBe(false);
	expect(isCancelled('Released', 'Cancelled', 'New')).toBe(true);
});
