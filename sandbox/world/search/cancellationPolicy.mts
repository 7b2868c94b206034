import { rounded } from '../bookings/detail/money.mts';
import type { CancellationRule, CancellationTerm, PropertyRecord } from '../content/types.mts';
import { toWireDate } from '../time.mts';
import { fromLocalMinute, toLocalMinute } from '../zone.mts';

/** When and at what price an offer can be cancelled. */
export interface CancellationPolicy {
	freeCancellationPossible: boolean;
	/** `YYYY-MM-DDThh:mm`, property time. */
	freeCancellationDeadlineLocal: string | null;
	/** `YYYY-MM-DDThh:mmZ`. */
	freeCancellationDeadlineUtc: string | null;
	/** null = always free. */
	penaltyAmount: number | null;
}

export interface PolicySetting {
	property: PropertyRecord;
	arrivalDay: number;
	/** One per night, before tax. */
	nightPrices: readonly number[];
	/** Epoch milliseconds on the sandbox's clock. */
	nowMs: number;
}

const HOUR_MS = 3_600_000;
const HOURS_PER_UNIT = { None: 1, Hour: 1, Day: 24 };

/** A penalty and the hours before the reference point between which it is due. */
interface Penalty {
	amount: number;
	leastHours: number;
	mostHours: number;
}

/** Applies a cancellation rule (specification, Cancellation rule) to an offer. */
export function cancellationPolicyOf(
	rule: CancellationRule | undefined,
	setting: PolicySetting,
): CancellationPolicy {
	const penalties = (rule?.cancellationTerms ?? [])
		.filter((term) => term.penaltyCalculationMethod !== 'NoPenalty')
		.filter((term) => concerns(term, toWireDate(setting.arrivalDay)))
		.map((term) => penaltyOf(term, setting))
		.sort((one, other) => other.mostHours - one.mostHours);
	const [earliest] = penalties;
	if (rule === undefined || earliest === undefined) return policy(true, null, null);
	const zone = setting.property.timeZone.id;
	const referenceMs = fromLocalMinute(referencePoint(rule, setting), zone);
	const deadlineMs = referenceMs - earliest.mostHours * HOUR_MS;
	if (deadlineMs > setting.nowMs) {
		return policy(true, { deadlineMs, zone }, earliest.amount);
	}
	const hoursLeft = (referenceMs - setting.nowMs) / HOUR_MS;
	const due = penalties.find(
		({ leastHours, mostHours }) => leastHours <= hoursLeft && hoursLeft <= mostHours,
	);
	return policy(false, null, (due ?? earliest).amount);
}

function policy(
	freeCancellationPossible: boolean,
	deadline: { deadlineMs: number; zone: string } | null,
	penaltyAmount: number | null,
): CancellationPolicy {
	return {
		freeCancellationPossible,
		freeCancellationDeadlineLocal:
			deadline === null ? null : toLocalMinute(deadline.deadlineMs, deadline.zone),
		freeCancellationDeadlineUtc:
			deadline === null ? null : `${new Date(deadline.deadlineMs).toISOString().slice(0, 16)}Z`,
		penaltyAmount,
	};
}

/** The property-local time from which the terms count back. */
function referencePoint(rule: CancellationRule, { property, arrivalDay, nowMs }: PolicySetting): string {
	const { checkInTime, checkOutTime } = property.policy;
	const times: Record<CancellationRule['referencePointKind'], string> = {
		ProviderArrivalTime: checkInTime,
		ProviderDepartureTime: checkOutTime,
		GuestArrivalTime: checkInTime,
		CustomArrivalTime: rule.referencePointTime ?? checkInTime,
		BookingCreationTime: toLocalMinute(nowMs, property.timeZone.id).slice(11),
	};
	return `${toWireDate(arrivalDay)}T${times[rule.referencePointKind]}`;
}

function concerns({ arrivalDates }: CancellationTerm, date: string): boolean {
	return (
		arrivalDates.length === 0 ||
		arrivalDates.some(
			({ startDate, endDate, isEndless }) =>
				startDate <= date && (isEndless || endDate === null || date <= endDate),
		)
	);
}

function penaltyOf(term: CancellationTerm, setting: PolicySetting): Penalty {
	const perUnit = HOURS_PER_UNIT[term.beforeArrivalUnit];
	const hours = term.beforeArrivalValue * perUnit;
	const amount = rounded(rawPenalty(term, setting.nightPrices), setting.property.currency);
	switch (term.beforeArrivalMatching) {
		case 'NoMatter':
			return { amount, leastHours: -Infinity, mostHours: Infinity };
		case 'AtLeast':
			return { amount, leastHours: hours, mostHours: Infinity };
		case 'NoMoreThan':
			return { amount, leastHours: -Infinity, mostHours: hours };
		case 'Between':
			return { amount, leastHours: hours, mostHours: (term.beforeArrivalValueMax ?? 0) * perUnit };
	}
}

/** A prepayment is taken to be the whole price. */
function rawPenalty(term: CancellationTerm, nightPrices: readonly number[]): number {
	const sum = (prices: readonly number[]) => prices.reduce((total, price) => total + price, 0);
	switch (term.penaltyCalculationMethod) {
		case 'NoPenalty':
			return 0;
		case 'FirstNightPercent':
			return ((nightPrices[0] ?? 0) * term.penaltyValue) / 100;
		case 'PrepaymentPercent':
		case 'Percent':
			return (sum(nightPrices) * term.penaltyValue) / 100;
		case 'FirstNights':
			return sum(nightPrices.slice(0, term.penaltyValue));
		case 'Fixed':
			return term.penaltyValue;
	}
}
