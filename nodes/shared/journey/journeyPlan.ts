import type { IDataObject } from 'n8n-workflow';

import { validZone } from '../dates/hotelClock';
import { DAY_SECONDS } from '../dates/wallClock';
import { defineParameter, type Values } from '../operation/defineOperation';
import { secondsOf } from '../polling/feedTime';
import { zoneOf } from '../polling/propertyZone';
import type { Api } from '../transport/types';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { ParameterError } from '../util/parameterError';
import { decisionsOn, localText, type Decision } from './journeyItems';
import type { caseOptions, journeyFilters, moments, unitKind } from './journeyParameters';
import { JourneyReader, type JourneyDetails, type ReaderSettings } from './journeyReader';
import { caseRules, dueAfterBookingSeconds, filterIn, momentsIn } from './journeySettings';
import { inWords } from './moment';
import { nearStays, readServiceTime, type ListedStay } from './nearStays';
import type { State } from './verdict';

export const days = defineParameter({
	displayName: 'Next Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 60, numberPrecision: 0 },
	default: 3,
	description: 'How many days ahead. Each stay that is looked at takes one or two requests.',
});

export const planTimeZone = defineParameter({
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/London',
	description:
		'Time zone of the hotel, used to calculate when moments are due. If empty, it is read from the property, which requires access to Content.',
});

export type PlanValues = Values<[typeof moments, typeof journeyFilters, typeof unitKind]> & {
	options: Partial<Values<typeof caseOptions>> & { timeZone?: string };
};

/** What the trigger would do with the same settings, without what it has sent. */
export class JourneyPlan {
	private readonly moments;
	private readonly filter;
	private readonly rules;
	private readonly reader: JourneyReader;

	constructor(
		private readonly api: Api,
		private readonly propertyId: string,
		private readonly values: PlanValues,
		private readonly from: Omit<ReaderSettings, 'filter' | 'moments' | 'unitKind'>,
	) {
		this.moments = momentsIn(values.moments.moment, from.source);
		this.filter = filterIn(values.filters);
		this.rules = caseRules(values.options);
		const { moments, filter } = this;
		this.reader = new JourneyReader(api, { ...from, unitKind: values.unitKind, moments, filter });
	}

	/**
	 * Who is due in the next days, in order, and who would be and is not.
	 * @param bookedWithinDays bookings are listed by their last change
	 */
	async schedule(daysAhead: number, bookedWithinDays: number): Promise<IDataObject[]> {
		const zone = await this.zone();
		const offsets = this.moments.map(({ unit, count }) => (unit === 'days' ? count : count / 24));
		const farthest = Math.ceil(Math.max(...offsets)) + 1;
		const range = {
			backDays: farthest,
			aheadDays: daysAhead + farthest,
			bookedWithinDays,
			changedWithinSeconds: dueAfterBookingSeconds(this.moments, this.rules),
		};
		const { stays, now } = await nearStays(this.api, this.propertyId, this.from.source, zone, range);
		const until = now + daysAhead * DAY_SECONDS;
		const found = await mapConcurrently(
			stays,
			REQUESTS_AT_ONCE,
			async (stay) => await this.decisions(stay, zone, now),
		);
		return found
			.flat()
			.filter(({ verdict: { dueAt } }) => dueAt !== null && dueAt >= now && dueAt <= until)
			.sort((one, other) => (one.verdict.dueAt ?? 0) - (other.verdict.dueAt ?? 0))
			.map((decision) => planItem(decision, zone));
	}

	/** @throws ParameterError if there is no such reservation or booking */
	async explain(number: string): Promise<IDataObject[]> {
		const zone = await this.zone();
		const decisions = await this.decisions({ number, bookedAt: null }, zone);
		return decisions.map((decision) => planItem(decision, zone));
	}

	private async zone(): Promise<string> {
		const { timeZone } = this.values.options;
		const chosen = timeZone === undefined ? undefined : validZone(timeZone);
		return await zoneOf(this.api, this.propertyId, {}, chosen);
	}

	/** @param now in seconds since 1970 UTC; absent: for one that must exist, as of its details */
	private async decisions(stay: ListedStay, zone: string, now?: number): Promise<Decision[]> {
		const { number } = stay;
		const rules = { ...this.rules, zone, startedAt: -Infinity };
		// Who asks about one stay is told of moments that are long past, too.
		const asked = now === undefined ? { ...rules, lateSeconds: Infinity } : rules;
		const details = await this.reader.details(this.propertyId, stay, asked);
		if (details.record === null && now === undefined) throw notFound(number);
		const at = now ?? (await this.seenAt(details));
		const { units } = await this.reader.completeUnits(this.propertyId, number, details, at);
		return decisionsOn(units, this.moments, this.filter, rules, () => undefined, at);
	}

	private async seenAt({ seenAt }: JourneyDetails): Promise<number> {
		if (!Number.isNaN(seenAt)) return seenAt;
		return secondsOf(await readServiceTime(this.api, this.propertyId, this.from.source));
	}
}

const STATES: Readonly<Record<State, string>> = {
	missed: 'past',
	never: 'notSent',
	now: 'due',
	sent: 'past',
	waits: 'waiting',
};

/** A moment of a stay, with what people look for. */
function planItem({ unit: { record }, moment, verdict }: Decision, zone: string): IDataObject {
	const { number, status, guestName, arrival, departure, nights, rooms, roomTypeName, roomTypeNames } =
		record;
	const { pmsRoomStayId, propertyName, propertyId } = record;
	const shown = { number, status, guestName, arrival, departure, nights, rooms, roomTypeName, roomTypeNames };
	return {
		moment: moment.name,
		momentText: inWords(moment),
		dueAt: localText(verdict.dueAt, zone),
		state: STATES[verdict.state],
		reason: verdict.reason === '' ? null : verdict.reason,
		...defined({ ...shown, propertyName, propertyId, pmsRoomStayId }),
	};
}

function notFound(number: string): ParameterError {
	const advice = 'Check that {number} and {propertyId} belong together.';
	return new ParameterError('number', number, 'was not found at the property', advice);
}

function defined(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
