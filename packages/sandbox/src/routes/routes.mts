import type { Route } from '../http/route.mts';
import { authenticationRoutes } from './authentication.mts';
import { contentRoutes } from './content.mts';
import { pmsRoutes } from './pms/routes.mts';
import { pmsAnalyticsRoutes } from './pmsAnalytics.mts';
import { readReservationRoutes } from './readReservation/routes.mts';
import { referenceDataRoutes } from './referenceData.mts';
import { reviewRoutes } from './reviews.mts';
import { searchRoutes } from './search/routes.mts';
import { storageRoutes } from './storage.mts';

/** All operations (specification, Endpoints; the storage and the reviews: the published documents). */
export const ROUTES: readonly Route[] = [
	...authenticationRoutes,
	...contentRoutes,
	...referenceDataRoutes,
	...readReservationRoutes,
	...searchRoutes,
	...pmsRoutes,
	...pmsAnalyticsRoutes,
	...storageRoutes,
	...reviewRoutes,
];
