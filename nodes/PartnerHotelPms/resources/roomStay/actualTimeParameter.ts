/** The time of an arrival, departure or payment; default: now. */
export function actualTime<const N extends string>(name: N, displayName: string) {
	return {
		displayName,
		name,
		type: 'dateTime' as const,
		required: true,
		default: '={{ $now }}',
		description: 'Time in the local time of the hotel. A time with an offset, like $now, is converted.',
	};
}
