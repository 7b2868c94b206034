/**
 * The API areas: path prefix (specification, Endpoints), the name under which a hotelier knows the area,
 * and the names it goes by in the token's `api_accesses` (specification, Authentication 6).
 */
export const apiAreas = {
	content: { prefix: '/api/content', label: 'Content', accesses: ['content'] },
	referenceData: {
		prefix: '/api/reference-data',
		label: 'Reference Data',
		accesses: ['reference_data', 'reference-data', 'referenceData'],
	},
	bookings: {
		prefix: '/api/read-reservation',
		label: 'Bookings (Read Reservation)',
		accesses: ['reservation_api', 'read_reservation', 'read-reservation'],
	},
	search: { prefix: '/api/search', label: 'Search', accesses: ['search', 'search_api'] },
	pms: { prefix: '/api/pms', label: 'PMS', accesses: ['pms', 'pms_api'] },
	pmsAnalytics: {
		prefix: '/api/pms-analytics',
		label: 'PMS Analytics',
		accesses: ['pms_analytics', 'pms-analytics'],
	},
	pmsIntegrationStorage: {
		prefix: '/api/pms-integration-storage',
		label: 'PMS Integration Storage',
		accesses: ['pms_integration_storage', 'pms-integration-storage'],
	},
	reviews: {
		prefix: '/api/reputation-public-reviews',
		label: 'Reviews',
		accesses: ['reviews', 'public_reviews', 'reputation_public_reviews', 'reputation-public-reviews'],
	},
} as const;

export type ApiArea = keyof typeof apiAreas;

/** The label of an `api_accesses` name; a name that is not known is shown as it is. */
export function accessLabel(access: string): string {
	const area = Object.values(apiAreas).find(({ accesses }) =>
		(accesses as readonly string[]).includes(access),
	);
	return area ? `${area.label} (${access})` : access;
}
