import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { newerVersionError } from '../shared/polling/pollPersistence';
import { emptyState, isFromNewerVersion, readState, type TriggerState } from './state';

/**
 * A copy of the stored state: it is stored as a whole when the poll succeeds, or not at all.
 * @throws NodeOperationError rather than overwrite the state of a newer version
 */
export function loadState(context: IPollFunctions, stored: IDataObject): TriggerState {
	if (isFromNewerVersion(stored.bookings)) throw newerVersionError(context);
	return deepCopy(readState(stored.bookings) ?? emptyState());
}

export function storeState(stored: IDataObject, state: TriggerState): void {
	stored.bookings = state;
}
