import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { HOST } from '../util/paths.mts';
import { messageOf, UserError } from '../util/userError.mts';
import { N8nClient } from './n8nClient.mts';
import { filesFolder, type N8nPlan, type RunningN8n } from './n8nProcess.mts';
import type { Login } from './types.mts';

/*
 * Test files are separate processes, and starting n8n takes longer than most of their tests. Those that neither stop
 * n8n nor need other settings share one, one file at a time: a connection to this server borrows an n8n for as long as
 * it is open, which ends even if the file crashes.
 */

/** The variable that tells test files its port. */
const PORT_VARIABLE = 'PARTNER_HOTEL_SHARED_N8N';

export interface BorrowedN8n {
	url: string;
	plan: Omit<N8nPlan, 'runtime'>;
}

export interface LentN8n extends BorrowedN8n {
	service: RunningN8n['service'];
}

/** @param start starts another one; its argument is how many there are already */
export async function lendN8n(start: (index: number) => Promise<LentN8n>, login: Login): Promise<void> {
	const free: LentN8n[] = [];
	let started = 0;
	const server = createServer((borrower) => {
		borrower.on('error', () => undefined);
		void lend(borrower).catch((error: unknown) => {
			console.error(messageOf(error));
			borrower.destroy();
		});
	});

	async function lend(borrower: Socket): Promise<void> {
		const gone = once(borrower, 'close');
		const n8n = free.pop() ?? (await start(started++));
		borrower.write(JSON.stringify({ url: n8n.url, plan: n8n.plan }));
		await gone;
		await empty(n8n, login).then(
			() => free.push(n8n),
			// It could not be emptied, so the next file gets another n8n.
			async (error: unknown) => {
				console.error(`An n8n is not lent again: ${messageOf(error)}`);
				await n8n.service.stop();
			},
		);
	}

	server.listen(0, HOST);
	await once(server, 'listening');
	server.unref();
	process.env[PORT_VARIABLE] = String((server.address() as AddressInfo).port);
}

/** Borrows an n8n until this process ends. @returns undefined if there is no such server */
export async function borrowN8n(): Promise<BorrowedN8n | undefined> {
	const port = process.env[PORT_VARIABLE];
	if (port === undefined) return undefined;
	const lender = connect(Number(port), HOST);
	const [told] = (await Promise.race([once(lender, 'data'), once(lender, 'close')])) as [unknown];
	if (!Buffer.isBuffer(told)) throw new UserError('No n8n could be borrowed.');
	lender.unref();
	return JSON.parse(told.toString()) as BorrowedN8n;
}

/** Deletes everything but its credentials, which nothing uses. */
async function empty({ url, plan }: LentN8n, login: Login): Promise<void> {
	const client = new N8nClient(url);
	await client.signIn(login);
	await client.deleteAllWorkflows();
	await client.deleteAllDataTables();
	rmSync(filesFolder(plan.userFolder), { recursive: true, force: true });
	mkdirSync(filesFolder(plan.userFolder), { recursive: true });
}
