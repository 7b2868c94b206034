import type { Change } from '../../../sandbox/src/world/changes.mts';
import type { StoredExecution } from '../host/database.mts';
import type { LogLine, FinishedPoll } from '../host/process.mts';
import type { HttpResponse, Exchange, HttpRequest } from '../network/network.mts';
import type { NextStep } from './advice.mts';
import type { FetchedTestEvent } from './editors.mts';
import type { FinishedRun } from './executions.mts';
import type { WorkItem } from './workItems.mts';

/** A booking as the service has it after a change. */
export interface BookingState {
	at: number;
	propertyId: string;
	number: string;
	status: string;
	/** As the feed shows it: `2026-03-27T11:41:04Z`. */
	modified: string;
	createdMs: number;
	/** Incremented with each change of its details. */
	revision: number;
	/** A request for its details gets a 404. */
	gone: boolean;
	/** Only the details changed: the feed does not show it. */
	unseen: boolean;
}

/** A request that the service has responded to, whether or not the response arrived. */
export interface ServedRequest {
	request: HttpRequest;
	response: HttpResponse;
}

/** Changes that a clerk wants made, each item once. */
export interface ClerkOrder {
	name: string;
	workItems: WorkItem[];
}

/** What a clerk concludes from the result about one item. */
export interface ClerkAdvice {
	name: string;
	operation: string;
	workItem: WorkItem;
	nextStep: NextStep;
	/** When the run started. */
	startedAt: number;
	/** There is no result: the run was stopped, or n8n has crashed. */
	isGuess: boolean;
}

/** Receives the events of a world. None of them comes from the package. */
export interface Observer {
	onBooking?(state: BookingState): void;
	/** The service has changed something. */
	onWritten?(change: Change): void;
	onRequest?(exchange: Exchange): void;
	onServed?(served: ServedRequest): void;
	onExecution?(execution: StoredExecution): void;
	onPolled?(polled: FinishedPoll): void;
	onLog?(line: LogLine): void;
	onRunStarted?(workItems: WorkItem[]): void;
	onRun?(finished: FinishedRun): void;
	onOrder?(order: ClerkOrder): void;
	/** The clerk is done, and every request has arrived. */
	onOrderOver?(order: ClerkOrder): void;
	onAdvice?(advice: ClerkAdvice): void;
	onTestEvent?(fetched: FetchedTestEvent): void;
	/** There has been no fault for long enough that everything due has been emitted. */
	atRest?(): void;
	/** All workflows are switched off and n8n is stopped. */
	atEnd?(): void;
}

/** A broken rule. */
export interface Finding {
	rule: string;
	at: number;
	text: string;
}
