import type { IDataObject } from 'n8n-workflow';

import { decisionsOn, localText, type Decision } from '../../../shared/journey/journeyItems';
import { caseOptions } from '../../../shared/journey/journeyParameters';
import { JourneyReader } from '../../../shared/journey/journeyReader';
import { caseRules, filterIn, momentsIn } from '../../../shared/journey/journeySettings';
import type { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { inWords } from '../../../shared/journey/moment';
import type { State } from '../../../shared/journey/verdict';
import { defineParameter, type Values } from '../../../shared/operation/defineOperation';
import { pmsLanguage } from '../../../shared/parameters/language';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { zoneOf } from '../../../shared/polling/propertyZone';
import type { Api } from '../../../shared/transport/types';
import { validZone } from '../../../shared/dates/hotelClock';
import { ParameterError } from '../../../shared/util/parameterError';
import { timeZone } from '../../parameters';

const [ifBookedLater, ifLate, ifMoved, notAfter, notBefore, outside] = caseOptions;

/** Those of the trigger that a plan depends on. */
export const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		ifBookedLater,
		ifLate,
		ifMoved,
		pmsLanguage,
		notAfter,
		notBefore,
		outside,
		...roomsOverrides,
		timeZone,
	],
});

type PlanValues = Values<[typeof moments, typeof journeyFilters, typeof unitKind, typeof options]>;

/** What the trigger would do with the same settings, without what it has sent. */
export class JourneyPlan {
	readonly settings;
	private readonly reader: JourneyReader;

	constructor(
		private readonly api: Api,
		private readonly propertyId: string,
		values: PlanValues,
	) {
		const { timeZone: zone, languageCode, roomsRequestMethod, roomsRequestPath } = values.options;
		this.settings = {
			source: 'reservations' as const,
			unitKind: values.unitKind,
			moments: momentsIn(values.moments.moment, 'reservations'),
			filter: filterIn(values.filters),
			rules: caseRules(values.options),
			zone,
			languageCode,
			roomsRequestMethod,
			roomsRequestPath,
		};
		this.reader = new JourneyReader(api, this.settings);
	}

	async zone(): Promise<string> {
		const { zone } = this.settings;
		return await zoneOf(this.api, this.propertyId, {}, zone === undefined ? undefined : validZone(zone));
	}

	/**
	 * @param now in seconds since 1970 UTC; absent: when the details were read
	 * @throws ParameterError where it is absent and there is no such reservation
	 */
	async decisions(
		number: string,
		bookedAt: number | null,
		zone: string,
		now?: number,
	): Promise<Array<{ decision: Decision; now: number }>> {
		const details = await this.reader.details(this.propertyId, number, bookedAt);
		if (details.record === null && now === undefined) throw notFound(number);
		const at = now ?? details.seenAt;
		const { moments, filter, rules } = this.settings;
		const { units } = await this.reader.completeUnits(this.propertyId, number, details, at);
		const all = { ...rules, zone, startedAt: -Infinity };
		return decisionsOn(units, moments, filter, all, () => undefined, at).map((decision) => ({
			decision,
			now: at,
		}));
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
export function planItem({ unit: { record }, moment, verdict }: Decision, zone: string): IDataObject {
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
