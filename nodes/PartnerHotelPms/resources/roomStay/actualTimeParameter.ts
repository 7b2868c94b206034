/** The moment of arrival or departure: now, unless the user says otherwise. */
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
