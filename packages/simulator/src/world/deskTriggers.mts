import type { INodeParameters } from 'n8n-workflow';
import { nodeTypeName } from '../host/process.mts';
import { CREDENTIALS } from './administration.mts';
import { MOMENTS_OF_A_DAY, momentsOf, type MomentName } from './moments.mts';
import type { Simulation } from './simulation.mts';

const EVENTS_OF_STAYS = ['checkedIn', 'checkedOut', 'roomChanged'] as const;
const MINUTE_MS = 60_000;

export interface ReservationSettings {
	everyMinutes: number;
	keepWatching: boolean;
	addGuests: boolean;
	/** Without new and cancelled ones, the list at the start is short. */
	watchesMade: boolean;
	watchesCancelled: boolean;
}

/** A trigger node of the PMS that watches all hotels. */
interface DeskTriggerPlan {
	workflowId: string;
	name: string;
	nodeName: string;
	type: string;
	everyMinutes: number;
	parameters: INodeParameters;
	/** Of a guest journey trigger. */
	moments?: readonly MomentName[];
}

export function reservationTrigger(
	workflowId: string,
	{ everyMinutes, keepWatching, addGuests, watchesMade, watchesCancelled }: ReservationSettings,
): DeskTriggerPlan {
	const events = [
		...EVENTS_OF_STAYS,
		...(watchesMade ? ['new'] : []),
		...(watchesCancelled ? ['cancelled'] : []),
	];
	return {
		workflowId,
		name: 'Front desk',
		nodeName: 'Partner Hotel Reservation Trigger',
		type: 'partnerHotelReservationTrigger',
		everyMinutes,
		parameters: { events, output: 'raw', options: { keepWatching, addGuests } },
	};
}

export function guestJourneyTrigger(
	workflowId: string,
	everyMinutes: number,
	moments: readonly MomentName[] = MOMENTS_OF_A_DAY,
): DeskTriggerPlan {
	return {
		workflowId,
		name: 'Guest journey',
		nodeName: 'Partner Hotel Guest Journey Trigger',
		type: 'partnerHotelGuestJourneyTrigger',
		everyMinutes,
		moments,
		parameters: {
			source: 'reservations',
			unitKind: 'roomStay',
			moments: momentsOf(moments),
			options: {},
		},
	};
}

/** The workflow of a trigger of the PMS. Only its moments are ever edited. */
export class DeskTrigger {
	/** When it was activated: what is recorded from then on is due. Undefined = not yet. */
	onSinceMs: number | undefined;
	/** By edited moment: since when it applies. */
	readonly momentsSinceMs = new Map<MomentName, number>();

	constructor(
		private readonly simulation: Simulation,
		private readonly plan: DeskTriggerPlan,
	) {}

	get workflowId(): string {
		return this.plan.workflowId;
	}

	watches(event: string): boolean {
		return (this.plan.parameters['events'] as string[] | undefined)?.includes(event) ?? false;
	}

	/** The moments of a guest journey at the start. */
	get moments(): readonly MomentName[] {
		return this.plan.moments ?? [];
	}

	begin(): void {
		const { workflowId, name, nodeName, type, everyMinutes, parameters } = this.plan;
		this.simulation.n8n.database.workflows.set(workflowId, {
			id: workflowId,
			name,
			timezone: 'UTC',
			active: false,
			everyMinutes,
			trigger: {
				id: `${workflowId}-trigger`,
				name: nodeName,
				type: nodeTypeName(type),
				typeVersion: 1,
				position: [0, 0],
				parameters: { propertySelection: 'all', ...parameters },
				credentials: CREDENTIALS,
			},
			staticData: {},
		});
		this.switchOn();
	}

	/** Saves changed settings as the editor does, which activates the workflow again. */
	editMoments(names: readonly MomentName[]): void {
		const { n8n, trace } = this.simulation;
		const stored = n8n.database.workflow(this.workflowId);
		trace.log(`the moments of ${this.workflowId} are edited: ${names.join(', ')}`);
		const parameters = { ...stored.trigger.parameters, moments: momentsOf(names) };
		stored.trigger = { ...stored.trigger, parameters };
		for (const name of this.moments) if (!names.includes(name)) this.momentsSinceMs.set(name, Infinity);
		n8n.deactivate(this.workflowId);
		this.switchOn(() => {
			for (const name of names)
				if (this.momentsSinceMs.get(name) === Infinity) this.momentsSinceMs.set(name, this.simulation.now);
		});
	}

	/** After an error, a person tries again. */
	private switchOn(isOn: () => void = () => (this.onSinceMs = this.simulation.now)): void {
		const { n8n, time, trace } = this.simulation;
		const again = () => time.after(MINUTE_MS, time.world, () => this.switchOn(isOn));
		if (!n8n.main) return void again();
		void n8n.activate(this.workflowId).then(() => {
			isOn();
			trace.log(`${this.workflowId} is switched on`);
		}, again);
	}
}
