import type { RequestRecord, SandboxClient } from '../../../../sandbox/src/client.mts';
import type { RunningSandbox } from '../../../src/processes/sandboxProcess.mts';

/**
 * The statuses of all answers, without the question that carries no secret: whether the token address redirects. The
 * service refuses that with 400.
 */
export async function statusesOf(control: SandboxClient): Promise<string[]> {
	const { byStatus } = await control.report();
	const tokenRequests = await control.allRequests('/auth/token');
	const questions = tokenRequests.filter(({ method, status }) => method === 'POST' && status === 400);
	const isMore = (status: string, count: number) => status !== '400' || count > questions.length;
	return Object.entries(byStatus).flatMap(([status, count]) => (isMore(status, count) ? [status] : []));
}

/** What the client of the tests sent beyond the rate limits. */
export async function refusedRequests({ control, clientId }: RunningSandbox): Promise<RequestRecord[]> {
	const requests = await control.allRequests('/api/');
	return requests.filter((one) => one.clientId === clientId && one.status === 429);
}
