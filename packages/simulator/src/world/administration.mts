import type { INode } from 'n8n-workflow';
import { Random } from '../../../sandbox/src/world/random.mts';
import { nodeTypeName } from '../host/process.mts';
import { Expectation, type TriggerSettings } from './expectations.mts';
import { CLIENT_ID, CREDENTIAL_ID, FIRST_SECRET, HOSTS, instant, type Simulation } from './simulation.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** How far a trigger looks back if no time of its activation was saved (docs/trigger.md, What is stored). */
const LOOKS_BACK_MS = 2 * MINUTE_MS;
export const CREDENTIALS = { partnerHotelOAuth2Api: { id: CREDENTIAL_ID, name: 'Hotel' } };

/** The administrator of n8n: changes made in the editor and at the console. */
export class Administration {
	/** The credential as people know it; in n8n it may be deleted at the moment. */
	readonly credential = {
		id: CREDENTIAL_ID,
		name: 'Hotel',
		data: { baseUrl: `https://${HOSTS[0]}`, apiClientId: CLIENT_ID, apiClientSecret: FIRST_SECRET },
	};
	private readonly random: Random;
	private workflows = 0;
	/** By workflow that is being activated: the properties that were watched before. */
	private readonly begunBefore = new Map<string, ReadonlySet<string>>();

	constructor(private readonly simulation: Simulation) {
		this.random = new Random(simulation.setting.seed, 'administration');
		const { n8n } = simulation;
		n8n.database.credentials.set(CREDENTIAL_ID, this.credential);
		n8n.database.onSaved = (workflowId, node) => {
			const current = n8n.database.workflows.get(workflowId)?.trigger.name;
			// A poll that started before a rename saves its state under the former name.
			if (node === undefined || node === current) this.kept(workflowId);
		};
	}

	get workflowIds(): string[] {
		return [...this.simulation.expectations.keys()];
	}

	pickWorkflow(random: Random): string {
		return random.pick(this.workflowIds);
	}

	addWorkflow(settings: TriggerSettings): string {
		this.workflows += 1;
		const id = `workflow-${this.workflows}`;
		this.simulation.n8n.database.workflows.set(id, {
			id,
			name: `Bookings ${this.workflows}`,
			timezone: this.random.pick(['UTC', 'Europe/Amsterdam', 'America/New_York']),
			active: false,
			everyMinutes: settings.everyMinutes,
			trigger: triggerNode(id, settings),
			staticData: {},
		});
		this.simulation.expectations.set(id, new Expectation(id, settings));
		this.switchOn(id);
		return id;
	}

	removeWorkflow(id: string): void {
		this.simulation.n8n.deactivate(id);
		this.simulation.n8n.database.workflows.delete(id);
		this.simulation.expectations.delete(id);
	}

	/** Activates a workflow. After an error, a person tries again some minutes later. */
	switchOn(id: string): void {
		const { n8n, time, trace } = this.simulation;
		const stored = n8n.database.workflows.get(id);
		if (!stored || stored.active) return;
		const again = (ms: number) => time.after(ms, time.world, () => this.switchOn(id));
		if (!n8n.main) return void again(MINUTE_MS);
		const expectation = this.simulation.expectations.get(id) as Expectation;
		// A failed activation leaves nothing with older polling; durable polling may have saved its time.
		if (!expectation.isKept) expectation.due.clear();
		const begun = new Set(expectation.due.keys());
		this.begunBefore.set(id, begun);
		this.beginAll(expectation, this.switchedOnEarlierMs);
		trace.log(`${id} is switched on`);
		const failed = (error: Error) => {
			this.begunBefore.delete(id);
			if (this.simulation.setting.profile.polling === 'older') expectation.keepOnly(begun);
			else expectation.dueOnceSaved(begun);
			trace.log(`${id} could not be switched on: ${error.message}`);
			again(this.random.integer(1, 3) * MINUTE_MS);
		};
		// Changes after the activation must be emitted (docs/trigger.md, What is stored).
		void n8n.activate(id).then(() => {
			this.begunBefore.delete(id);
			this.kept(id);
		}, failed);
	}

	switchOff(id: string): void {
		this.simulation.trace.log(`${id} is switched off`);
		this.simulation.n8n.deactivate(id);
	}

	/** Saves changed settings as the editor does, which activates the workflow again. */
	edit(id: string, change: Partial<TriggerSettings>): void {
		const expectation = this.simulation.expectations.get(id) as Expectation;
		const before = expectation.settings;
		expectation.settings = { ...before, ...change };
		expectation.forgetOthers();
		this.simulation.trace.log(`${id} is edited: ${Object.keys(change).join(', ')}`);
		const stored = this.simulation.n8n.database.workflow(id);
		stored.trigger = { ...stored.trigger, parameters: parametersOf(expectation.settings) };
		this.restart(id);
	}

	rename(id: string, name: string): void {
		const stored = this.simulation.n8n.database.workflow(id);
		this.simulation.trace.log(`the trigger of ${id} is renamed`);
		stored.trigger = { ...stored.trigger, name };
		if (this.simulation.setting.profile.polling === 'older')
			this.simulation.expectations.get(id)?.startOver();
		this.restart(id);
	}

	/** Deletes its state, as if the workflow were imported again. */
	loseState(id: string): void {
		const stored = this.simulation.n8n.database.workflow(id);
		this.simulation.trace.log(`the state of ${id} is lost`);
		this.switchOff(id);
		stored.staticData = {};
		delete stored.poller;
		this.simulation.expectations.get(id)?.startOver();
		this.switchOn(id);
	}

	/** Changes the base URL of the credential to the service's other address. */
	moveService(): void {
		const { data } = this.credential;
		const [first, second] = HOSTS.map((host) => `https://${host}`) as [string, string];
		data.baseUrl = data.baseUrl === first ? second : first;
		this.simulation.movedAt = this.simulation.now;
		this.simulation.trace.log(`the credential points to ${data.baseUrl}`);
	}

	kill(): void {
		this.simulation.trace.log('n8n is killed');
		this.simulation.killedAt = this.simulation.now;
		// The next process does not know when these were activated.
		for (const [id, begun] of this.begunBefore) this.simulation.expectations.get(id)?.dueOnceSaved(begun);
		this.begunBefore.clear();
		this.simulation.n8n.kill();
	}

	start(): void {
		this.simulation.trace.log('n8n is started');
		this.simulation.startedAt = this.simulation.now;
		for (const expectation of this.simulation.expectations.values()) {
			if (expectation.isKept) continue;
			expectation.due.clear();
			this.beginAll(expectation, LOOKS_BACK_MS);
		}
		this.simulation.n8n.start();
	}

	/** A hotel is back after more than a day: it starts at the time of the last list without it (docs/trigger.md). */
	propertyReturned(propertyId: string): void {
		const { now } = this.simulation;
		for (const expectation of this.simulation.expectations.values()) {
			if (expectation.settings.selection !== 'all') continue;
			expectation.takeOut(propertyId);
			const listedMs = Math.min(now, expectation.keptAt ?? now) - 15 * MINUTE_MS;
			expectation.begin(propertyId, expectation.isKept ? now : Infinity, listedMs);
		}
	}

	private restart(id: string): void {
		if (!this.simulation.n8n.database.workflow(id).active) return;
		this.simulation.n8n.deactivate(id);
		this.switchOn(id);
	}

	/** Another process may poll before n8n has saved the time of the activation. */
	private get switchedOnEarlierMs(): number {
		const { profile, processes } = this.simulation.setting;
		return profile.polling === 'durable' && processes > 1 ? LOOKS_BACK_MS : SECOND_MS;
	}

	/**
	 * The trigger starts without a saved state: changes from now on are due.
	 * @param earlierMs changes up to this long before may be emitted, too
	 */
	private beginAll(expectation: Expectation, earlierMs: number): void {
		const now = this.simulation.now;
		const mustMs = expectation.isKept ? now : Infinity;
		for (const { id } of this.simulation.openProperties)
			if (expectation.watches(id)) expectation.begin(id, mustMs, now - earlierMs);
	}

	private kept(workflowId: string): void {
		const expectation = this.simulation.expectations.get(workflowId);
		if (!expectation) return;
		if (!expectation.isKept) this.simulation.trace.log(`n8n keeps what ${workflowId} remembers`);
		expectation.keptAt = this.simulation.now;
		for (const due of expectation.due.values()) due.mustMs = Math.min(due.mustMs, this.simulation.now);
	}
}

function triggerNode(id: string, settings: TriggerSettings): INode {
	return {
		id: `${id}-trigger`,
		name: 'Partner Hotel Booking Trigger',
		type: nodeTypeName('partnerHotelTrigger'),
		typeVersion: 1,
		position: [0, 0],
		parameters: parametersOf(settings),
		credentials: CREDENTIALS,
	};
}

function parametersOf(settings: TriggerSettings): INode['parameters'] {
	const { selection, propertyIds, events, output, statuses, startDateMs } = settings;
	const { maxBookings, afterCrash, keepWatching } = settings;
	return {
		propertySelection: selection,
		...(selection === 'one' && { propertyId: { __rl: true, mode: 'id', value: propertyIds[0] } }),
		...(selection === 'several' && { propertyIds }),
		events,
		output,
		...(startDateMs !== undefined && { startFrom: 'date', startDate: instant(startDateMs) }),
		filters: statuses.length > 0 ? { statuses } : {},
		options: { maxBookings, afterCrash, keepWatching },
	} as INode['parameters'];
}
