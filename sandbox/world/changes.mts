import type { BookingChange, NewBooking } from './bookings/store.mts';
import type { Client } from './clients.mts';

/** Everything that can happen to the world at run time: one line of the state file each. */
export type Change =
	| { kind: 'bookingCreated'; propertyId: string; booking: NewBooking }
	| { kind: 'bookingChanged'; propertyId: string; change: BookingChange; atMs: number }
	| { kind: 'detailRemoved'; propertyId: string; number: string }
	| { kind: 'clientAdded'; client: Client }
	| { kind: 'tokensRevoked'; accessTokens: boolean; continueTokens: boolean };
