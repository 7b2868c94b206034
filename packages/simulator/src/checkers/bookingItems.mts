import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { StoredExecution } from '../host/database.mts';
import type { FetchedTestEvent } from '../world/editors.mts';
import type { FinishedRun } from '../world/executions.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';

const DAY_MS = 86_400_000;
/** The tolerance of floating-point sums. */
const NOISE = 1e-6;

/** Checks the items of a booking: the nights of each room stay, and the details beside its summary. */
export class BookingItems implements Observer {
	constructor(private readonly simulation: Simulation) {}

	onExecution({ workflowId, items = [] }: StoredExecution): void {
		this.expectNights(workflowId, items);
	}

	onTestEvent({ workflowId, items = [] }: FetchedTestEvent): void {
		this.expectNights(`the test event of ${workflowId}`, items);
	}

	onRun({ name, job, run }: FinishedRun): void {
		if (job.resource !== 'booking') return;
		const items = run.outputs.flat().filter(({ json }) => json.error === undefined);
		this.expectNights(name, items);
		for (const { json } of items) this.expectDetails(name, json);
	}

	/** Expects each night once, in order, with shares that add up to the total (README, Output). */
	private expectNights(who: string, items: readonly INodeExecutionData[]): void {
		const stays = new Map<string, IDataObject[]>();
		for (const { json, pairedItem } of items) {
			if (json.date === undefined) continue;
			const { propertyId, number, event, modifiedDateTime, roomStayIndex } = json;
			const key = JSON.stringify([pairedItem, propertyId, number, event, modifiedDateTime, roomStayIndex]);
			stays.set(key, [...(stays.get(key) ?? []), json]);
		}
		for (const nights of stays.values()) {
			const [first = {}] = nights;
			const about = `${who}: room stay ${String(first.roomStayIndex)} of ${String(first.number)}`;
			const dates = nights.map(({ date }) => String(date)).join(', ');
			const stayed = datesOf(first).join(', ');
			if (dates !== stayed) this.found(`${about} has the nights ${dates}, and stays ${stayed}`);
			for (const [share, total] of SHARES) this.expectSum(about, nights, share, total);
		}
	}

	private expectSum(about: string, nights: IDataObject[], share: string, total: string): void {
		const sum = nights.reduce((all, night) => all + Number(night[share]), 0);
		if (Math.abs(sum - Number(nights[0]?.[total])) > NOISE)
			this.found(`${about}: ${share} adds up to ${sum}, ${total} is ${String(nights[0]?.[total])}`);
	}

	/** Expects the details of this booking; they are missing only if they no longer exist. */
	private expectDetails(who: string, { propertyId, number, booking }: IDataObject): void {
		if (booking === undefined) return;
		const about = `${who}: booking ${String(number)} of ${String(propertyId)}`;
		if (booking !== null) {
			const came = (booking as IDataObject).number;
			if (came !== number) this.found(`${about} has the details of ${String(came)}`);
			return;
		}
		const property = this.simulation.api.sandbox.world.property(String(propertyId));
		const known = property && this.simulation.api.sandbox.world.bookings(property).get(String(number));
		if (known?.detailRemoved !== true) this.found(`${about} lacks its details`);
	}

	private found(text: string): void {
		this.simulation.found('booking items', text);
	}
}

const SHARES = [
	['nightTotalBeforeTax', 'totalBeforeTax'],
	['nightTotal', 'total'],
] as const;

/** The dates from arrival to the day before departure. */
function datesOf({ arrivalDateTime, departureDateTime }: IDataObject): string[] {
	const [arrival, departure] = [arrivalDateTime, departureDateTime].map((time) =>
		Date.parse(String(time).slice(0, 10)),
	);
	const nights = ((departure as number) - (arrival as number)) / DAY_MS;
	return Array.from({ length: nights }, (_, night) =>
		new Date((arrival as number) + night * DAY_MS).toISOString().slice(0, 10),
	);
}
