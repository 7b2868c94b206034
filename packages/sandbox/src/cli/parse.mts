import { parseArgs } from 'node:util';
import { DEFAULT_PORT, withoutUndefined, type SandboxOptions } from '../options.mts';
import { DIALECTS, type Dialect } from '../serializers/dialect.mts';
import { EVENT_TYPES, type Authentication, type EventType, type Webhook } from '../world/events/types.mts';
import { isWebhookUrl } from '../world/events/webhookUrl.mts';
import type { WorldPlan } from '../world/world.mts';

/** What the command line asks for. */
export type Command =
	| { kind: 'help' }
	| { kind: 'start'; options: SandboxOptions; json: boolean }
	| { kind: 'usageError'; message: string };

/** An error about a value that is not allowed, with a message for the user. */
class UsageError extends Error {}

const MAX_PORT = 65_535;
const MANY = 1_000_000;
/** One room of each type is kept for repairs and late guests. */
const MAX_OCCUPANCY = 80;
const YEAR_SECONDS = 31_536_000;

type Values = Readonly<Record<string, string | boolean | undefined>>;

export function parseCommand(args: string[]): Command {
	try {
		const { values } = parseArgs({
			args,
			strict: true,
			allowPositionals: false,
			options: {
				port: { type: 'string' },
				host: { type: 'string' },
				seed: { type: 'string' },
				properties: { type: 'string' },
				bookings: { type: 'string' },
				occupancy: { type: 'string' },
				live: { type: 'string' },
				anchor: { type: 'string' },
				now: { type: 'string' },
				state: { type: 'string' },
				'token-lifetime': { type: 'string' },
				'expires-in': { type: 'string' },
				dialect: { type: 'string' },
				limits: { type: 'string' },
				latency: { type: 'string' },
				strict: { type: 'boolean' },
				'feed-disorder': { type: 'string' },
				webhook: { type: 'string' },
				'webhook-events': { type: 'string' },
				'webhook-auth': { type: 'string' },
				json: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		});
		if (values.help === true) return { kind: 'help' };
		return { kind: 'start', json: values.json === true, options: readOptions(values) };
	} catch (error) {
		return {
			kind: 'usageError',
			message: error instanceof Error ? firstSentence(error.message) : String(error),
		};
	}
}

function readOptions(values: Values): SandboxOptions {
	return {
		port: wholeNumber(values, 'port', 0, MAX_PORT) ?? DEFAULT_PORT,
		host: text(values, 'host'),
		world: readPlan(values),
		nowMs: readNow(values),
		statePath: text(values, 'state'),
		liveSeconds: seconds(values, 'live'),
		limitsOn: limitsOn(values),
		webhook: webhook(values),
		settings: {
			tokenLifetimeSeconds: wholeNumber(values, 'token-lifetime', 1, YEAR_SECONDS),
			expiresInSeconds: wholeNumber(values, 'expires-in', 0, YEAR_SECONDS),
			dialect: dialect(values),
			latencyMs: wholeNumber(values, 'latency', 0, MANY),
			strict: values['strict'] === true,
			feedDisorder: wholeNumber(values, 'feed-disorder', 0, 100),
		},
	};
}

function readPlan(values: Values): Partial<WorldPlan> {
	if (values['occupancy'] !== undefined && values['bookings'] !== undefined) {
		throw new UsageError('--occupancy and --bookings must not both be given');
	}
	return withoutUndefined({
		seed: wholeNumber(values, 'seed', 0, Number.MAX_SAFE_INTEGER),
		properties: wholeNumber(values, 'properties', 1, MANY / 100),
		bookings: wholeNumber(values, 'bookings', 0, MANY),
		occupancy: wholeNumber(values, 'occupancy', 1, MAX_OCCUPANCY),
		anchorMs: instant(values, 'anchor'),
	});
}

function readNow(values: Values): number | undefined {
	const nowMs = instant(values, 'now');
	if (nowMs === undefined || nowMs >= (instant(values, 'anchor') ?? 0)) return nowMs;
	throw new UsageError('--now must not be before --anchor');
}

function wholeNumber(values: Values, name: string, lowest: number, highest: number): number | undefined {
	const value = values[name];
	if (typeof value !== 'string') return undefined;
	const number = /^\d+$/.test(value) ? Number(value) : NaN;
	if (number >= lowest && number <= highest) return number;
	throw new UsageError(`--${name} must be a whole number from ${lowest} to ${highest}, not '${value}'`);
}

function seconds(values: Values, name: string): number | undefined {
	const value = values[name];
	if (typeof value !== 'string') return undefined;
	const number = value.trim() === '' ? NaN : Number(value);
	if (number === 0 || (number >= 0.01 && number <= YEAR_SECONDS)) return number;
	throw new UsageError(`--${name} must be a number of seconds, 0 = off, not '${value}'`);
}

function text(values: Values, name: string): string | undefined {
	const value = values[name];
	if (typeof value !== 'string') return undefined;
	if (value === '') throw new UsageError(`--${name} must not be empty`);
	return value;
}

function instant(values: Values, name: string): number | undefined {
	const value = values[name];
	if (typeof value !== 'string') return undefined;
	const epochMs = /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(value) ? Date.parse(value) : NaN;
	if (epochMs >= Date.UTC(2012, 0, 1)) return epochMs;
	throw new UsageError(
		`--${name} must be an instant such as 2026-03-01T00:00:00Z, from 2012 on, not '${value}'`,
	);
}

function limitsOn(values: Values): boolean | undefined {
	const value = values['limits'];
	if (value === undefined) return undefined;
	if (value === 'on' || value === 'off') return value === 'on';
	throw new UsageError(`--limits must be on or off, not '${String(value)}'`);
}

function dialect(values: Values): Dialect | undefined {
	const value = values['dialect'];
	if (value === undefined) return undefined;
	const known = DIALECTS.find((candidate) => candidate === value);
	if (known !== undefined) return known;
	throw new UsageError(`--dialect must be ${DIALECTS.join(' or ')}, not '${String(value)}'`);
}

function webhook(values: Values): Webhook | undefined {
	const url = text(values, 'webhook');
	const eventTypes = webhookEvents(values);
	const authentication = webhookAuthentication(values);
	if (url === undefined) {
		if (eventTypes === undefined && authentication === undefined) return undefined;
		throw new UsageError('--webhook-events and --webhook-auth need --webhook');
	}
	if (!isWebhookUrl(url)) {
		throw new UsageError('--webhook must begin with http:// or https:// and have no user and password');
	}
	return { url, eventTypes: eventTypes ?? null, authentication: authentication ?? { kind: 'none' } };
}

function webhookEvents(values: Values): EventType[] | undefined {
	return text(values, 'webhook-events')
		?.split(',')
		.map((name) => {
			const known = EVENT_TYPES.find((type) => type === name.trim());
			if (known !== undefined) return known;
			throw new UsageError(`--webhook-events must be some of ${EVENT_TYPES.join(',')}, not '${name}'`);
		});
}

/** The value is not quoted, because it may be a secret. */
function webhookAuthentication(values: Values): Authentication | undefined {
	const value = text(values, 'webhook-auth');
	if (value === undefined) return undefined;
	const [, key, user, password = ''] = /^(?:api-key:(.+)|basic:([^:]+):(.*))$/.exec(value) ?? [];
	if (key !== undefined) return { kind: 'apiKey', key };
	if (user !== undefined) return { kind: 'basic', user, password };
	throw new UsageError('--webhook-auth must be api-key:<key> or basic:<user>:<password>');
}

/** parseArgs adds advice about positional arguments, which the sandbox does not take. */
function firstSentence(message: string): string {
	return message.split('. ', 1)[0] ?? message;
}
