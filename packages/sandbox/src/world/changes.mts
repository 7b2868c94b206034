import type { BookingChange, NewBooking } from './bookings/store.mts';
import type { Client } from './clients.mts';
import type { Webhook } from './events/types.mts';
import type { EventContent } from './events/webhooks.mts';
import type { PmsChange } from './pms/pmsChange.mts';
import type { Review } from './reviews/types.mts';
import type { Corporate } from './reference/corporates.mts';
import type { StorageChange } from './storage/types.mts';

/** Everything that can happen to the world at run time: one line of the state file each. */
export type Change =
	| { kind: 'bookingCreated'; propertyId: string; booking: NewBooking; atMs: number }
	| { kind: 'bookingChanged'; propertyId: string; change: BookingChange; atMs: number }
	| { kind: 'detailRemoved'; propertyId: string; number: string }
	| { kind: 'pmsWritten'; propertyId: string; change: PmsChange; atMs: number }
	| { kind: 'storageWritten'; propertyId: string; change: StorageChange; atMs: number }
	| { kind: 'reviewWritten'; propertyId: string; review: Review }
	| { kind: 'corporateCreated'; corporate: Corporate }
	| { kind: 'clientAdded'; client: Client }
	| { kind: 'tokensRevoked'; accessTokens: boolean; continueTokens: boolean }
	| { kind: 'webhookSet'; clientId: string; webhook: Webhook | null }
	| { kind: 'eventEmitted'; propertyId: string; event: EventContent; atMs: number }
	| { kind: 'clockMoved'; aheadMs: number }
	| { kind: 'eventsAcknowledged'; clientId: string; through: number };
