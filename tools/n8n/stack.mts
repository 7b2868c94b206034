import { join } from 'node:path';
import { N8nClient } from './n8nClient.mts';
import { startN8n, type N8nPlan, type RunningN8n } from './n8nProcess.mts';
import { ensureRuntime } from './runtime.mts';
import type { CredentialReference, Login } from './types.mts';
import { installPackage } from './userFolder.mts';
import { packInto } from '../package/pack.mts';
import { step } from '../util/progress.mts';
import { startSandbox, type RunningSandbox, type SandboxPlan } from '../sandbox/sandboxProcess.mts';

/** Known to everyone: this n8n listens on this machine only and holds invented data. */
export const LOGIN: Login = { email: 'demo@hotel.example', password: 'Demo-hotel-1' };

export interface StackPlan {
	/** A claimed folder that holds all there is to it. */
	folder: string;
	n8nPort: number;
	sandbox: Omit<SandboxPlan, 'logFile'>;
	n8n?: Pick<N8nPlan, 'settings' | 'preloaded'>;
}

/** n8n with the packed package, signed in, beside the simulated API. */
export class Stack {
	private constructor(
		readonly n8nPlan: N8nPlan,
		private n8n: RunningN8n,
		readonly sandbox: RunningSandbox,
		readonly client: N8nClient,
	) {}

	static async start({ folder, n8nPort, sandbox: plan, n8n: wishes }: StackPlan): Promise<Stack> {
		const runtime = await ensureRuntime();
		await installPackage(folder, await packInto(join(folder, 'package')));
		const logs = join(folder, 'logs');
		const sandbox = await step({ doing: 'Starting the sandbox', done: 'Started the sandbox' }, () =>
			startSandbox({ ...plan, logFile: join(logs, 'sandbox.log') }),
		);
		const n8nPlan = { runtime, userFolder: folder, port: n8nPort, logFile: join(logs, 'n8n.log'), ...wishes };
		const n8n = await step({ doing: 'Starting n8n', done: 'Started n8n' }, () => startN8n(n8nPlan));
		const client = new N8nClient(n8n.url);
		await client.signIn(LOGIN);
		return new Stack(n8nPlan, n8n, sandbox, client);
	}

	/** The pair that the sandbox accepts, saved in n8n. */
	async sandboxCredential(): Promise<CredentialReference> {
		const { url: baseUrl, clientId, clientSecret } = this.sandbox;
		return await this.client.createCredential('Sandbox', { baseUrl, clientId, clientSecret });
	}

	get url(): string {
		return this.n8n.url;
	}

	async stopN8n(): Promise<void> {
		await this.n8n.service.stop();
	}

	/** n8n's own process, without its task runner. */
	get n8nPid(): number {
		return this.n8n.service.child.pid ?? 0;
	}

	/** @throws UserError with the last words of a program that has ended */
	assertRunning(): void {
		for (const service of [this.sandbox.service, this.n8n.service]) service.assertRunning();
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
		await this.n8n.service.kill();
	}

	/** Resolves when n8n is no longer running, for whatever reason. */
	get n8nEnded(): Promise<void> {
		return this.n8n.service.ended;
	}

	/** After it was stopped or killed, with the same data. */
	async startN8nAgain(): Promise<void> {
		this.n8n = await startN8n(this.n8nPlan);
		await this.client.signIn(LOGIN);
	}

	/** Waits for work that needs both programs, and says so when one of them has ended meanwhile. */
	async whileRunning<T>(work: Promise<T>): Promise<T> {
		const services = [this.sandbox.service, this.n8n.service];
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
