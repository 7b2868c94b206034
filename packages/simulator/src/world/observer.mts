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
	/** Counts the changes of its details. */
	revision: number;
	/** Its details answer 404. */
	gone: boolean;
	/** Only the details changed: the feed does not show it. */
	unseen: boolean;
}

/** A request that the service has answered, whether or not anybody heard. */
export interface ServedRequest {
	request: HttpRequest;
	response: HttpResponse;
}

/** Something that a clerk wants to have made, each item once. */
export interface ClerkOrder {
	name: string;
	workItems: WorkItem[];
}

/** What a clerk was told to do about one of his items. */
export interface ClerkAdvice {
	name: string;
	operation: string;
	workItem: WorkItem;
	nextStep: NextStep;
	/** When the run began that it is about. */
	startedAt: number;
	/** Nobody told: he sees that the run was stopped, or that n8n has crashed. */
	isGuess: boolean;
}

/** What the world tells its observers: facts, none of them from the package. */
export interface Observer {
	onBooking?(state: BookingState): void;
	/** Everything that the service wrote. */
	onWritten?(change: Change): void;
	onRequest?(exchange: Exchange): void;
	onServed?(served: ServedRequest): void;
	onExecution?(execution: StoredExecution): void;
	onPolled?(polled: FinishedPoll): void;
	onLog?(line: LogLine): void;
	onRunStarted?(workItems: WorkItem[]): void;
	onRun?(finished: FinishedRun): void;
	onOrder?(order: ClerkOrder): void;
	/** Nobody is at it any more, and all of it has arrived. */
	onOrderOver?(order: ClerkOrder): void;
	onAdvice?(advice: ClerkAdvice): void;
	onTestEvent?(fetched: FetchedTestEvent): void;
	/** All is calm and has been for long: whatever had to happen has happened. */
	atRest?(): void;
	/** All workflows are switched off and n8n is stopped. */
	atEnd?(): void;
}

/** A rule was broken. */
export interface Finding {
	rule: string;
	at: number;
	text: string;
}
