import { join } from 'node:path';
import { credentialFor } from './credential.mts';
import { N8nClient } from './n8nClient.mts';
import { startN8n, type N8nPlan, type RunningN8n } from './n8nProcess.mts';
import { setUp } from './prepared.mts';
import { ensureRuntime } from './runtime.mts';
import type { CredentialReference, Login } from './types.mts';
import { installPackage } from './userFolder.mts';
import { packInto } from '../package/pack.mts';
import type { BorrowedN8n } from './sharedN8n.mts';
import type { Service } from '../processes/service.mts';
import { UserError } from '../util/userError.mts';
import { step } from '../util/progress.mts';
import { startSandbox, type RunningSandbox, type SandboxPlan } from '../processes/sandboxProcess.mts';

/** Known to everyone: this n8n listens on this machine only and holds invented data. */
export const LOGIN: Login = { email: 'demo@hotel.example', password: 'Demo-hotel-1' };

export interface StackPlan {
	/** A claimed folder that holds all there is to it. */
	folder: string;
	n8nPort: number;
	sandbox: Omit<SandboxPlan, 'logFile'>;
	n8n?: Pick<N8nPlan, 'settings' | 'preloaded'>;
	/** Used instead of one that is started. */
	borrowed?: BorrowedN8n;
}

/** n8n with the packed package, signed in, beside the simulated API. */
export class Stack {
	private constructor(
		readonly n8nPlan: N8nPlan,
		private n8n: Pick<RunningN8n, 'url'> & Partial<RunningN8n>,
		readonly sandbox: RunningSandbox,
		readonly client: N8nClient,
	) {}

	static async start({ folder, n8nPort, sandbox: plan, n8n: wishes, borrowed }: StackPlan): Promise<Stack> {
		const runtime = await ensureRuntime();
		if (!borrowed) await setUp(folder, wishes?.settings);
		const logs = join(folder, 'logs');
		const sandbox = await step({ doing: 'Starting the sandbox', done: 'Started the sandbox' }, () =>
			startSandbox({ ...plan, logFile: join(logs, 'sandbox.log') }),
		);
		const own = { userFolder: folder, port: n8nPort, logFile: join(logs, 'n8n.log'), ...wishes };
		const n8nPlan = { runtime, ...(borrowed?.plan ?? own) };
		const n8n =
			borrowed ?? (await step({ doing: 'Starting n8n', done: 'Started n8n' }, () => startN8n(n8nPlan)));
		const client = new N8nClient(n8n.url);
		await client.signIn(LOGIN);
		return new Stack(n8nPlan, n8n, sandbox, client);
	}

	/** The pair that the sandbox accepts, saved in n8n. */
	async sandboxCredential(): Promise<CredentialReference> {
		return await this.client.createCredential('Sandbox', credentialFor(this.sandbox));
	}

	get url(): string {
		return this.n8n.url;
	}

	private get services(): Service[] {
		return [this.sandbox.service, this.n8n.service].filter((one) => one !== undefined);
	}

	/** @throws UserError for one that others use, too */
	private get n8nService(): Service {
		if (this.n8n.service) return this.n8n.service;
		throw new UserError('This n8n is borrowed: a test that stops it needs one of its own.');
	}

	async stopN8n(): Promise<void> {
		await this.n8nService.stop();
	}

	/** n8n's own process, without its task runner. */
	get n8nPid(): number {
		return this.n8nService.child.pid ?? 0;
	}

	/** @throws UserError with the last words of a program that has ended */
	assertRunning(): void {
		for (const service of this.services) service.assertRunning();
	}

	async restartN8n(): Promise<void> {
		await this.stopN8n();
		await this.startN8nAgain();
	}

	/** Starts n8n again with the package as its sources are now. */
	async updatePackage(): Promise<void> {
		const { userFolder } = this.n8nPlan;
		const tarball = await packInto(join(userFolder, 'package'));
		await this.stopN8n();
		await installPackage(userFolder, tarball);
		await step({ doing: 'Starting n8n', done: 'Started n8n' }, () => this.startN8nAgain());
	}

	async stop(): Promise<void> {
		await Promise.all([this.stopN8n(), this.sandbox.service.stop()]);
	}

	/** As a power cut would. */
	async killN8n(): Promise<void> {
		await this.n8nService.kill();
	}

	/** Resolves when n8n is no longer running, for whatever reason. */
	get n8nEnded(): Promise<void> {
		return this.n8nService.ended;
	}

	/** After it was stopped or killed, with the same data. */
	async startN8nAgain(): Promise<void> {
		this.n8n = await startN8n(this.n8nPlan);
		await this.client.signIn(LOGIN);
	}

	/** Waits for work that needs both programs, and says so when one of them has ended meanwhile. */
	async whileRunning<T>(work: Promise<T>): Promise<T> {
		const { services } = this;
		const ends = services.map(async (service) => {
			await service.ended;
			throw service.deathNotice();
		});
		return await Promise.race([work, ...ends]).catch((error) => {
			for (const service of services) service.assertRunning();
			throw error;
		});
	}

	/** Ends only with an error: when one of the programs has ended. */
	async untilBroken(): Promise<never> {
		return await this.whileRunning(new Promise<never>(() => undefined));
	}
}
