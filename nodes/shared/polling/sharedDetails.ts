import { inTime } from '../api/response/sharedReading';
import { MINUTE_MS } from '../rateLimit/windows';
import type { Api, SendOptions } from '../transport/types';
import { TtlCache } from '../util/ttlCache';
import { findDetails, type FoundDetails } from './reservationSearch';

/** As JSON, so that each reader has a copy of its own. */
interface Kept {
	text: string;
	/** As of the details. */
	seenAt: number;
}

/** The other triggers read it in the same minute or, with a backlog, some minutes later. */
const KEPT_MS = 10 * MINUTE_MS;
/** Characters: some hundred reservations. */
const MAX_KEPT = 1_048_576;
const NOTHING = JSON.stringify(null);

const details = new TtlCache<Kept>(
	({ text }) => (text === NOTHING ? 0 : KEPT_MS),
	MAX_KEPT,
	undefined,
	({ text }) => text.length,
);

/**
 * Whether these details show at least what the trigger's search listed.
 * @param since epoch seconds; undefined: it is not known when it was listed
 * @param before when the trigger last read them itself: once more would be the same
 */
export function isUsable(
	{ text, seenAt }: Kept,
	since: number | undefined,
	before: number | undefined,
): boolean {
	return text !== NOTHING && since !== undefined && seenAt >= since && !(seenAt <= (before ?? -Infinity));
}

/**
 * The details of the reservations of one property, which all triggers of a client read together.
 * @param client as `Api.client` tells it
 */
export function sharedDetails(api: Api, client: string, propertyId: string, languageCode?: string) {
	const keyOf = (number: string) => JSON.stringify([client, propertyId, number, languageCode]);
	return {
		/** What another trigger has read, or is reading; nobody waits longer than for a request of his own. */
		ofOthers(
			number: string,
			since: number | undefined,
			before: number | undefined,
			options: SendOptions,
		): Promise<FoundDetails | undefined> | undefined {
			const found = (read?: Kept) => (read && isUsable(read, since, before) ? unpack(read) : undefined);
			const known = found(details.known(keyOf(number))?.value);
			if (known) return Promise.resolve(known);
			const reading = details.underWayFor(keyOf(number));
			return reading && inTime(reading, api.maxDurationMs(options)).then(found, () => undefined);
		},
		async read(number: string, options: SendOptions): Promise<FoundDetails> {
			const read = async () => pack(await findDetails(api, propertyId, number, languageCode, options));
			return unpack(await details.renew(keyOf(number), read));
		},
	};
}

/** Nothing of guests is kept longer than it is used. */
export function dropOldDetails(): void {
	details.dropExpired();
}

function pack({ reservation, seenAt }: FoundDetails): Kept {
	return { text: JSON.stringify(reservation), seenAt };
}

function unpack({ text, seenAt }: Kept): FoundDetails {
	return { reservation: JSON.parse(text) as FoundDetails['reservation'], seenAt };
}
