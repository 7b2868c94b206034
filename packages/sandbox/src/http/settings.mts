import type { Dialect } from '../serializers/dialect.mts';

/** What can be changed while the sandbox runs. */
export interface Settings {
	/** The real lifetime, exp - iat. */
	tokenLifetimeSeconds: number;
	/** What the token answer claims as `expires_in`. */
	expiresInSeconds: number;
	dialect: Dialect;
	/** Added to every API answer. */
	latencyMs: number;
	/** What `otbDate` of the daily occupancy keeps: bookings made until that date, or on that date only. */
	otbOnOrBefore: boolean;
	/** Refuses further pages of a list whose request lacks a required parameter. */
	strict: boolean;
	/** In percent: how many bookings of the feed come late, how many come again, and all in any order. */
	feedDisorder: number;
	/** The pause after the first attempt that failed to deliver events. */
	eventFirstPauseMs: number;
	/** By what the pause grows with every further one. */
	eventPauseFactor: number;
	/** How long a delivery of events may take. */
	eventTimeoutMs: number;
}
