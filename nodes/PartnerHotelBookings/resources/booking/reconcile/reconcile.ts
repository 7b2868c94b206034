import type { DatasetRecord } from '../../../../shared/operation/defineOperation';
import { absenceOf } from '../../../../shared/api/property/propertyCache';
import type { Api } from '../../../../shared/transport/types';
import { inSlices } from '../../../../shared/util/inSlices';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../../shared/util/mapConcurrently';
import {
	compareBookings,
	comparedBooking,
	unlistedBooking,
	type ComparedBooking,
	type Comparison,
	type Rules,
} from './comparison';
import { confirm, spellingsOf, type Confirmation } from './confirmation';
import { readFeedBookings, type FeedBookings } from './feedBookings';
import type { HeldBookings, OwnBooking } from './ownBookings';
import {
	bestCounts,
	countsOf,
	implausibility,
	requirePlausible,
	requireReadable,
	type Counts,
	type Guard,
} from './plausibility';
import { bookingRecord, countsRecord, summaryRecord } from './resultItems';
import { requireTimeZone } from './timeShift';

interface Plan {
	/** UTC, as the API writes it. */
	since: string;
	/** Where the feeds are read from, in the same form. */
	readFrom: string;
	/** Of the items, for texts. */
	timeZone: string;
	output: 'all' | 'counts' | 'differences' | 'summary';
	rules: Rules;
	guard: Guard;
	/** For all properties together. */
	maxConfirmations: number;
	/** A property that cannot be read ends the run. */
	failsWithProperty: boolean;
	warn(text: string): void;
	log(text: string): void;
}

/** A property whose feed was read and compared. */
interface Compared extends Comparison {
	propertyId: string;
	/** It cannot be plausible any more, so nothing is asked for. */
	isHopeless: boolean;
}

interface Unread {
	propertyId: string;
	failure: unknown;
}

/** Compares what is held of each property with its feed. Nothing is returned before all feeds are read to their end. */
export async function reconcile(
	api: Api,
	ids: readonly string[],
	held: ReadonlyMap<string, HeldBookings>,
	plan: Plan,
): Promise<DatasetRecord[]> {
	const heldOf = (id: string) => held.get(id) ?? (new Map() as HeldBookings);
	const read = await mapConcurrently(ids, REQUESTS_AT_ONCE, async (id) => await readOrFailure(api, id, plan));
	const unread = read.filter((one) => 'failure' in one);
	const isNone = unread.length === ids.length;
	if (isNone || (plan.failsWithProperty && unread.length > 0)) {
		return unread.map((one) => ({ ...unreadRecord(one, heldOf(one.propertyId)), endsRun: true }));
	}
	if (unread.length > 0) plan.warn(unreadText(unread));
	const compared: Compared[] = [];
	for (const one of read) {
		if (!('failure' in one)) compared.push(await compare(one, heldOf(one.propertyId), plan));
	}
	if (compared.length > 1) {
		requireTimeZone(
			compared.flatMap(({ shifts }) => shifts),
			plan.timeZone,
			'',
		);
	}
	const responses = await confirmations(api, compared, plan);
	const records = new Map(unread.map((one) => [one.propertyId, [unreadRecord(one, heldOf(one.propertyId))]]));
	for (const one of compared) {
		const bookings = [
			...one.bookings,
			...one.unlisted.map((own) => confirmed(own, responses.get(own) ?? 'open', plan.rules)),
		];
		records.set(one.propertyId, await recordsOf(one, bookings, heldOf(one.propertyId), plan));
	}
	return ids.flatMap((id) => records.get(id) ?? []);
}

type Read = FeedBookings & { propertyId: string };

/** Anything but the API's failure to respond, such as a cancelled execution, ends the run. */
async function readOrFailure(api: Api, propertyId: string, plan: Plan): Promise<Read | Unread> {
	const feed = readFeedBookings(api, propertyId, plan.readFrom, plan.warn);
	return await feed.then(
		(read) => ({ ...read, propertyId }),
		(failure) => {
			if (absenceOf(failure) === undefined) throw failure;
			return { propertyId, failure: named(failure as Error, propertyId) };
		},
	);
}

/** The error itself: a copy would lose its HTTP status. */
function named(failure: Error, propertyId: string): Error {
	failure.message = `Property ${propertyId}: ${failure.message}`;
	return failure;
}

function unreadRecord({ propertyId, failure }: Unread, held: HeldBookings): DatasetRecord {
	return { json: { propertyId }, failure, items: itemsOf(held) };
}

function unreadText(unread: readonly Unread[]): string {
	const ids = unread.map(({ propertyId }) => propertyId);
	return `Properties that could not be read were not compared (${ids.length}): ${ids.join(', ')}`;
}

async function compare(
	{ propertyId, listed, unreadable }: Read,
	held: HeldBookings,
	{ rules, timeZone, guard, maxConfirmations, output }: Plan,
): Promise<Compared> {
	const comparison = await compareBookings(listed, held, rules);
	requireTimeZone(comparison.shifts, timeZone, ` at the property ${propertyId}`);
	const { bookings, unlisted, notCompared } = comparison;
	requireReadable(propertyId, unlisted.length, unreadable);
	const best = bestCounts(countsOf(bookings, notCompared), unlisted.length, maxConfirmations);
	if (output !== 'summary') requirePlausible(propertyId, best, guard);
	return { ...comparison, propertyId, isHopeless: implausibility(best, guard) !== undefined };
}

async function confirmations(
	api: Api,
	compared: readonly Compared[],
	{ maxConfirmations, warn }: Plan,
): Promise<Map<OwnBooking, Confirmation>> {
	const unlisted = compared
		.filter(({ isHopeless }) => !isHopeless)
		.flatMap((one) =>
			one.unlisted.map((own) => ({
				propertyId: one.propertyId,
				own,
				spellings: spellingsOf(own.number, one.spellsAlike),
			})),
		);
	const { confirmations: responses, failure } = await confirm(api, unlisted, maxConfirmations);
	if (failure !== undefined) {
		const open = responses.filter((response) => response === 'open').length;
		warn(`Whether the hotel knows all bookings that its feed does not list is open (${open}): ${failure}`);
	}
	return new Map(unlisted.map(({ own }, index) => [own, responses[index] ?? 'open']));
}

function confirmed(own: OwnBooking, response: Confirmation, rules: Rules): ComparedBooking {
	if (response === 'open') return unlistedBooking('unconfirmed', own);
	if (response === 'unknown') return unlistedBooking('unknown', own);
	return comparedBooking(response, own.states, rules);
}

async function recordsOf(
	{ propertyId, notCompared }: Compared,
	bookings: readonly ComparedBooking[],
	held: HeldBookings,
	{ since, output, guard, log }: Plan,
): Promise<DatasetRecord[]> {
	const counts = countsOf(bookings, notCompared);
	log(`Bookings of property ${propertyId} since ${since}: ${inWords(counts)}`);
	if (output === 'summary') {
		const problem = implausibility(counts, guard);
		const json = summaryRecord(propertyId, since, bookings, counts, problem);
		return [{ json, items: itemsOf(held) }];
	}
	requirePlausible(propertyId, counts, guard);
	if (output === 'counts') {
		return [{ json: countsRecord(propertyId, since, counts), items: itemsOf(held) }];
	}
	const records: DatasetRecord[] = [];
	await inSlices(bookings, (booking) => {
		if (booking.result === 'equal' && output !== 'all') return;
		records.push({
			json: bookingRecord(propertyId, booking),
			items: booking.states.map(({ item }) => item),
		});
	});
	return records;
}

function itemsOf(held: HeldBookings): number[] {
	return [...held.values()].flatMap(({ states }) => states.map(({ item }) => item));
}

function inWords({ missing, cancelledAbsent, changed, cancelled, unknown, ...others }: Counts): string {
	const { unconfirmed, equal, notCompared } = others;
	return `${missing} missing, ${cancelledAbsent} cancelled and absent, ${changed} changed, ${cancelled} cancelled, ${unknown} unknown, ${unconfirmed} unconfirmed, ${equal} equal, ${notCompared} not compared`;
}
