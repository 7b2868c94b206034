import type { ApiRequest } from '../../../shared/transport/types';

/** Public reviews of a hotel (provider: Reviews). */
export function reviewRequest(path: '/reviews' | '/reviews/stats', propertyId: string): ApiRequest {
	return {
		area: 'reviews',
		method: 'GET',
		path: `/v1/properties/{propertyId}${path}`,
		pathParameters: { propertyId },
	};
}
