/** The areas of the partner API that a client can be given (claim `api_accesses`). */
export const API_AREAS = [
	'content',
	'reference_data',
	'reservation_api',
	'search',
	'pms',
	'pms_analytics',
	'pms_integration_storage',
	'reviews',
] as const;
export type ApiArea = (typeof API_AREAS)[number];

export interface Client {
	clientId: string;
	clientSecret: string;
	apiAccesses: ApiArea[];
	/** null = every property. */
	propertyIds: string[] | null;
}

export const DEFAULT_CLIENT: Client = {
	clientId: 'sandbox-client',
	clientSecret: 'sandbox-secret',
	apiAccesses: [...API_AREAS],
	propertyIds: null,
};

export function mayUseProperty(client: Client, propertyId: string): boolean {
	return client.propertyIds === null || client.propertyIds.includes(propertyId);
}
