import type { IDataObject } from 'n8n-workflow';

/** The columns of flat items that are made of personal fields, so that nothing would be in them. */
export const personalColumns = {
	booking: ['guestName', 'guestNames', 'customerName'],
	guest: [
		...['guestName', 'firstName', 'middleName', 'lastName', 'gender', 'birthDate', 'citizenship', 'status'],
		...['email', 'phone', 'emails', 'phones'],
	],
	penalty: ['guestName'],
	reservation: [
		...['guestName', 'guestNames', 'groupName', 'customerName', 'customerEmail', 'customerPhone'],
		...['companyName', 'visitPurpose', 'customerComment'],
	],
	review: ['authorName', 'text'],
	roomStay: ['guestNames'],
	storageBooking: ['cancelReason', 'channelNames'],
	/** For records that have no flat form with such columns. */
	none: [],
} as const satisfies Record<string, readonly string[]>;

export function withoutColumns(items: readonly IDataObject[], columns: readonly string[]): IDataObject[] {
	return items.map((item) => {
		if (!columns.some((name) => name in item)) return item;
		return Object.fromEntries(
			Object.entries(item).filter(([name]) => !columns.includes(name)),
		) as IDataObject;
	});
}
