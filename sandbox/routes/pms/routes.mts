import type { Operation } from '../../http/route.mts';
import type { Sandbox } from '../../sandbox.mts';
import { guestWriteOperations } from './guestUpdates.mts';
import { guestOperations } from './guests.mts';
import { inventoryOperations } from './inventory.mts';
import { reservationOperations } from './reservations.mts';
import { stayOperations } from './stayActions.mts';

/** The 21 operations of the PMS area (specification, PMS). */
export function pmsOperations(sandbox: Sandbox): Operation[] {
	return [
		...inventoryOperations(sandbox),
		...guestOperations(sandbox),
		...guestWriteOperations(sandbox),
		...reservationOperations(sandbox),
		...stayOperations(sandbox),
	];
}
