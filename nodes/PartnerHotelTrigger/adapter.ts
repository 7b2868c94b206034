import { DateTime } from 'luxon';
import { deepCopy, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { fetchBookingPage } from '../shared/bookingsFeed';
import { feedInstant, utcSeconds } from '../shared/dates';
import { toNodeError } from '../shared/nodeErrors';
import type { Values } from '../shared/operation';
import { ParameterError } from '../shared/parameterError';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import { readValues } from '../shared/values';
import { parameters } from './parameters';
import { absorbPage, knownState, positionOf, startState, takeAsKnown, type TriggerState } from './poll';
import { sampleBooking } from './sample';
import { runTick } from './tick';

type Settings = Values<typeof parameters>;

const DEFAULT_MAX_BOOKINGS = 500;
/** Hosts that do not say how long a poll may take abandon it after this, at the earliest. */
const UNKNOWN_BUDGET_MS = 35_000;
/** Even where more is allowed: emit what there is, rather than hold it back for minutes. */
const LONGEST_TICK_MS = 60_000;
/** n8n's durable mode drops the state that the poll on activation leaves: the next one starts this much earlier. */
const START_OVERLAP = { minutes: 2 };

/** Nodes with a tick under way in this process: a slow one must not be overtaken by the next. */
const running = new Set<string>();

export async function pollBookings(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const polled = context.getMode() === 'manual' ? fetchSample(context) : tickUnlessRunning(context);
	return await polled.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
}

async function tickUnlessRunning(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	if (running.has(key)) return null;
	running.add(key);
	return await tick(context).finally(() => running.delete(key));
}

/** The editor's "Fetch Test Event": one recent booking; the stored state is left alone. */
async function fetchSample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { propertyId, includeDetails } = settingsOf(context);
	const json = await sampleBooking(createApi(context), propertyId, includeDetails, DateTime.utc());
	if (json) return [[{ json }]];
	throw new ParameterError(
		'propertyId',
		propertyId,
		'has no bookings yet, so there is no sample to show',
		'Choose another property, or make a booking first. Once active, the trigger works all the same.',
	);
}

async function tick(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const deadline = Date.now() + tickBudgetMs(context);
	const settings = settingsOf(context);
	const api = createApi(context);
	const stored = context.getWorkflowStaticData('node');
	const known = knownState(stored.bookings, settings.propertyId);
	const state = known ? deepCopy(known) : await begin(context, api, settings);
	const limits = {
		includeDetails: settings.includeDetails,
		maxBookings: settings.options.maxBookings ?? DEFAULT_MAX_BOOKINGS,
		onLostToken: () =>
			context.logger.warn(
				`The partner API refused the stored continue token of property ${settings.propertyId}; the bookings feed is read again from two days before the last known change`,
			),
	};
	const emitted = await runTick(api, state, limits, () => deadline - Date.now());
	stored.bookings = state;
	return emitted.length > 0 ? [emitted.map((json) => ({ json }))] : null;
}

function settingsOf(context: IPollFunctions): Settings {
	return readValues(parameters, (name, fallback) => context.getNodeParameter(name, fallback)) as Settings;
}

function tickBudgetMs(context: IPollFunctions): number {
	const budget = context.getPollBudgetMs?.();
	if (budget === undefined) return UNKNOWN_BUDGET_MS;
	return Math.min(budget - Math.max(budget / 5, 5_000), LONGEST_TICK_MS);
}

/** The first state, by the user's choice of where to start. */
async function begin(context: IPollFunctions, api: Api, settings: Settings): Promise<TriggerState> {
	const { propertyId, startFrom, startDate } = settings;
	if (startFrom === 'everything') return startState(propertyId, {});
	if (startFrom === 'date') {
		const lastModification = feedInstant('startDate', startDate, context.getTimezone());
		return startState(propertyId, { lastModification });
	}
	const now = await serverTime(api, propertyId);
	const stateWasDropped = context.getActivationMode() === 'update';
	return stateWasDropped
		? startState(propertyId, { lastModification: utcSeconds(now.minus(START_OVERLAP)) })
		: await startAfterAllKnown(api, startState(propertyId, { lastModification: utcSeconds(now) }));
}

/** The feed's own clock decides what "now" is, should it differ from the one of this machine. */
async function serverTime(api: Api, propertyId: string): Promise<DateTime> {
	const local = DateTime.utc();
	const { servedAt } = await fetchBookingPage(api, propertyId, { lastModification: utcSeconds(local) }, 1);
	const served = DateTime.fromHTTP(servedAt ?? '');
	return served.isValid ? served : local;
}

/** What was changed within the second of the start, yet before it, is not news. */
async function startAfterAllKnown(api: Api, state: TriggerState): Promise<TriggerState> {
	for (;;) {
		const page = await fetchBookingPage(api, state.propertyId, positionOf(state));
		absorbPage(state, page);
		takeAsKnown(state);
		if (!page.hasMoreData) return state;
	}
}
