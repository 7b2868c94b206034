import type { IDataObject } from 'n8n-workflow';

import { findBooking } from '../api/bookings/bookingsFeed';
import { cancellationTermsIfAvailable } from '../api/property/cancellationRules';
import { noNames } from '../api/property/names';
import { namesForPolledItems } from '../api/property/propertyNames';
import { absenceOf } from '../api/property/propertyCache';
import { factsIfAvailable } from '../api/property/propertyFacts';
import { at } from '../api/response/records';
import { readReservationAdditions } from '../pms/additions';
import type { RoomsOverrides } from '../pms/rooms';
import { knownSeconds } from '../polling/feedTime';
import { findDetails } from '../polling/reservationSearch';
import { cancellationDeadlines } from '../rules/cancellationDeadlines';
import { isRequestFailure } from '../transport/errors';
import type { Api, SendOptions } from '../transport/types';
import type { JourneyFilter } from './journeyFilter';
import { earlierStays } from './earlierStays';
import { bookingUnits, reservationUnits, type JourneyUnit, type UnitKind } from './journeyUnits';
import type { Moment } from './moment';
import type { ListedStay } from './nearStays';
import type { JourneyRules } from './verdict';
import { momentsByBooking } from './whenBooked';

export interface ReaderSettings extends RoomsOverrides {
	source: 'bookings' | 'reservations';
	unitKind: UnitKind;
	moments: readonly Moment[];
	filter: JourneyFilter;
	languageCode?: string;
}

/** Other stays of a poll do not wait for a booking: it is tried again in a later one. */
const PATIENCE_MS = 2_000;

/** A reservation or booking, as it was read. */
export interface JourneyDetails {
	/** Null: the API no longer has it. */
	record: IDataObject | null;
	/** The time of the service, in seconds since 1970 UTC; NaN if unknown. */
	seenAt: number;
	/** The details of a reservation do not have it. */
	bookedAt: number | null;
	/** Names of moments that depend on it, where it could not be read. */
	undecided?: { moments: ReadonlySet<string>; error: Error };
	/** Of the guest, if a filter asks for them. */
	earlierStays?: number | null;
}

/** What items show besides the stay. */
export interface Hotel {
	id: string;
	address: string | null;
	/** What could not be read. */
	missing: string[];
}

/** Reads stays from the source that the user chose. */
export class JourneyReader {
	/** By ID: properties whose bookings may not be read. */
	private readonly withoutBookings = new Set<string>();

	/** @param mayReadMore asked before a request that only some stays need */
	constructor(
		private readonly api: Api,
		private readonly settings: ReaderSettings,
		private readonly mayReadMore = () => true,
	) {}

	async details(
		propertyId: string,
		{ number, bookedAt: listed }: ListedStay,
		rules: JourneyRules,
		options?: SendOptions,
	): Promise<JourneyDetails> {
		const { source, languageCode, filter } = this.settings;
		if (source === 'bookings') {
			const record = (await findBooking(this.api, propertyId, number, options)) ?? null;
			return { record, seenAt: NaN, bookedAt: listed };
		}
		const { reservation, seenAt } = await findDetails(this.api, propertyId, number, languageCode, options);
		if (reservation === null) return { record: null, seenAt, bookedAt: listed };
		const dependent = listed === null ? this.byBooking(number, reservation, rules, seenAt) : [];
		const bookedAt = dependent.length > 0 ? await this.bookedAt(propertyId, number, options) : listed;
		const found = {
			...{ record: reservation, seenAt },
			...(bookedAt instanceof Error
				? { bookedAt: null, undecided: { moments: new Set(dependent), error: bookedAt } }
				: { bookedAt }),
		};
		if (filter.returning === undefined) return found;
		return { ...found, earlierStays: await earlierStays(this.api, propertyId, reservation, options) };
	}

	/** Names of moments that depend on when it was booked. */
	private byBooking(number: string, reservation: IDataObject, rules: JourneyRules, now: number): string[] {
		const { unitKind, moments, filter } = this.settings;
		const changedAt = knownSeconds(at(reservation, 'modifyDateTime')) ?? now;
		const about = { propertyId: '', names: noNames, rooms: new Map<string, never>() };
		const units = reservationUnits(number, reservation, unitKind, about, null);
		return units.flatMap(({ stay }) =>
			momentsByBooking(stay, changedAt, moments, filter, rules, now).map(({ name }) => name),
		);
	}

	/**
	 * The booking of a reservation has its number, unless the hotel gave that one of its own.
	 * @returns null where it is not known; in a poll, which goes on without it, why it could not be read
	 */
	private async bookedAt(
		propertyId: string,
		number: string,
		options?: SendOptions,
	): Promise<number | null | Error> {
		if (this.withoutBookings.has(propertyId) || !this.mayReadMore()) return null;
		const maxWaitMs = Math.min(options?.maxWaitMs ?? Infinity, PATIENCE_MS);
		const within = options && { ...options, maxWaitMs, maxAttempts: 1 };
		return await findBooking(this.api, propertyId, number, within).then(
			(booking) => knownSeconds(at(booking ?? null, 'createdDateTime')),
			(error) => {
				if (absenceOf(error) === 'forbidden') {
					this.withoutBookings.add(propertyId);
					return null;
				}
				if (options && isRequestFailure(error)) return error as Error;
				throw error;
			},
		);
	}

	/** What the decisions need; names only where a filter asks for them. */
	async units(
		propertyId: string,
		number: string,
		details: JourneyDetails,
		now: number,
		options?: SendOptions,
	): Promise<JourneyUnit[]> {
		const { filter, moments } = this.settings;
		const needsNames = filter.roomTypes !== undefined || filter.ratePlans !== undefined;
		const needsRules = moments.some(({ anchor }) => anchor === 'beforeFreeCancellationEnds');
		return (await this.read(propertyId, number, details, now, { needsNames, needsRules }, options)).units;
	}

	/** The same with all that items show. What cannot be read is missing, and no message is lost for it. */
	async completeUnits(
		propertyId: string,
		number: string,
		details: JourneyDetails,
		now: number,
		options?: SendOptions,
	): Promise<{ units: JourneyUnit[]; hotel: Hotel }> {
		const needsRules = this.settings.source === 'bookings';
		const needs = { needsNames: true, needsRules };
		const { units, missing } = await this.read(propertyId, number, details, now, needs, options);
		const facts = await factsIfAvailable(this.api, propertyId, options).catch(() => undefined);
		return { units, hotel: { id: propertyId, address: facts?.address ?? null, missing } };
	}

	private async read(
		propertyId: string,
		number: string,
		{ record, bookedAt, earlierStays: earlier }: JourneyDetails,
		now: number,
		{ needsNames, needsRules }: { needsNames: boolean; needsRules: boolean },
		options?: SendOptions,
	): Promise<{ units: JourneyUnit[]; missing: string[] }> {
		if (record === null) return { units: [], missing: [] };
		const { source, unitKind } = this.settings;
		if (source === 'bookings') {
			const [names, deadlines] = await Promise.all([
				needsNames ? namesForPolledItems(this.api, propertyId, options).catch(() => noNames) : noNames,
				needsRules ? this.deadlines(propertyId, now, options) : undefined,
			]);
			return { units: bookingUnits(number, record, unitKind, { names, deadlines }), missing: [] };
		}
		const output = needsNames ? 'simplified' : 'raw';
		const asked = { ...this.settings, output } as const;
		const { names, rooms, missing } = await readReservationAdditions(
			this.api,
			propertyId,
			[record],
			asked,
			options,
		);
		const { languageCode } = this.settings;
		const about = { propertyId, names, rooms, languageCode };
		const units = reservationUnits(number, record, unitKind, about, bookedAt);
		if (earlier === undefined) return { units, missing };
		return { units: units.map((unit) => withEarlierStays(unit, earlier)), missing };
	}

	private async deadlines(propertyId: string, now: number, options?: SendOptions) {
		const terms = cancellationTermsIfAvailable(this.api, propertyId, options);
		return cancellationDeadlines(await terms.catch(() => 'unavailable' as const), now);
	}
}

function withEarlierStays(unit: JourneyUnit, earlier: number | null): JourneyUnit {
	return { ...unit, record: { ...unit.record, earlierStays: earlier } };
}
