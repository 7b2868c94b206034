/** What the items of a booking can be. */
export const OUTPUTS = ['details', 'nights', 'roomStays', 'simplified', 'summary'] as const;

/** Settings of a trigger, as far as they decide what must come. */
export interface TriggerSettings {
	selection: 'one' | 'several' | 'all';
	/** The chosen ones; none with all. */
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

/** From when on changes of a property are due. */
export interface DueFrom {
	/** What changed from then on must come. */
	mustMs: number;
	/** What changed before must not come. */
	mayMs: number;
}

/** What a trigger has promised its user, kept beside the trigger by whoever gives the orders. */
export class Expectation {
	/** By property id. */
	readonly due = new Map<string, DueFrom>();
	/** Raised when the trigger starts over, as docs/trigger.md says for that order. */
	generation = 0;
	private readonly takenOut = new Map<string, number>();
	/** When n8n last kept what the trigger remembers, since it started over. */
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

	/** The trigger begins with the property as Start From says. */
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

	/** What else was begun is due from when n8n keeps it. */
	dueOnceSaved(propertyIds: ReadonlySet<string>): void {
		for (const [id, due] of this.due) if (!propertyIds.has(id)) due.mustMs = Infinity;
	}

	/** What else was begun is not. */
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
