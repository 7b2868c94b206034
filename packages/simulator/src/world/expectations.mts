/** The forms in which a trigger can emit a booking. */
export const OUTPUTS = ['details', 'nights', 'roomStays', 'simplified', 'summary'] as const;

/** The settings of a trigger that decide what it must emit. */
export interface TriggerSettings {
	selection: 'one' | 'several' | 'all';
	/** The chosen properties; empty with `all`. */
	propertyIds: string[];
	events: string[];
	output: (typeof OUTPUTS)[number];
	statuses: string[];
	maxBookings: number;
	afterCrash: 'skip' | 'handOverAgain';
	keepWatching: boolean;
	everyMinutes: number;
	/** Epoch milliseconds of the Start Date; undefined = Now. */
	startDateMs?: number;
}

/** Since when changes of a property are due. */
export interface DueFrom {
	/** Changes since then must be emitted. */
	mustMs: number;
	/** Changes before then must not be emitted. */
	mayMs: number;
}

/** What a trigger must emit, derived from what people did with it. */
export class Expectation {
	/** By property id. */
	readonly due = new Map<string, DueFrom>();
	/** Incremented whenever the trigger starts over (docs/trigger.md). */
	generation = 0;
	private readonly takenOut = new Map<string, number>();
	/** When n8n last saved the state of the trigger since it started over. */
	keptAt: number | undefined;

	constructor(
		readonly workflowId: string,
		public settings: TriggerSettings,
	) {}

	get isKept(): boolean {
		return this.keptAt !== undefined;
	}

	watches(propertyId: string): boolean {
		return this.settings.selection === 'all' || this.settings.propertyIds.includes(propertyId);
	}

	/** The trigger starts to watch the property, from the time that Start From says. */
	begin(propertyId: string, mustMs: number, mayMs: number): void {
		const { startDateMs } = this.settings;
		const due = startDateMs === undefined ? { mustMs, mayMs } : { mustMs: startDateMs, mayMs: startDateMs };
		if (!this.due.has(propertyId)) this.due.set(propertyId, due);
	}

	/** Properties that are no longer watched are forgotten. */
	forgetOthers(): void {
		for (const id of [...this.due.keys()]) {
			if (!this.watches(id)) this.takeOut(id);
		}
	}

	takeOut(propertyId: string): void {
		this.due.delete(propertyId);
		this.takenOut.set(propertyId, this.timesTakenOut(propertyId) + 1);
	}

	/** Changes of all other properties are due only once n8n has saved the state. */
	dueOnceSaved(propertyIds: ReadonlySet<string>): void {
		for (const [id, due] of this.due) if (!propertyIds.has(id)) due.mustMs = Infinity;
	}

	/** Drops all other properties. */
	keepOnly(propertyIds: ReadonlySet<string>): void {
		for (const id of [...this.due.keys()]) if (!propertyIds.has(id)) this.due.delete(id);
	}

	timesTakenOut(propertyId: string): number {
		return this.takenOut.get(propertyId) ?? 0;
	}

	startOver(): void {
		this.due.clear();
		this.generation += 1;
		this.keptAt = undefined;
	}
}
