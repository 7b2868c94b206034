import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { Owner, VirtualTime } from '../kernel/virtualTime.mts';
import type { Random } from '../../../sandbox/src/world/random.mts';

export interface StoredCredential {
	id: string;
	name: string;
	/** Decrypted. */
	data: IDataObject;
}

/** A workflow of one trigger node. */
export interface StoredWorkflow {
	id: string;
	name: string;
	timezone: string;
	active: boolean;
	/** Between polls (default: 1). */
	everyMinutes?: number;
	trigger: INode;
	staticData: IDataObject;
	/** Durable mode: n8n's table `poller_state`. */
	poller?: Poller;
	/** Durable mode: n8n's table `scheduled_job`; it is deleted with the deactivation. */
	job?: object;
}

export interface Poller {
	cursor: IDataObject;
	consecutiveErrors: number;
	backoffUntil?: number;
}

/** An execution of a workflow that a trigger started, or that failed to poll. */
export interface StoredExecution {
	at: number;
	workflowId: string;
	/** The process that saved it. */
	by: string;
	items?: INodeExecutionData[];
	error?: Error;
}

const MAX_TRIP_MS = 5;
const LEASE_MS = 30_000;
const LEASE_WAIT_MS = 10_000;

/** What survives n8n's processes: their database, and the locks that they share. */
export class Database {
	readonly credentials = new Map<string, StoredCredential>();
	readonly workflows = new Map<string, StoredWorkflow>();
	/** n8n's table `processed_data`: by workflow and context, the hashes of what nodes have seen. */
	readonly processedData = new Map<string, string[]>();
	/** Called for each execution that is saved, and for each poll that failed. */
	onExecution: (execution: StoredExecution) => void = () => undefined;
	/** Called when the state of a trigger is saved; with the name of its node where a renamed one may still save. */
	onSaved: (workflowId: string, node?: string) => void = () => undefined;
	/** The longest time until the state of a poll is saved. */
	maxSaveMs = MAX_TRIP_MS;

	private readonly leases = new Map<string, { of: Owner; sinceMs: number }>();

	constructor(
		private readonly time: VirtualTime,
		private readonly random: Random,
	) {}

	/** Work in the database. Nothing happens if the process dies on the way there. */
	async roundTrip<T>(by: Owner, work: () => T): Promise<T> {
		return await this.within(MAX_TRIP_MS, by, work);
	}

	/** Saves what a durable poll leaves. */
	async save<T>(by: Owner, work: () => T): Promise<T> {
		return await this.within(this.maxSaveMs, by, work);
	}

	private async within<T>(maxMs: number, by: Owner, work: () => T): Promise<T> {
		await this.time.sleep(this.random.integer(1, maxMs), by);
		const done = work();
		await this.time.sleep(1, by);
		return done;
	}

	/**
	 * n8n's lock between processes (scaling/redis-lock.service.js). A process that has waited ten seconds goes on without
	 * it; the lease of a dead process expires.
	 */
	async withLease<T>(by: Owner, name: string, work: () => Promise<T>): Promise<T> {
		const givesUpAt = this.time.nowMs + LEASE_WAIT_MS;
		while (!this.takeLease(by, name)) {
			if (this.time.nowMs > givesUpAt) return await work();
			await this.time.sleep(this.random.integer(50, 99), by);
		}
		return await work().finally(() => this.leases.delete(name));
	}

	private takeLease(by: Owner, name: string): boolean {
		const taken = this.leases.get(name);
		if (taken && (taken.of.alive || this.time.nowMs < taken.sinceMs + LEASE_MS)) return false;
		this.leases.set(name, { of: by, sinceMs: this.time.nowMs });
		return true;
	}

	workflow(id: string): StoredWorkflow {
		const found = this.workflows.get(id);
		if (found === undefined) throw new Error(`There is no workflow ${id}`);
		return found;
	}
}
