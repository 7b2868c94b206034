import { money, withoutNoise } from '../api/response/money';
import { unknownTiming, type CancellationRule, type CancellationTerm } from './cancellationRule';

/** A rule has no name of its own: what it says, "At least 3 days before arrival: no penalty; …". */
export function ruleInWords({ terms }: CancellationRule): string {
	const text = terms.length === 0 ? 'always free of charge' : terms.map(termInWords).join('; ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function termInWords(term: CancellationTerm): string {
	const when = [unknownTiming(term) ?? timingInWords(term), ...seasonsInWords(term)].join(', ');
	return `${when}: ${chargeInWords(term)}`;
}

/** When a term holds whose timing is known. */
export function timingInWords({ matching, unit, value, valueMax }: CancellationTerm): string | undefined {
	const before = (count: number | undefined) =>
		`${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'} before arrival`;
	return {
		NoMatter: 'at any time',
		AtLeast: `at least ${before(value)}`,
		NoMoreThan: `no more than ${before(value)}`,
		Between: `between ${value} and ${before(valueMax)}`,
	}[matching];
}

/** Days of arrival; not those that have begun once for all times, as most terms have. */
function seasonsInWords({ arrivalDates }: CancellationTerm): string[] {
	const periods = arrivalDates ?? [];
	if (periods.every(({ to }) => to === undefined)) return [];
	const texts = periods.map(({ from, to }) => `from ${from}${to === undefined ? ' on' : ` to ${to}`}`);
	return [`arrivals ${texts.join(' and ')}`];
}

function chargeInWords({ method, penaltyValue, penaltyCurrency }: CancellationTerm): string {
	if (method === 'NoPenalty') return 'no penalty';
	if (penaltyValue === undefined) return `${method} without a value`;
	const of = PERCENT_OF[method];
	if (of !== undefined) return `${penaltyValue} % of ${of}`;
	if (method === 'FirstNights') {
		return penaltyValue === 1 ? 'the first night' : `the first ${penaltyValue} nights`;
	}
	if (method !== 'Fixed') return `the unknown method '${method}'`;
	return [money(withoutNoise(penaltyValue), penaltyCurrency), penaltyCurrency].join(' ').trim();
}

const PERCENT_OF: Readonly<Record<string, string>> = {
	FirstNightPercent: 'the first night',
	PrepaymentPercent: 'the prepayment',
	Percent: 'all nights',
};

const REFERENCE_POINTS: Readonly<Record<string, string>> = {
	ProviderArrivalTime: 'Check-in time of the hotel',
	ProviderDepartureTime: 'Check-out time of the hotel, on the day of arrival',
	GuestArrivalTime: 'Arrival time chosen by the guest',
	CustomArrivalTime: 'A time of its own',
	BookingCreationTime: 'Time of day at which it was booked',
};

/** What "arrival" means in the terms of a rule. */
export function referencePointInWords({
	referencePointKind,
	referencePointTime,
}: CancellationRule): string | null {
	if (referencePointKind === 'CustomArrivalTime' && referencePointTime !== undefined)
		return referencePointTime;
	return REFERENCE_POINTS[referencePointKind] ?? (referencePointKind || null);
}
