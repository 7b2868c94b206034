import { flag, integer, numberBetween, oneOf, type FieldType } from '../http/fieldTypes.mts';
import { SCOPES, WINDOWS, type Limits, type Scope } from '../http/limits/table.mts';
import type { Settings } from '../http/settings.mts';
import { withoutUndefined } from '../options.mts';
import type { Sandbox } from '../sandbox.mts';
import { DIALECTS } from '../serializers/dialect.mts';
import { DAY_MS } from '../world/time.mts';
import { object, readBody, type Input } from './body.mts';
import type { ControlRoute } from './route.mts';

const YEAR_SECONDS = 31_536_000;
const TEN_YEARS_MS = 10 * YEAR_SECONDS * 1000;
const MAX_LATENCY_MS = 600_000;
const MAX_REQUESTS = 1_000_000_000;

type LimitsByScope = Partial<Record<Scope, Partial<Limits> | null>>;
const LIMIT_WORDS = ['on', 'off', 'default'] as const;
const WINDOW_LIMITS = Object.fromEntries(WINDOWS.map((window) => [window, integer(0, MAX_REQUESTS)]));
const SCOPE_LIMITS = Object.fromEntries(
	SCOPES.map((scope) => [scope, object(WINDOW_LIMITS, `limits.${scope}`)]),
);

/** `on`, `off`, `default` (on, with the specification's numbers) or numbers per scope (and on). */
const LIMITS: FieldType<(typeof LIMIT_WORDS)[number] | LimitsByScope> = {
	rule: `must be ${LIMIT_WORDS.join(', ')} or numbers per scope`,
	read: (value) =>
		typeof value === 'object'
			? readBody(SCOPE_LIMITS, value, 'limits')
			: LIMIT_WORDS.find((word) => word === value),
};

const SETTINGS = {
	tokenLifetimeSeconds: integer(1, YEAR_SECONDS),
	expiresInSeconds: integer(0, YEAR_SECONDS),
	dialect: oneOf(DIALECTS),
	limits: LIMITS,
	latencyMs: integer(0, MAX_LATENCY_MS),
	clockOffsetMs: integer(-TEN_YEARS_MS, TEN_YEARS_MS),
	clockStopped: flag,
	otbOnOrBefore: flag,
	strict: flag,
	feedDisorder: integer(0, 100),
	eventFirstPauseMs: integer(1, DAY_MS),
	eventPauseFactor: numberBetween(1, 100),
	eventTimeoutMs: integer(1, MAX_LATENCY_MS),
	liveSeconds: numberBetween(0, YEAR_SECONDS),
};
export type SettingsInput = Input<typeof SETTINGS>;

/** The settings as the control interface shows them. */
export interface CurrentSettings extends Settings {
	clockOffsetMs: number;
	clockStopped: boolean;
	/** Seconds between two live bookings, changes or cancellations; 0 = none. */
	liveSeconds: number;
	limits: 'on' | 'off';
	limitsByScope: Record<Scope, Limits>;
}

export const settingsRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/settings', handle: describe },
	{
		method: 'PATCH',
		path: '/settings',
		handle: (sandbox, { body }) => {
			change(sandbox, body);
			return describe(sandbox);
		},
	},
	{ method: 'DELETE', path: '/limits', handle: ({ limiter }) => limiter.forget() },
];

function describe({ settings, limiter, clock, liveBookings }: Sandbox): CurrentSettings {
	return {
		...settings,
		clockOffsetMs: clock.offsetMs,
		clockStopped: clock.isStopped,
		liveSeconds: liveBookings.everySeconds,
		limits: limiter.on ? 'on' : 'off',
		limitsByScope: limiter.describe(),
	};
}

/** Everything is parsed before anything changes, so a rejected request changes nothing. */
function change(sandbox: Sandbox, body: unknown): void {
	const { limits, clockOffsetMs, clockStopped, liveSeconds, ...settings } = readBody(SETTINGS, body);
	Object.assign(sandbox.settings, withoutUndefined(settings));
	sandbox.clock.offsetMs = clockOffsetMs ?? sandbox.clock.offsetMs;
	if (clockStopped === true) sandbox.clock.stop();
	if (clockStopped === false) sandbox.clock.start();
	if (liveSeconds !== undefined) sandbox.liveBookings.start(liveSeconds);
	if (limits !== undefined) changeLimits(sandbox, limits);
}

function changeLimits({ limiter }: Sandbox, limits: (typeof LIMIT_WORDS)[number] | LimitsByScope): void {
	limiter.on = limits !== 'off';
	if (limits === 'default') limiter.restore();
	if (typeof limits === 'string') return;
	for (const scope of SCOPES) limiter.adjust(scope, withoutUndefined(limits[scope] ?? {}));
}
