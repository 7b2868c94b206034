import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../../../shared/api/bookings/columns';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { dateText } from '../../../shared/dates/dateText';
import { utcSeconds } from '../../../shared/dates/instants';
import { wallText } from '../../../shared/dates/wallClock';
import type { BookedStay } from '../../../shared/rules/bookedStays';
import { bookingSteps } from '../../../shared/rules/bookingSteps';
import type { Readings } from '../../../shared/rules/cancellableStay';
import type { CancellationRule } from '../../../shared/rules/cancellationRule';
import {
	cancellationState,
	stepAt,
	untilArrival,
	type CancellationState,
} from '../../../shared/rules/freeCancellation';
import type { PenaltyStep, PenaltySteps } from '../../../shared/rules/penaltySteps';
import { ruleInWords } from '../../../shared/rules/ruleWords';

/** What the penalties of a booking or stay were calculated with. */
export interface Calculation {
	/** In seconds since 1970 UTC. */
	moment: number;
	timeZone: string;
	currency: string;
	readings: Readings;
}

interface CalculatedStay extends PenaltySteps {
	arrivalDate: string | null;
	departureDate: string | null;
	rules: CancellationRule[];
}

/**
 * The penalties of one room stay, in the columns of docs/guide.md; every time is local and, with `Utc` in its name, UTC.
 * @param about what is known of its booking
 */
export function penaltyItem(
	stay: CalculatedStay,
	calculation: Calculation,
	about: IDataObject = {},
): IDataObject {
	const { steps, arrivalAt, arrivalDate, departureDate, rules } = stay;
	const { moment, currency, readings } = calculation;
	const { freeUntil, freeUntilUtc, ...state } = stateFields(
		cancellationState(steps, moment, arrivalAt),
		calculation,
	);
	return inColumns({
		...about,
		arrival: arrivalDate,
		departure: departureDate,
		nights: nightsBetween(arrivalDate, departureDate),
		...state,
		currency,
		freeUntilText: dateText(freeUntil),
		freeUntil,
		freeUntilUtc,
		explanation: stepAt(steps, moment).explanation,
		cancellationRuleNames: rules.map(ruleInWords),
		...times('at', moment, calculation),
		...times('referencePoint', arrivalAt, calculation),
		referencePointKinds: [...new Set(rules.map(({ referencePointKind }) => referencePointKind))],
		schedule: untilArrival(steps, arrivalAt).map((step) => scheduleStep(step, calculation)),
		readings: { ...readings },
		cancellationRuleIds: rules.map(({ id }) => id),
	});
}

/** The sums of a booking, for each of its items. */
export function bookingSum(stays: readonly BookedStay[], calculation: Calculation): IDataObject {
	const { steps, arrivalAt } = bookingSteps(stays, calculation.currency);
	return {
		roomStayCount: stays.length,
		...stateFields(cancellationState(steps, calculation.moment, arrivalAt), calculation),
	};
}

function stateFields(
	{ isFreeNow, penaltyNow, freeCancellation, freeUntil }: CancellationState,
	calculation: Calculation,
): IDataObject {
	return { isFreeNow, penaltyNow, freeCancellation, ...times('freeUntil', freeUntil, calculation) };
}

function scheduleStep(
	{ from, to, amount, method, ruleId, term, explanation }: PenaltyStep,
	calculation: Calculation,
): IDataObject {
	return {
		...times('from', from, calculation),
		...times('to', to, calculation),
		amount,
		currency: calculation.currency,
		method,
		ruleId,
		term,
		explanation,
	};
}

/** Null for what has no end, or is not known. */
function times(name: string, instant: number | null, { timeZone }: Calculation): IDataObject {
	const isKnown = instant !== null && Number.isFinite(instant);
	return {
		[name]: isKnown ? wallText(instant, timeZone) : null,
		[`${name}Utc`]: isKnown ? utcSeconds(DateTime.fromSeconds(instant)) : null,
	};
}
