import { randomInt } from 'node:crypto';
import { EXIT_MISTAKE, UserError } from '../util/userError.mts';
import { wholeNumber } from '../util/wholeNumber.mts';

/** n8n's two ways of polling. */
export type PollingMode = 'durable' | 'older';

/** The trigger's option *After a Crash*. */
export type AfterCrash = 'skip' | 'again';

export interface KillsOptions {
	seed: number;
	mode: PollingMode;
	afterCrash: AfterCrash;
	kills: number;
	bookings: number;
	properties: number;
	minutes: number;
}

export interface HistoryOptions {
	seed: number;
	bookings: number;
	maxBookings: number;
	details: boolean;
}

export interface SoakOptions {
	seed: number;
	/** The trigger's option At Least Every, in minutes; with 1, hotels take turns. */
	atLeastEvery: number;
	bookings: number;
	properties: number;
	minutes: number;
}

export interface EventsOptions {
	seed: number;
	events: number;
	kills: number;
	minutes: number;
}

/** As the command line gives them. */
export interface ChaosValues {
	choice?: string;
	seed?: string;
	mode?: string;
	kills?: string;
	'after-crash'?: string;
	bookings?: string;
	events?: string;
	properties?: string;
	minutes?: string;
	'max-bookings'?: string;
	details?: boolean;
	write?: string;
	json?: boolean;
}

/** The runs, one after another. */
export interface ChaosOptions {
	seed: number;
	kills: KillsOptions[];
	history: HistoryOptions[];
	soak: SoakOptions[];
	events: EventsOptions[];
	/** The document to write the figures into. */
	write?: string;
	json: boolean;
}

const MODES: readonly PollingMode[] = ['durable', 'older'];
const AFTER_CRASH: readonly AfterCrash[] = ['skip', 'again'];
const MANY = 1_000_000;
const SLICES = [5_000, 500];
/** The default, and hotels in turns for comparison. */
const READ_AT_LEAST_EVERY = [15, 1];

/** @throws UserError when a value is not allowed */
export function readOptions(values: ChaosValues): ChaosOptions {
	const seed = wholeNumber(values, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? randomInt(MANY);
	const chosen = (name: string) => values.choice === undefined || values.choice === name;
	const [bookings, properties] = [
		wholeNumber(values, 'bookings', 1, MANY),
		wholeNumber(values, 'properties', 1, 1_000),
	];
	const minutes = wholeNumber(values, 'minutes', 1, 1_000);
	const maxBookings = wholeNumber(values, 'max-bookings', 1, MANY);
	const killed = wholeNumber(values, 'kills', 0, 1_000);
	const kills = { seed, kills: killed ?? 10, bookings: bookings ?? 2_000 };
	const sent = wholeNumber(values, 'events', 2, MANY) ?? 5_000;
	const events = { seed, events: sent, kills: killed ?? 5, minutes: minutes ?? 5 };
	const [afterCrash = 'skip'] = named(values, 'after-crash', AFTER_CRASH);
	const history = { seed, bookings: bookings ?? 100_000, details: values.details === true };
	const soak = { seed, bookings: bookings ?? 300, properties: properties ?? 200, minutes: minutes ?? 10 };
	const slices = maxBookings === undefined ? SLICES : [maxBookings];
	return {
		seed,
		kills: chosen('kills')
			? named(values, 'mode', MODES).map((mode) => ({
					...kills,
					mode,
					afterCrash,
					properties: properties ?? 20,
					minutes: minutes ?? 15,
				}))
			: [],
		history: chosen('history') ? slices.map((most) => ({ ...history, maxBookings: most })) : [],
		soak: chosen('soak') ? READ_AT_LEAST_EVERY.map((atLeastEvery) => ({ ...soak, atLeastEvery })) : [],
		events: chosen('events') ? [events] : [],
		write: values.write,
		json: values.json === true,
	};
}

/** @returns the one that was named, or all */
function named<T extends string>(
	values: ChaosValues,
	name: 'mode' | 'after-crash',
	choices: readonly T[],
): readonly T[] {
	const value = values[name];
	if (value === undefined) return choices;
	const known = choices.filter((candidate) => candidate === value);
	if (known.length > 0) return known;
	throw new UserError(`--${name} must be ${choices.join(' or ')}, not '${value}'. See --help.`, EXIT_MISTAKE);
}
