import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { pmsList, readList } from '../shared/api/response/lists';
import { absenceOf } from '../shared/api/property/propertyCache';
import { factsIfAvailable } from '../shared/api/property/propertyFacts';
import { recordsAt } from '../shared/api/response/records';
import { isZone } from '../shared/dates/hotelClock';
import type { DateRange } from '../shared/dates/namedPeriods';
import { ListCache } from '../shared/parameters/listCache';
import { GUEST, pmsRequest, RESERVATION } from '../shared/pms/pmsRequests';
import { personName } from '../shared/pms/stayFields';
import { isBeyondShare, isNotFound, isScarce } from '../shared/transport/errors';
import type { Api } from '../shared/transport/types';
import { recordIn, textIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { guestsRequest } from './listSearch';

const MAX_SUMMARIES = 500;

/** What a search tells of a reservation; some services tell only its number. */
export interface Summary {
	number: string;
	/** `YYYY-MM-DD` */
	madeOn?: string;
}

/** What its details tell besides; days are `YYYY-MM-DD`. */
export interface ReservationDetails {
	number: string;
	guest: string | null;
	/** Of its room stays, the first one first. */
	arrivals: string[];
	departure?: string;
	stayIds: string[];
}

const searches = new ListCache<Summary[]>();
const records = new ListCache<ReservationDetails>(undefined, 2_000);

/** The reservations of a property as far as a list may ask for them: what was read lately takes no request. */
export class ReservationSource {
	/** Whether nothing was left out because of the limits or a failure. */
	isComplete = true;
	private mayAsk = true;

	constructor(
		private readonly api: Api,
		private readonly propertyId: string,
	) {}

	/** Today at the hotel. */
	async today(): Promise<string> {
		const zone = (await factsIfAvailable(this.api, this.propertyId))?.timeZone;
		return DateTime.now()
			.setZone(zone !== undefined && isZone(zone) ? zone : 'utc')
			.toFormat('yyyy-MM-dd');
	}

	/** Active reservations with a stay that is at least partly within these days. */
	async active({ first, last }: DateRange, roomId?: string): Promise<Summary[]> {
		return await searches.recall(this.api, [this.propertyId, first, last, roomId], async () => {
			const query = {
				state: 'Active',
				roomId,
				startAffectPeriodDateTime: `${first}T00:00`,
				endAffectPeriodDateTime: `${last}T23:59`,
			};
			const { propertyId } = this;
			const request = pmsRequest('GET', '/reservations/search', { propertyId }, { query });
			const found = await readList(this.api, request, pmsList('reservations'), MAX_SUMMARIES);
			return found.flatMap(summaryOf);
		});
	}

	/** Guest profiles that have the longest of the words in their name. */
	async guests(words: string): Promise<IDataObject[]> {
		return await readList(this.api, guestsRequest(this.propertyId, words), pmsList('guests'), 100);
	}

	async staysOf(pmsPersonId: string): Promise<IDataObject[]> {
		const ids = { propertyId: this.propertyId, pmsPersonId };
		const request = pmsRequest('GET', `${GUEST}/find-occupied-room-stays`, ids);
		return await readList(this.api, request, pmsList('roomStays'), 100);
	}

	/** By number, those whose details are known or may be asked for; the first ones first. */
	async details(numbers: readonly string[]): Promise<Map<string, ReservationDetails>> {
		const read = await mapConcurrently(numbers, REQUESTS_AT_ONCE, async (number) => {
			return [number, await this.detailsOf(number)] as const;
		});
		return new Map(read.filter((entry): entry is [string, ReservationDetails] => entry[1] !== undefined));
	}

	/** `undefined` if it does not exist, cannot be read, or may not be asked for. */
	async detailsOf(number: string): Promise<ReservationDetails | undefined> {
		const known = await this.knownDetailsOf(number);
		if (known || !this.mayAsk) return known;
		const { api, propertyId } = this;
		const read = async () => {
			const request = pmsRequest('GET', RESERVATION, { propertyId, number });
			const { body } = await api.send(request, { maxAttempts: 1 });
			return detailsIn(recordIn(body, 'reservation'), number);
		};
		return await records.recall(api, [propertyId, number], read).catch((error) => this.withoutDetails(error));
	}

	/** Without a request. */
	async knownDetailsOf(number: string): Promise<ReservationDetails | undefined> {
		return await records.known(this.api, [this.propertyId, number]);
	}

	/** Goes on with what is known. @throws any error but that the list may not ask for more */
	withoutMore(error: unknown): undefined {
		if (!isBeyondShare(error)) throw error;
		this.mayAsk = false;
		if (isScarce(error)) this.isComplete = false;
	}

	/** @throws what is no failure of a request */
	private withoutDetails(error: unknown): undefined {
		if (isNotFound(error, 'number')) return undefined;
		if (absenceOf(error) === undefined) return this.withoutMore(error);
		this.isComplete = false;
	}
}

function summaryOf(record: IDataObject): Summary[] {
	const number = textIn(record, 'number');
	const madeOn = /^\d{4}-\d{2}-\d{2}/.exec(textIn(record, 'createdDateTime') ?? '')?.[0];
	return number === undefined ? [] : [{ number, ...(madeOn !== undefined && { madeOn }) }];
}

function detailsIn(reservation: IDataObject, number: string): ReservationDetails {
	const stays = recordsAt(reservation, 'roomStays');
	const days = (key: string) => stays.flatMap((stay) => textIn(stay, key)?.slice(0, 10) ?? []).sort();
	return {
		number,
		guest: personName(reservation.customer),
		arrivals: days('checkInDateTime'),
		departure: days('checkOutDateTime').at(-1),
		stayIds: stays.flatMap((stay) => textIn(stay, 'pmsRoomStayId') ?? []),
	};
}
