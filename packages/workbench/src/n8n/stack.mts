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

/** No secret: this n8n listens on this machine only and has invented data. */
export const LOGIN: Login = { email: 'demo@hotel.example', password: 'Demo-hotel-1' };

export interface StackPlan {
	/** A claimed folder for all of its data. */
	folder: string;
	n8nPort: number;
	sandbox: Omit<SandboxPlan, 'logFile'>;
	n8n?: Pick<N8nPlan, 'settings' | 'preloaded'>;
	/** A running one to use, instead of a new one. */
	borrowed?: BorrowedN8n;
}

/** n8n with the packed package and a client that is signed in, and the simulated API. */
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

	/** The client of the sandbox, saved in n8n as a credential. */
	async sandboxCredential(): Promise<CredentialReference> {
		return await this.client.createCredential('Sandbox', credentialFor(this.sandbox));
	}

	get url(): string {
		return this.n8n.url;
	}

	private get services(): Service[] {
		return [this.sandbox.service, this.n8n.service].filter((one) => one !== undefined);
	}

	/** @throws UserError for a shared one */
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

	/** @throws UserError with the last output of a program that has ended */
	assertRunning(): void {
		for (const service of this.services) service.assertRunning();
	}

	async restartN8n(): Promise<void> {
		await this.stopN8n();
		await this.startN8nAgain();
	}

	/** Restarts n8n with a new build of the package. */
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

	/** Kills n8n like a power cut. */
	async killN8n(): Promise<void> {
		await this.n8nService.kill();
	}

	/** Resolves when n8n is no longer running, for whatever reason. */
	get n8nEnded(): Promise<void> {
		return this.n8nService.ended;
	}

	/** Starts n8n with the same data, after it was stopped or killed. */
	async startN8nAgain(): Promise<void> {
		this.n8n = await startN8n(this.n8nPlan);
		await this.client.signIn(LOGIN);
	}

	/** Waits for work that needs both programs, and throws if one of them ends meanwhile. */
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

	/** Never resolves; rejects when one of the programs has ended. */
	async untilBroken(): Promise<never> {
		return await this.whileRunning(new Promise<never>(() => undefined));
	}
}
