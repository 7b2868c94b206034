import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { decisionsOn, messageItem, shownItems, type Decision } from '../shared/journey/journeyItems';
import { JourneyReader, type JourneyDetails } from '../shared/journey/journeyReader';
import { nearStays, type ListedStay } from '../shared/journey/nearStays';
import { DAY_SECONDS } from '../shared/dates/wallClock';
import { zoneOf } from '../shared/polling/propertyZone';
import { SearchLimits, testEventHost, type TestEventHost } from '../shared/polling/testEvent';
import { chunks } from '../shared/util/chunks';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import { ParameterError } from '../shared/util/parameterError';
import { readSettings, type Settings } from './settings';

const MAX_DETAILS = 100;
const AT_ONCE = 5;
/** How far ahead somebody is looked for, beside the moments themselves. */
const AWAITED_DAYS = 14;

/** A moment of a stay that was looked at. */
interface Example {
	property: string;
	number: string;
	details: JourneyDetails;
	zone: string;
	now: number;
	decision: Decision;
}

/**
 * The items of the editor's "Fetch Test Event": for each moment the next guest for whom it is due, or where nobody is
 * awaited the last one for whom it was. The stored state does not change.
 * @throws when no guest has any of the moments
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const host = await testEventHost(context, settings, { readOnly: true });
	const limits = new SearchLimits<Candidate>(
		host.leftMs,
		MAX_DETAILS,
		({ property, number }) => `${property} ${number}`,
	);
	const reader = new JourneyReader(host.api, settings, () => limits.mayReadDetails());
	const examples: Example[] = [];
	for (const property of host.propertyIds) {
		examples.push(...(await examplesOf(property, host, reader, settings, limits).catch(limits.failed([]))));
	}
	const chosen = settings.moments.flatMap(({ name }) => {
		const of = examples.filter(({ decision }) => decision.moment.name === name);
		return next(of) ?? last(of) ?? [];
	});
	if (chosen.length === 0) {
		limits.throwFailure();
		throw noneFits(limits.count());
	}
	return (await mapConcurrently(chosen, AT_ONCE, async (one) => await itemOf(one, reader, settings))).flat();
}

interface Candidate extends ListedStay {
	property: string;
}

async function examplesOf(
	property: string,
	{ api }: TestEventHost,
	reader: JourneyReader,
	settings: Settings,
	limits: SearchLimits<Candidate>,
): Promise<Example[]> {
	const zone = await zoneOf(api, property, {}, settings.timeZone);
	const { aheadDays, backDays, bookedWithinSeconds, dueAfterBookingSeconds } = settings;
	const { stays, now } = await nearStays(api, property, settings.source, zone, {
		aheadDays: aheadDays + AWAITED_DAYS,
		backDays,
		bookedWithinDays: bookedWithinSeconds / DAY_SECONDS,
		changedWithinSeconds: dueAfterBookingSeconds,
		mayRead: () => limits.mayReadPage(),
	});
	const examples: Example[] = [];
	const candidates = stays.map((one) => ({ ...one, property }));
	for (const some of chunks(limits.unchecked(candidates), AT_ONCE)) {
		const found = await mapConcurrently(some, AT_ONCE, async (stay) => {
			if (!limits.mayReadDetails()) return [];
			return await lookAt(property, stay, zone, now, reader, settings).catch(limits.failed([]));
		});
		examples.push(...found.flat());
	}
	return examples;
}

async function lookAt(
	property: string,
	stay: ListedStay,
	zone: string,
	now: number,
	reader: JourneyReader,
	{ moments, filter, rules }: Settings,
): Promise<Example[]> {
	// As if the workflow had always been on, and nothing were too late.
	const always = { ...rules, zone, startedAt: -Infinity, lateSeconds: Infinity };
	const details = await reader.details(property, stay, always);
	const { number } = stay;
	const units = await reader.units(property, number, details, now);
	return decisionsOn(units, moments, filter, always, () => undefined, now).map((decision) => {
		return { property, number, details, zone, now, decision };
	});
}

/** The one that is due first. */
function next(examples: readonly Example[]): Example | undefined {
	return inOrder(examples.filter(({ decision }) => decision.verdict.state === 'waits'))[0];
}

function last(examples: readonly Example[]): Example | undefined {
	return inOrder(examples.filter(({ decision }) => ['missed', 'now'].includes(decision.verdict.state))).at(
		-1,
	);
}

function inOrder(examples: readonly Example[]): Example[] {
	const dueAt = ({ decision }: Example) => decision.verdict.dueAt ?? 0;
	return [...examples].sort((one, other) => dueAt(one) - dueAt(other));
}

async function itemOf(
	{ property, number, details, zone, now, decision }: Example,
	reader: JourneyReader,
	settings: Settings,
): Promise<IDataObject[]> {
	const { units, hotel } = await reader.completeUnits(property, number, details, now);
	const complete = units.filter(({ stay }) => stay.key === decision.unit.stay.key);
	const items = complete.map((unit) => messageItem({ ...decision, unit }, hotel, zone, now));
	return shownItems(items, settings);
}

function noneFits(checked: number): ParameterError {
	return new ParameterError(
		'moments',
		'',
		`have come for none of the ${checked} stays checked, and will not, so there is no test event`,
		'Choose other {moments} to get a test event. The active trigger works without one.',
	);
}
