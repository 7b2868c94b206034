import type { INode } from 'n8n-workflow';
import { Random } from '../../../sandbox/world/random.mts';
import { nodeTypeName } from '../host/process.mts';
import { Contract, type TriggerSettings } from './contracts.mts';
import { CLIENT_ID, CREDENTIAL_ID, FIRST_SECRET, HOSTS, instant, type Stage } from './stage.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const CREDENTIALS = { partnerHotelOAuth2Api: { id: CREDENTIAL_ID, name: 'Hotel' } };

/** Whoever runs the installation of n8n: orders given in the editor and at the console. */
export class Administration {
	/** As people keep it: it may be deleted in n8n for now. */
	readonly credential = {
		id: CREDENTIAL_ID,
		name: 'Hotel',
		data: { baseUrl: `https://${HOSTS[0]}`, clientId: CLIENT_ID, clientSecret: FIRST_SECRET },
	};
	private readonly random: Random;
	private workflows = 0;
	/** By workflow that is being switched on: the properties that had begun before. */
	private readonly begunBefore = new Map<string, ReadonlySet<string>>();

	constructor(private readonly stage: Stage) {
		this.random = new Random(stage.setting.seed, 'administration');
		const { n8n } = stage;
		n8n.database.credentials.set(CREDENTIAL_ID, this.credential);
		n8n.database.onKept = (workflowId, node) => {
			const current = n8n.database.workflows.get(workflowId)?.trigger.name;
			// What a poll of before a rename leaves is nothing to the trigger as it is called now.
			if (node === undefined || node === current) this.kept(workflowId);
		};
	}

	get workflowIds(): string[] {
		return [...this.stage.contracts.keys()];
	}

	pickWorkflow(random: Random): string {
		return random.pick(this.workflowIds);
	}

	addWorkflow(settings: TriggerSettings): string {
		this.workflows += 1;
		const id = `workflow-${this.workflows}`;
		this.stage.n8n.database.workflows.set(id, {
			id,
			name: `Bookings ${this.workflows}`,
			timezone: this.random.pick(['UTC', 'Europe/Amsterdam', 'America/New_York']),
			active: false,
			everyMinutes: settings.everyMinutes,
			trigger: triggerNode(id, settings),
			staticData: {},
		});
		this.stage.contracts.set(id, new Contract(id, settings));
		this.switchOn(id);
		return id;
	}

	removeWorkflow(id: string): void {
		this.stage.n8n.deactivate(id);
		this.stage.n8n.database.workflows.delete(id);
		this.stage.contracts.delete(id);
	}

	/** Tries until it works: a person sees the error and tries again. */
	switchOn(id: string): void {
		const { n8n, time, story } = this.stage;
		const stored = n8n.database.workflows.get(id);
		if (!stored || stored.active) return;
		const again = (ms: number) => time.after(ms, time.world, () => this.switchOn(id));
		if (!n8n.main) return void again(MINUTE_MS);
		const contract = this.stage.contracts.get(id) as Contract;
		// Of a start that fails nothing remains with older polling; durable polling may keep its time.
		if (!contract.isKept) contract.due.clear();
		const begun = new Set(contract.due.keys());
		this.begunBefore.set(id, begun);
		this.beginAll(contract);
		story.tell(`${id} is switched on`);
		const failed = (error: Error) => {
			this.begunBefore.delete(id);
			if (this.stage.setting.profile.polling === 'older') contract.keepOnly(begun);
			else contract.beginOnceKept(begun);
			story.tell(`${id} could not be switched on: ${error.message}`);
			again(this.random.integer(1, 3) * MINUTE_MS);
		};
		// What changes once a workflow is on must come (docs/trigger.md, What is stored).
		void n8n.activate(id).then(() => {
			this.begunBefore.delete(id);
			this.kept(id);
		}, failed);
	}

	switchOff(id: string): void {
		this.stage.story.tell(`${id} is switched off`);
		this.stage.n8n.deactivate(id);
	}

	/** As saving in the editor does: what runs is replaced. */
	edit(id: string, change: Partial<TriggerSettings>): void {
		const contract = this.stage.contracts.get(id) as Contract;
		const before = contract.settings;
		contract.settings = { ...before, ...change };
		contract.forgetOthers();
		this.stage.story.tell(`${id} is edited: ${Object.keys(change).join(', ')}`);
		const stored = this.stage.n8n.database.workflow(id);
		stored.trigger = { ...stored.trigger, parameters: parametersOf(contract.settings) };
		this.restart(id);
	}

	rename(id: string, name: string): void {
		const stored = this.stage.n8n.database.workflow(id);
		this.stage.story.tell(`the trigger of ${id} is renamed`);
		stored.trigger = { ...stored.trigger, name };
		if (this.stage.setting.profile.polling === 'older') this.stage.contracts.get(id)?.startAnew();
		this.restart(id);
	}

	/** Its state is gone, as when the workflow was imported again. */
	loseState(id: string): void {
		const stored = this.stage.n8n.database.workflow(id);
		this.stage.story.tell(`the state of ${id} is lost`);
		this.switchOff(id);
		stored.staticData = {};
		delete stored.poller;
		this.stage.contracts.get(id)?.startAnew();
		this.switchOn(id);
	}

	/** To its other address. */
	moveService(): void {
		const { data } = this.credential;
		const [first, second] = HOSTS.map((host) => `https://${host}`) as [string, string];
		data.baseUrl = data.baseUrl === first ? second : first;
		this.stage.story.tell(`the credential points to ${data.baseUrl}`);
	}

	kill(): void {
		this.stage.story.tell('n8n is killed');
		this.stage.killedAt = this.stage.now;
		// Nothing tells the next process when those were switched on.
		for (const [id, begun] of this.begunBefore) this.stage.contracts.get(id)?.beginOnceKept(begun);
		this.begunBefore.clear();
		this.stage.n8n.kill();
	}

	start(): void {
		this.stage.story.tell('n8n is started');
		this.stage.startedAt = this.stage.now;
		for (const contract of this.stage.contracts.values()) {
			if (contract.isKept) continue;
			contract.due.clear();
			this.beginAll(contract);
		}
		this.stage.n8n.start();
	}

	/** The connection has the hotel again after more than a day: it starts from the list before (docs/trigger.md). */
	cameBack(propertyId: string): void {
		const { now } = this.stage;
		for (const contract of this.stage.contracts.values()) {
			if (contract.settings.selection !== 'all') continue;
			contract.takeOut(propertyId);
			const listedMs = Math.min(now, contract.keptAt ?? now) - 15 * MINUTE_MS;
			contract.begin(propertyId, contract.isKept ? now : Infinity, listedMs);
		}
	}

	private restart(id: string): void {
		if (!this.stage.n8n.database.workflow(id).active) return;
		this.stage.n8n.deactivate(id);
		this.switchOn(id);
	}

	/** Nothing of the trigger's has been kept before: what changes from now on is due, and nothing before. */
	private beginAll(contract: Contract): void {
		const now = this.stage.now;
		const mustMs = contract.isKept ? now : Infinity;
		for (const { id } of this.stage.openProperties)
			if (contract.watches(id)) contract.begin(id, mustMs, now - 2 * MINUTE_MS);
	}

	private kept(workflowId: string): void {
		const contract = this.stage.contracts.get(workflowId);
		if (!contract) return;
		if (!contract.isKept) this.stage.story.tell(`n8n keeps what ${workflowId} remembers`);
		contract.keptAt = this.stage.now;
		for (const due of contract.due.values()) due.mustMs = Math.min(due.mustMs, this.stage.now);
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
