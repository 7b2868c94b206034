import type { Failure, IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../operation/nodeErrors';
import { shownText } from '../util/shownText';

/**
 * How failures are reported: by an error of the poll, or in n8n's log if the poll emits anything. Both once an hour
 * for each property until it recovers.
 */
const REPORT_EVERY_MS = 3_600_000;
/**
 * An error makes n8n discard the result of the poll and delay the next one, after several in a row by half an hour.
 * While other properties can be read, polls between these errors keep what they read.
 */
const ERROR_EVERY_MS = 600_000;

/** In place of a property id: the list of all properties could not be read. */
export const PROPERTY_LIST = '';

/** What a poll did, as far as its failures are concerned. */
export interface PollOutcome {
	items: readonly unknown[];
	/** By property ID. */
	failures: ReadonlyMap<string, unknown>;
	/** Properties that were read; parts of them may have failed. */
	read: readonly string[];
	/** Those of them without any failure. */
	sound: readonly string[];
}

/** What was reported, by property ID. */
export interface Reported {
	/** When an error was reported for the property. */
	errorAt: Map<string, number>;
	/** When the latest error was reported, for any property. */
	lastErrorAt?: number;
	/** When a warning was logged. */
	warningAt: Map<string, number>;
	/** Properties whose token was refused and that have not been read since. */
	lostTokens: Set<string>;
	/** Properties whose feed contains records without a booking number. */
	unreadable: Set<string>;
}

export function nothingReported(): Reported {
	return { errorAt: new Map(), warningAt: new Map(), lostTokens: new Set(), unreadable: new Set() };
}

/** The next failure is reported at once. */
export function recovered({ errorAt, warningAt }: Reported, id: string): void {
	errorAt.delete(id);
	warningAt.delete(id);
}

/** What is watched. */
interface Watch {
	/** How many properties. */
	properties: number;
	/** This poll switches the trigger on for all properties there are: a single one does not stop that. */
	isStartOfAll: boolean;
}

/**
 * @param parameters of the node
 * @throws the failure of the poll when there is nothing to emit; n8n then discards the state of the poll, and a first
 * poll does not switch the trigger on
 */
export function reportFailures(
	context: IPollFunctions,
	{ items, failures, read, sound }: PollOutcome,
	reported: Reported,
	{ properties, isStartOfAll }: Watch,
	parameters: readonly INodeProperties[],
): void {
	for (const id of read) reported.lostTokens.delete(id);
	for (const id of sound) recovered(reported, id);
	const now = Date.now();
	const othersContinue = read.length > 0 || failures.size < properties;
	const mustWait = othersContinue && (isStartOfAll || !isDue(reported.lastErrorAt, now, ERROR_EVERY_MS));
	if (items.length > 0 || mustWait) return warnOfFailures(context, failures, reported, parameters);
	const failed = [...failures.keys()].sort();
	const due = othersContinue ? failed.filter((id) => isDue(reported.errorAt.get(id), now)) : failed;
	if (due.length === 0) return;
	for (const id of due) reported.errorAt.set(id, now);
	reported.lastErrorAt = now;
	throw pollError(context, failures, due, othersContinue, parameters);
}

function warnOfFailures(
	context: IPollFunctions,
	failures: ReadonlyMap<string, unknown>,
	reported: Reported,
	parameters: readonly INodeProperties[],
): void {
	for (const [id, failure] of failures)
		warnHourly(context, reported, id, failureText(context, id, failure, parameters));
}

/** @param about a property id, or what stands in its place */
export function warnHourly(
	context: IPollFunctions,
	{ warningAt }: Reported,
	about: string,
	text: string,
): void {
	const now = Date.now();
	if (!isDue(warningAt.get(about), now)) return;
	warningAt.set(about, now);
	context.logger.warn(shownText(text));
}

/** Also if the clock was set back. */
function isDue(reportedAt: number | undefined, now: number, everyMs = REPORT_EVERY_MS): boolean {
	return reportedAt === undefined || now < reportedAt || now - reportedAt >= everyMs;
}

type PollError = Error & { failure?: Failure; context?: IDataObject };

/** One error for all failures. With `othersContinue`, n8n does not wait as long as one property asks for. */
function pollError(
	context: IPollFunctions,
	failures: ReadonlyMap<string, unknown>,
	ids: readonly string[],
	othersContinue: boolean,
	parameters: readonly INodeProperties[],
): Error {
	const [first = PROPERTY_LIST, ...others] = ids;
	const error: PollError = toNodeError(context.getNode(), failures.get(first), parameters);
	error.message = naming(first, error);
	if (first !== PROPERTY_LIST) error.context = { ...error.context, propertyId: first };
	if (others.length > 0) error.message += ` (also failing: ${others.slice(0, 10).join(', ')})`;
	error.message = shownText(error.message);
	if (othersContinue && error.failure?.cause !== 'rate-limited')
		error.failure = { cause: 'temporarily-unavailable' };
	return error;
}

/** `undefined`: n8n goes by the status, and counts 401 and 403 with these. */
const UNTIL_REPAIRED: readonly (string | undefined)[] = [
	undefined,
	'credential-invalid',
	'configuration-invalid',
	'node-defect',
];

/**
 * After these causes n8n rests half an hour at once, also if they are removed a minute later; after others its pauses
 * grow to that.
 */
export function triedAgainSoon(error: PollError): Error {
	if (UNTIL_REPAIRED.includes(error.failure?.cause)) error.failure = { cause: 'temporarily-unavailable' };
	return error;
}

/** What failed, with the property. */
export function failureText(
	context: IPollFunctions,
	id: string,
	failure: unknown,
	parameters: readonly INodeProperties[],
): string {
	return naming(id, toNodeError(context.getNode(), failure, parameters));
}

function naming(id: string, { message }: Error): string {
	return message.includes(id) ? message : `Property ${id}: ${message}`;
}
