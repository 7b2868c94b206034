import type { INodeExecutionData } from 'n8n-workflow';
import type { Booking } from '../../../sandbox/src/world/bookings/types.mts';
import type { Exchange } from '../network/network.mts';
import type { TriggerSettings } from '../world/expectations.mts';
import type { FetchedTestEvent } from '../world/editors.mts';
import type { Observer } from '../world/observer.mts';
import { instant, type Simulation } from '../world/simulation.mts';
import { Disturbance } from './disturbance.mts';

const SECOND_MS = 1_000;
/** docs/trigger.md, Workflows. */
const MAX_MS = 30 * SECOND_MS;
const SEARCHED = 5;
const MAX_DETAILS = 20;
/** Changes within a minute are one event. */
const ONE_EVENT_MS = 60 * SECOND_MS;
/** Allows for a clock that drifts, and for requests in progress at the end. */
const TOLERANCE_MS = 2 * SECOND_MS;
/** A search that takes longer may have run out of time. */
const UNHURRIED_MS = MAX_MS / 2;

interface Candidate {
	propertyId: string;
	booking: Booking;
}

/** What an error says if there is nothing to show. */
const NO_TEST_EVENT = /there is no test event/;
const NO_PROPERTIES = /include none that this API connection can access|there is no test event/;

/**
 * What docs/trigger.md says of Fetch Test Event: the latest booking that matches Events and Filters, with its event;
 * the state does not change.
 */
export class TestEvents implements Observer {
	private readonly disturbance = new Disturbance();

	constructor(private readonly simulation: Simulation) {}

	onRequest(exchange: Exchange): void {
		this.disturbance.add(exchange, this.simulation.now);
	}

	onTestEvent(fetched: FetchedTestEvent): void {
		const { workflowId, startedAt, before, after, items } = fetched;
		if (before !== after) this.found(workflowId, 'changed the state');
		const tookMs = this.simulation.now - startedAt;
		if (tookMs > MAX_MS + TOLERANCE_MS) this.found(workflowId, `took ${tookMs} ms`);
		const isUndisturbed = this.isUndisturbed(fetched);
		if (items === undefined) return isUndisturbed ? this.expectNone(fetched) : undefined;
		this.expectFitting(fetched, items);
		if (isUndisturbed) this.expectLatest(fetched, items);
	}

	/** Whether the service has responded to all requests, in time and correctly. */
	private isUndisturbed({ startedAt, error }: FetchedTestEvent): boolean {
		const { settings } = this.simulation.api.sandbox;
		const isElsewhere = /Credential with ID|rate limit|Too many requests are queued/.test(
			error?.message ?? '',
		);
		return (
			this.disturbance.untilMs < startedAt &&
			this.simulation.now - startedAt < UNHURRIED_MS &&
			!this.simulation.hasOtherProgram &&
			settings.feedDisorder === 0 &&
			!isElsewhere
		);
	}

	private expectFitting({ workflowId, settings }: FetchedTestEvent, items: INodeExecutionData[]): void {
		const { propertyId, number, event, status, createdDateTime, modifiedDateTime } = items[0]?.json ?? {};
		const about = `${String(event)} ${String(number)} of ${String(propertyId)}, ${String(status)}`;
		const isOne = items.every(({ json }) => json.propertyId === propertyId && json.number === number);
		if (!isOne) this.found(workflowId, `gave more than ${about}`);
		if (settings.selection !== 'all' && !settings.propertyIds.includes(String(propertyId)))
			this.found(workflowId, `gave ${about}, of a property that was not chosen`);
		if (!settings.events.includes(String(event))) this.found(workflowId, `gave ${about}: not chosen`);
		// Flat items show the details, which may be newer.
		if (settings.output !== 'details' && settings.output !== 'summary') return;
		if (settings.statuses.length > 0 && !settings.statuses.includes(String(status)))
			this.found(workflowId, `gave ${about}, a status that was not chosen`);
		const ageMs = Date.parse(String(modifiedDateTime)) - Date.parse(String(createdDateTime));
		if (status !== 'Cancelled' && event !== (ageMs <= ONE_EVENT_MS ? 'new' : 'changed'))
			this.found(workflowId, `gave ${about}, changed ${ageMs / SECOND_MS} s after it was made`);
	}

	private expectLatest(
		{ workflowId, settings, startedAt }: FetchedTestEvent,
		items: INodeExecutionData[],
	): void {
		const { propertyId, number } = items[0]?.json ?? {};
		const shown = this.candidates(settings).find(
			(one) => one.propertyId === propertyId && one.booking.number === number,
		);
		if (shown === undefined)
			return this.found(
				workflowId,
				`gave ${String(number)} of ${String(propertyId)}, which was not searched`,
			);
		const missed = this.matching(settings, startedAt).find(
			({ booking }) => booking.modifiedMs > shown.booking.modifiedMs + SECOND_MS,
		);
		if (missed)
			this.found(workflowId, `gave ${String(number)}, and ${nameOf(missed)} is later and matches, too`);
	}

	private expectNone({ workflowId, settings, startedAt, error }: FetchedTestEvent): void {
		const said = error?.message ?? 'nothing';
		const [missed] = this.matching(settings, startedAt);
		if (missed) this.found(workflowId, `failed (${said}), and ${nameOf(missed)} matches`);
		const isReason = this.simulation.openProperties.length === 0 ? NO_PROPERTIES : NO_TEST_EVENT;
		if (!isReason.test(said)) this.found(workflowId, `failed without a reason: ${said}`);
	}

	/** Bookings that certainly match; none if too many details would have to be read first. */
	private matching(settings: TriggerSettings, startedAt: number): Candidate[] {
		const candidates = this.candidates(settings).filter(
			({ booking }) => booking.modifiedMs < startedAt - SECOND_MS,
		);
		const cancelled = candidates.filter(({ booking }) => booking.status === 'Cancelled');
		if (cancelled.length >= MAX_DETAILS && !settings.events.includes('cancelled')) return [];
		return candidates.filter(({ booking }) => mustMatch(booking, settings));
	}

	private candidates({ selection, propertyIds }: TriggerSettings): Candidate[] {
		const open = this.simulation.openProperties;
		const watched = selection === 'all' ? open.map(({ id }) => id) : propertyIds;
		const searched = open.filter(({ id }) => watched.slice(0, SEARCHED).includes(id));
		return searched.flatMap((property) => {
			const { feed } = this.simulation.api.sandbox.world.bookings(property);
			return Array.from({ length: feed.size }, (_, index) => ({
				propertyId: property.id,
				booking: feed.at(index) as Booking,
			}));
		});
	}

	private found(workflowId: string, text: string): void {
		this.simulation.found('test event', `The test event of ${workflowId} ${text}`);
	}
}

/** Whether a booking certainly matches. Only its details tell whether a cancelled one was also changed. */
function mustMatch(
	{ status, createdMs, modifiedMs }: Booking,
	{ events, statuses }: TriggerSettings,
): boolean {
	if (statuses.length > 0 && !statuses.includes(status)) return false;
	if (status === 'Cancelled') return events.includes('cancelled') && events.includes('changed');
	const ageMs = modifiedMs - createdMs;
	if (Math.abs(ageMs - ONE_EVENT_MS) <= SECOND_MS) return false;
	return events.includes(ageMs < ONE_EVENT_MS ? 'new' : 'changed');
}

function nameOf({ propertyId, booking }: Candidate): string {
	return `${booking.number} of ${propertyId}, ${booking.status}, changed ${instant(booking.modifiedMs)}`;
}
