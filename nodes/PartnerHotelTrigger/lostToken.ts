import type { IPollFunctions } from 'n8n-workflow';

import type { Reported } from '../shared/polling/failureReports';

/** Once until the property is read again. */
export function warnOfLostToken(context: IPollFunctions, { lostTokens }: Reported, propertyId: string): void {
	if (lostTokens.has(propertyId)) return;
	lostTokens.add(propertyId);
	context.logger.warn(
		`The partner API rejected the stored continue token of property ${propertyId}; reading the bookings feed again from two days before the last known change`,
	);
}
