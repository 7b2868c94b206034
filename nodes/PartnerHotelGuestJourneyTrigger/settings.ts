import type { IPollFunctions } from 'n8n-workflow';

import { validZone } from '../shared/dates/hotelClock';
import { DAY_SECONDS } from '../shared/dates/wallClock';
import {
	caseRules,
	dueAfterBookingSeconds,
	filterIn,
	momentsIn,
	type CaseRules,
} from '../shared/journey/journeySettings';
import type { ReaderSettings } from '../shared/journey/journeyReader';
import { AFTER_EVENTS, type Moment } from '../shared/journey/moment';
import type { Values } from '../shared/operation/defineOperation';
import { leavesOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { readValues, type ReadParameter } from '../shared/operation/readValues';
import { savedParameter } from '../shared/operation/writing';
import { chosenProperties } from '../shared/parameters/propertySelection';
import { MAX_HANDED_OVER } from '../shared/polling/pollParameters';
import { parameters } from './parameters';

export interface Settings extends ReaderSettings {
	propertySelection: 'all' | 'one' | 'several';
	/** The chosen properties, each once; empty with all properties. */
	propertyIds: string[];
	rules: CaseRules;
	/** IANA name, for all properties. */
	timeZone?: string;
	readEverySeconds: number;
	/** With bookings: the feed is read from this long before the start. */
	bookedWithinSeconds: number;
	/** With reservations: a moment can be due this long after the booking was made; 0: there is no such moment. */
	dueAfterBookingSeconds: number;
	/** Days before the first and after the last look at a stay. */
	aheadDays: number;
	backDays: number;
	maxMessages: number;
	withoutPersonalData: boolean;
	handsOverAgain: boolean;
	keepsWatching: boolean;
}

const DEFAULT_MAX_MESSAGES = 500;
const DEFAULT_BOOKED_WITHIN_DAYS = 60;
const USUALLY_EVERY_MINUTES = 180;
const SOON_EVERY_MINUTES = 5;

/** @throws ParameterError for a value that cannot be used */
export function readSettings(context: IPollFunctions): Settings {
	const read: ReadParameter = (name, fallback, options) => context.getNodeParameter(name, fallback, options);
	const values = readValues(parameters, read, context.getTimezone()) as Values<typeof parameters>;
	const { propertySelection, propertyId, propertyIds, source, unitKind, filters, options } = values;
	const moments = momentsIn(values.moments.moment, source);
	const rules = caseRules(options);
	const { timeZone, languageCode, roomsRequestMethod, roomsRequestPath } = options;
	const handsOverAgain = options.afterCrash === 'handOverAgain';
	const usually = moments.some(isSoon) ? SOON_EVERY_MINUTES : USUALLY_EVERY_MINUTES;
	return {
		propertySelection,
		propertyIds: chosenProperties(propertySelection, propertyId, propertyIds),
		source,
		unitKind,
		moments,
		filter: filterIn(filters),
		rules,
		...(timeZone !== undefined && { timeZone: validZone(timeZone) }),
		...(languageCode !== undefined && { languageCode }),
		roomsRequestMethod,
		roomsRequestPath,
		readEverySeconds: (options.readEvery ?? usually) * 60,
		bookedWithinSeconds: (options.bookedWithin ?? DEFAULT_BOOKED_WITHIN_DAYS) * DAY_SECONDS,
		dueAfterBookingSeconds: dueAfterBookingSeconds(moments, rules),
		aheadDays: 2 + farthest(moments, (anchor) => BEFORE.includes(anchor)),
		backDays: 2 + farthest(moments, (anchor) => !BEFORE.includes(anchor)) + rules.lateSeconds / DAY_SECONDS,
		maxMessages: Math.min(
			options.maxMessages ?? DEFAULT_MAX_MESSAGES,
			handsOverAgain ? MAX_HANDED_OVER : Infinity,
		),
		withoutPersonalData: leavesOutPersonalData(options, (path) => savedParameter(context, path)),
		handsOverAgain,
		keepsWatching: false,
	};
}

const BEFORE: ReadonlyArray<Moment['anchor']> = ['amountDue', 'beforeArrival', 'beforeDeparture'];

/** Nobody knows in advance that it will be due. */
function isSoon({ anchor, unit, count }: Moment): boolean {
	return AFTER_EVENTS.includes(anchor) && (unit === 'hours' ? count < 24 : count === 0);
}

/** In days. */
function farthest(moments: readonly Moment[], isMeant: (anchor: Moment['anchor']) => boolean): number {
	const days = moments
		.filter(({ anchor }) => isMeant(anchor))
		.map(({ unit, count }) => (unit === 'days' ? count : Math.ceil(count / 24)));
	return Math.max(0, ...days);
}
