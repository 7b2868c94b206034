import { SCOPES, WINDOWS, type Limits, type Scope } from '../http/limits/table.mts';
import type { Sandbox } from '../sandbox.mts';
import { DIALECTS } from '../serializers/dialect.mts';
import { ControlError, Fields } from './body.mts';
import type { ControlRoute } from './route.mts';

const SETTING_FIELDS = [
	'tokenLifetimeSeconds',
	'expiresInSeconds',
	'dialect',
	'limits',
	'latencyMs',
	'clockOffsetMs',
	'otbOnOrBefore',
	'strict',
	'feedDisorder',
];
const YEAR_SECONDS = 31_536_000;
const TEN_YEARS_MS = 10 * YEAR_SECONDS * 1000;
const MAX_LATENCY_MS = 600_000;
const MAX_REQUESTS = 1_000_000_000;
const LIMIT_WORDS = ['on', 'off', 'default'] as const;

type LimitsChange = (typeof LIMIT_WORDS)[number] | Array<[Scope, Partial<Limits>]>;

export const settingsRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/settings', handle: (sandbox) => describe(sandbox) },
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

function describe({ settings, limiter, clock }: Sandbox): unknown {
	return {
		...settings,
		clockOffsetMs: clock.offsetMs,
		limits: limiter.on ? 'on' : 'off',
		limitsByScope: limiter.describe(),
	};
}

/** Everything is read before anything is changed: a refused request changes nothing. */
function change({ settings, limiter, clock }: Sandbox, body: unknown): void {
	const fields = Fields.of(body, SETTING_FIELDS);
	const changed = {
		tokenLifetimeSeconds: fields.integer('tokenLifetimeSeconds', 1, YEAR_SECONDS),
		expiresInSeconds: fields.integer('expiresInSeconds', 0, YEAR_SECONDS),
		dialect: fields.oneOf('dialect', DIALECTS),
		latencyMs: fields.integer('latencyMs', 0, MAX_LATENCY_MS),
		otbOnOrBefore: fields.flag('otbOnOrBefore'),
		strict: fields.flag('strict'),
		feedDisorder: fields.integer('feedDisorder', 0, 100),
	};
	const clockOffsetMs = fields.integer('clockOffsetMs', -TEN_YEARS_MS, TEN_YEARS_MS);
	const limits = readLimits(fields.raw('limits'));

	settings.tokenLifetimeSeconds = changed.tokenLifetimeSeconds ?? settings.tokenLifetimeSeconds;
	settings.expiresInSeconds = changed.expiresInSeconds ?? settings.expiresInSeconds;
	settings.dialect = changed.dialect ?? settings.dialect;
	settings.latencyMs = changed.latencyMs ?? settings.latencyMs;
	settings.otbOnOrBefore = changed.otbOnOrBefore ?? settings.otbOnOrBefore;
	settings.strict = changed.strict ?? settings.strict;
	settings.feedDisorder = changed.feedDisorder ?? settings.feedDisorder;
	clock.offsetMs = clockOffsetMs ?? clock.offsetMs;
	if (limits === undefined) return;
	limiter.on = limits !== 'off';
	if (limits === 'default') limiter.restore();
	if (typeof limits !== 'string') for (const [scope, windows] of limits) limiter.adjust(scope, windows);
}

/** `on`, `off`, `default` (on, with the specification's numbers) or numbers per scope (and on). */
function readLimits(limits: unknown): LimitsChange | undefined {
	if (limits === undefined) return undefined;
	const word = LIMIT_WORDS.find((candidate) => candidate === limits);
	if (word !== undefined) return word;
	if (typeof limits !== 'object') {
		throw new ControlError(400, `limits must be ${LIMIT_WORDS.join(', ')} or numbers per scope`);
	}
	const scopes = Fields.of(limits, SCOPES, 'limits');
	return SCOPES.filter((scope) => scopes.raw(scope) !== undefined).map((scope) => [
		scope,
		readWindows(scope, scopes.raw(scope)),
	]);
}

function readWindows(scope: Scope, windows: unknown): Partial<Limits> {
	const fields = Fields.of(windows, WINDOWS, `limits.${scope}`);
	const given: Partial<Limits> = {};
	for (const window of WINDOWS) {
		const most = fields.integer(window, 0, MAX_REQUESTS);
		if (most !== undefined) given[window] = most;
	}
	return given;
}
