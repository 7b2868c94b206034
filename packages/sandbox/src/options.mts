import type { Settings } from './http/settings.mts';
import type { Asset } from './page/routes.mts';
import { DAY_MS } from './world/time.mts';
import type { Webhook } from './world/events/types.mts';
import type { WorldPlan } from './world/world.mts';

/** The options of a sandbox. Missing ones have the defaults below. */
export interface SandboxOptions {
	/** 0 = any free port. */
	port?: number;
	host?: string;
	/** Explicit values; a state file with other ones is refused. */
	world?: Partial<WorldPlan>;
	/** Epoch milliseconds that the hotels' clock shows at the start; absent = real time, or as the state file has it. */
	nowMs?: number;
	/** Path of the state file; absent = nothing is saved. */
	statePath?: string;
	limitsOn?: boolean;
	/** Seconds between two live bookings, changes or cancellations; 0 = none. */
	liveSeconds?: number;
	settings?: Partial<Settings>;
	/** Of the default client; absent = the one in the state file, if any. */
	webhook?: Webhook;
	/** Files of the page; absent = the page has no styles and no script. */
	assets?: readonly Asset[];
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_HOST = '127.0.0.1';

/** The specification states a lifetime of 15 minutes, while its sample response claims 1800 seconds. */
const DEFAULT_SETTINGS: Settings = {
	tokenLifetimeSeconds: 900,
	expiresInSeconds: 1_800,
	dialect: 'specification',
	latencyMs: 0,
	otbOnOrBefore: false,
	strict: false,
	feedDisorder: 0,
	eventFirstPauseMs: 10_000,
	eventPauseFactor: 2,
	eventTimeoutMs: 30_000,
};

export function settingsOf(given: Partial<Settings> = {}): Settings {
	return { ...DEFAULT_SETTINGS, ...withoutUndefined(given) };
}

/** The default world: its history ends at the start of the current UTC day. */
export function defaultPlan(nowMs: number): WorldPlan {
	return { seed: 1, properties: 3, bookings: 250, anchorMs: Math.floor(nowMs / DAY_MS) * DAY_MS };
}

/** undefined must not override the defaults. */
export function withoutUndefined<T extends object>(values: T): T {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
