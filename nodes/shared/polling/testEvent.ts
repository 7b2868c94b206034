import type { IPollFunctions } from 'n8n-workflow';

import { createApi } from '../transport/request';
import type { Api, ApiSettings } from '../transport/types';
import { deadlineIn, MIN_LEFT_MS, withinDeadline } from './deadline';
import type { PollSettings } from './pollingTrigger';
import { watchedProperties } from './watchedProperties';

/** The editor's "Fetch Test Event". The stored state does not change. */

/** A user is waiting in the editor. */
const TEST_EVENT_MS = 30_000;
/** Only the first properties are searched. */
const PROPERTIES_TRIED = 5;
/** Within the rate limits, these take about 15 seconds. */
const MAX_PAGES = 40;

export interface TestEventHost {
	api: Api;
	propertyIds: string[];
	/** Until the search must end. */
	leftMs: () => number;
}

export async function testEventHost(
	context: IPollFunctions,
	settings: Pick<PollSettings, 'propertySelection' | 'propertyIds'>,
	apiSettings?: ApiSettings,
): Promise<TestEventHost> {
	const deadline = deadlineIn(TEST_EVENT_MS);
	const api = withinDeadline(createApi(context, apiSettings), deadline);
	const { ids } = await watchedProperties(api, settings, {}, { properties: {} });
	return { api, propertyIds: ids.slice(0, PROPERTIES_TRIED), leftMs: deadline.toEnd };
}

/** What a search for a test event may still read, what it has looked at, and what failed. */
export class SearchLimits<Candidate> {
	private readonly checked = new Set<string>();
	private readonly failures: unknown[] = [];
	private pages = 0;
	private details = 0;

	constructor(
		private readonly leftMs: () => number,
		private readonly maxDetails: number,
		private readonly keyOf: (candidate: Candidate) => string,
	) {}

	/** How many candidates were looked at. */
	count(): number {
		return this.checked.size;
	}

	mayReadPage(): boolean {
		return this.leftMs() >= MIN_LEFT_MS && ++this.pages <= MAX_PAGES;
	}

	mayReadDetails(): boolean {
		return this.leftMs() >= MIN_LEFT_MS && ++this.details <= this.maxDetails;
	}

	/** Those that were not looked at yet. */
	unchecked(candidates: readonly Candidate[]): Candidate[] {
		const unseen = candidates.filter((one) => !this.checked.has(this.keyOf(one)));
		for (const one of unseen) this.checked.add(this.keyOf(one));
		return unseen;
	}

	/** What is left without it. */
	failed<T>(without: T): (error: unknown) => T {
		return (error) => {
			this.failures.push(error);
			return without;
		};
	}

	/** @throws the first failure, if there was one: nothing was found */
	throwFailure(): void {
		if (this.failures.length > 0) throw this.failures[0];
	}
}
