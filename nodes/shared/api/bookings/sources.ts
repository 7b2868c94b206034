/** Codes of channels that stand for one name (provider: Booking source). Others are open text. */
const CHANNELS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		AGD: 'Agoda',
		CTP: 'Trip.com',
		EXP: 'Expedia',
		HRS: 'HRS',
	}),
);

const TYPES: ReadonlyMap<string, string> = new Map([['BookingEngine', 'Booking Engine']]);

/** Where a booking comes from, in words. @param type `Channel`, `BookingEngine`, `PMS`, `Other` or later ones */
export function sourceName(type: string | undefined, code: string | undefined): string | null {
	if (type !== undefined && type !== 'Channel') return TYPES.get(type) ?? type;
	if (code === undefined) return type ?? null;
	return CHANNELS.get(code) ?? `Channel ${code}`;
}

/** @param name as the PMS has it: a name, or a code */
export function channelName(name: string): string {
	return CHANNELS.get(name) ?? name;
}
