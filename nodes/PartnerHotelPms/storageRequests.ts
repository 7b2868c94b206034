import type { ApiRequest, ErrorText, ErrorTexts, HttpMethod } from '../shared/transport/types';

/** Identifiers in the path; those that are not needed are absent. */
interface StorageIds {
	propertyId: string;
	bookingId?: string;
	inventoryBlockId?: string;
}

/** A request to the storage of a property: what its outside PMS has synchronized (provider: PMS integration storage). */
export function storageRequest(
	method: HttpMethod,
	below: string,
	{ propertyId, bookingId, inventoryBlockId }: StorageIds,
	parts: Pick<ApiRequest, 'query' | 'body'> = {},
): ApiRequest {
	return {
		area: 'pmsIntegrationStorage',
		method,
		path: `/v1/properties/{propertyId}${below}`,
		pathParameters: {
			propertyId,
			...(bookingId !== undefined && { bookingId }),
			...(inventoryBlockId !== undefined && { inventoryBlockId }),
		},
		// The one POST is a search.
		readOnly: true,
		...parts,
	};
}

/** Texts for a record that is not there, and for values that the storage does not accept (422). */
export function storageErrors(notFound: ErrorText, rejected: ErrorText): ErrorTexts {
	return { '404': notFound, '400': rejected, '422': rejected };
}
