import type { SandboxClient } from '../../../../sandbox/src/client.mts';
import { capabilitiesOf } from '../../../src/n8n/capabilities.mts';
import { chosenN8n } from '../../../src/n8n/version.mts';
import { until } from './examples.mts';

/**
 * Polls of reservation triggers, each with one property, that search for changes; the last ones may not be over.
 * Cancelled reservations are searched only for some events.
 */
export async function reservationPolls(control: SandboxClient): Promise<number> {
	const searches = await control.allRequests('/reservations/search');
	return searches.filter(
		({ query }) => query['state'] === 'Active' && query['startModifyDateTime'] !== undefined,
	).length;
}

export async function untilPolls(control: SandboxClient, count: number): Promise<void> {
	await until(`${count} polls`, async () => ((await reservationPolls(control)) >= count ? true : undefined));
}

/**
 * Waits until so many workflows, which were just activated, have ended their first poll. With durable polling, n8n keeps
 * nothing of the poll of the activation: the one of the first minute counts.
 */
export async function untilFirstPollsAreOver(control: SandboxClient, workflows: number): Promise<void> {
	const pollsOfEach = capabilitiesOf(chosenN8n()).durablePolling ? 3 : 2;
	await untilPolls(control, workflows * pollsOfEach);
}
