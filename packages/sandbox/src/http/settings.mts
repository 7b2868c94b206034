import type { Dialect } from '../serializers/dialect.mts';

/** Settings that can be changed while the sandbox runs. */
export interface Settings {
	/** The real lifetime, exp - iat. */
	tokenLifetimeSeconds: number;
	/** The `expires_in` of token responses. */
	expiresInSeconds: number;
	dialect: Dialect;
	/** Added to every response of the API. */
	latencyMs: number;
	/** What `otbDate` of the daily occupancy keeps: bookings made until that date, or on that date only. */
	otbOnOrBefore: boolean;
	/** Refuses further pages of a list whose request lacks a required parameter. */
	strict: boolean;
	/** In percent: how many bookings of the feed are delayed, and how many are repeated; the order is random. */
	feedDisorder: number;
	/** The pause after the first attempt that failed to deliver events. */
	eventFirstPauseMs: number;
	/** The factor by which the pause grows with every further failure. */
	eventPauseFactor: number;
	/** How long a delivery of events may take. */
	eventTimeoutMs: number;
}
