import { counted } from '../shared/polling/counted';
import type { Deadline } from '../shared/polling/deadline';
import { propertyIn } from '../shared/polling/pollState';
import { zoneOf } from '../shared/polling/propertyZone';
import { eachProperty, fromAny } from '../shared/polling/propertyTurns';
import { RunProgress, type RunResult } from '../shared/polling/runProgress';
import type { Allowance } from '../shared/rateLimit/triggerAllowance';
import type { Api } from '../shared/transport/types';
import { chunks } from '../shared/util/chunks';
import { ChangesReader } from './changesReading';
import { applyEdit, decidingSettings } from './editedSettings';
import { AGAIN_SECONDS, Looker, type Missed } from './looking';
import type { Settings } from './settings';
import {
	allKnown,
	forgetOld,
	serviceTime,
	type HandedOverMessage,
	type PropertyState,
	type TriggerState,
	type WaitingStay,
} from './state';

/** Share of the requests that messages leave for what has changed. */
const FOR_CHANGES = 0.2;
const AT_ONCE = 5;

interface JourneyResult extends RunResult<HandedOverMessage> {
	missed: readonly Missed[];
}

/**
 * Continues from `state` and updates it: first what is due, over all properties those who arrive first; then what has
 * changed; then the stays that are new or have changed, which can be due at once.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: Settings,
	allowance: Allowance,
	deadline: Deadline,
): Promise<JourneyResult> {
	const progress = new RunProgress<HandedOverMessage>(deadline, settings.maxMessages);
	const countedApi = counted(api, allowance);
	const looker = new Looker(countedApi, settings, progress);
	const leavingSome = () => allowance.mayRequest(FOR_CHANGES);
	const forChanges = allowance.withShare(FOR_CHANGES);
	const changes = new ChangesReader(countedApi, settings, forChanges, progress);
	const ids = fromAny(propertyIds);

	await applyEdits(countedApi, state, ids, settings, progress);
	for (const some of chunks(dueStays(state, ids), AT_ONCE)) {
		if (progress.isOver()) break;
		for (const id of new Set(some.map((one) => one.id))) {
			const property = propertyIn(state, id) as PropertyState;
			const due = some.filter((one) => one.id === id).map(({ number }) => number);
			const waiting = property.backlog.filter(({ number }) => due.includes(number));
			const stays = due.map((number) => waiting.find((one) => one.number === number) ?? { number });
			const left = await looker.look(id, property, stays, leavingSome).catch((error) => {
				progress.fail(id, error);
				return waiting;
			});
			property.backlog = property.backlog.filter((one) => !waiting.includes(one));
			property.backlog.push(...left.filter((one) => one.againAt !== undefined || waiting.includes(one)));
		}
	}
	let unread = [...ids];
	while (unread.length > 0 && !progress.isOver()) {
		unread = await eachProperty(state, unread, progress, async (id, property) => {
			const hasMore = await changes.readNext(id, property, serviceTime(property));
			await lookAtWaiting(looker, id, property, forChanges, progress);
			return hasMore;
		});
	}
	for (const property of Object.values(state.properties)) delete property.redelivered;
	for (const id of ids)
		forgetOld(propertyIn(state, id) as PropertyState, serviceTime(propertyIn(state, id) ?? {}));
	const backlogOf = (id: string) => propertyIn(state, id)?.backlog ?? [];
	const waits = (id: string) => backlogOf(id).some(({ againAt }) => againAt === undefined);
	const hasFailed = (id: string) => backlogOf(id).some(({ againAt }) => againAt !== undefined);
	const hasMore = unread.length > 0 || ids.some(waits) || dueStays(state, ids).length > 0;
	return { ...progress.result(changes, hasFailed, hasMore), missed: looker.missed };
}

/** The settings of the last poll decided what is remembered. */
async function applyEdits(
	api: Api,
	state: TriggerState,
	ids: readonly string[],
	settings: Settings,
	progress: RunProgress<HandedOverMessage>,
): Promise<void> {
	const decidedBy = decidingSettings(settings);
	for (const id of ids) {
		const property = propertyIn(state, id) as PropertyState;
		const { decidedBy: before } = property;
		if (before === decidedBy) continue;
		try {
			if (before !== undefined) {
				const zone = await zoneOf(api, id, property, settings.timeZone, progress.sendOptions());
				await applyEdit(property, settings, zone, serviceTime(property));
			}
			property.decidedBy = decidedBy;
		} catch (error) {
			progress.fail(id, error);
		}
	}
}

async function lookAtWaiting(
	looker: Looker,
	id: string,
	property: PropertyState,
	mayRequest: () => boolean,
	progress: RunProgress<HandedOverMessage>,
): Promise<void> {
	const now = serviceTime(property);
	// One that is farther away comes from a clock that was ahead.
	const isTime = ({ againAt = now }: WaitingStay) => againAt <= now || againAt > now + AGAIN_SECONDS;
	const waiting = property.backlog.filter(isTime).map(withoutAgain);
	const held = property.backlog.filter((one) => !isTime(one));
	const left = [];
	for (const some of chunks(waiting, AT_ONCE)) {
		left.push(...(progress.isOver() ? some : await looker.look(id, property, some, mayRequest)));
	}
	property.backlog = [...left, ...held];
}

function withoutAgain(one: WaitingStay): WaitingStay {
	const again = { ...one };
	delete again.againAt;
	return again;
}

/** Of all properties, those who arrive first. What failed is read again later. */
function dueStays(state: TriggerState, ids: readonly string[]): Array<{ id: string; number: string }> {
	const due = ids.flatMap((id) => {
		const property = propertyIn(state, id);
		if (!property) return [];
		const now = serviceTime(property);
		const failed = new Set(
			property.backlog.filter(({ againAt }) => againAt !== undefined).map(({ number }) => number),
		);
		return allKnown(property)
			.filter(({ lookAt, number }) => lookAt !== null && lookAt <= now && !failed.has(number))
			.map((one) => ({ ...one, id }));
	});
	return due.sort((one, other) => one.arrival - other.arrival || (one.lookAt ?? 0) - (other.lookAt ?? 0));
}
