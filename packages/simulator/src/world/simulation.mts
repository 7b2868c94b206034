import { DEFAULT_CLIENT } from '../../../sandbox/src/world/clients.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { installClock } from '../kernel/installClock.mts';
import { VirtualTime, type Owner } from '../kernel/virtualTime.mts';
import { N8n } from '../host/n8n.mts';
import type { Profile } from '../host/process.mts';
import { openHotelApi, type HotelApi } from '../network/hotelApi.mts';
import { Network, pathOf, type Delivery, type Exchange, type HttpRequest } from '../network/network.mts';
import type { Expectation } from './expectations.mts';
import type { Delays } from './delays.mts';
import type { BookingState, Finding, Observer } from './observer.mts';
import { Ledger } from './ledger.mts';
import { Trace } from './trace.mts';

/** Decides what a fault does to a request; undefined = nothing. */
export type NetworkFault = (request: HttpRequest, random: Random) => Partial<Delivery> | undefined;

export interface SimulationSetting {
	seed: number;
	startMs: number;
	hotels: number;
	/** How many hotels the client cannot access at first. */
	hiddenHotels: number;
	bookings: number;
	profile: Profile;
	processes: number;
	/** There are no faults but those that last. */
	isCalm: boolean;
	delays: Delays;
	/** The folder of the built package. */
	built: string;
	/** The trace keeps all lines that contain this text. */
	about?: string;
}

/** The two addresses of the service. A token is valid at one of them only. */
export const HOSTS = ['api.hotel.example', 'gateway.hotel.example'] as const;
export const CREDENTIAL_ID = 'credential-1';
export const CLIENT_ID = 'partner-client';
export const FIRST_SECRET = 'first-secret-of-the-partner-client';

/** A simulated world and its observers. */
export class Simulation {
	readonly networkFaults = new Set<NetworkFault>();
	readonly expectations = new Map<string, Expectation>();
	readonly findings: Finding[] = [];
	/** Bookings whose details fail at the moment. */
	readonly failingDetails = new Set<string>();
	/** By property and reservation: until when its details fail. */
	readonly failingReservations = new Map<string, number>();
	/** Hotels that cannot be read. */
	readonly failingHotels = new Set<string>();
	/** Room stays that a clerk works on: nobody else changes them. */
	readonly takenStays = new Set<string>();
	readonly ledger = new Ledger();
	/** When n8n was killed last. */
	killedAt = -Infinity;
	/** When it was started after that. */
	startedAt = -Infinity;
	/** Whether another program uses the limits of the same client. */
	hasOtherProgram = false;
	/** When the address of the service last changed. */
	movedAt = -Infinity;
	/** The latency of the network, one way. */
	readonly latency = { minMs: 3, maxMs: 40 };
	readonly counts = { requests: 0, refused: 0, executions: 0, changes: 0 };
	private readonly observers: Observer[] = [];

	private constructor(
		readonly setting: SimulationSetting,
		readonly time: VirtualTime,
		readonly api: HotelApi,
		readonly network: Network,
		readonly n8n: N8n,
		readonly trace: Trace,
		private readonly restoreClock: () => void,
	) {}

	static async open(setting: SimulationSetting): Promise<Simulation> {
		const { seed, startMs, hotels, hiddenHotels, bookings, profile, processes, built } = setting;
		const time = new VirtualTime(startMs, owner('world', seed));
		const restoreClock = installClock(time);
		const trace = new Trace(() => time.nowMs, setting.about);
		const api = await openHotelApi({
			world: { seed, properties: hotels + hiddenHotels, bookings, anchorMs: startMs },
		});
		const service = owner('service', seed);
		const random = new Random(seed, 'network');
		const network: Network = new Network(
			time,
			(request) => simulation.deliveryOf(request, random),
			(exchange) => simulation.passed(exchange),
		);
		const respond = async (request: HttpRequest) => {
			const response = await api.respond(request);
			simulation.notify('onServed', { request, response });
			return response;
		};
		for (const host of HOSTS) network.connect(host, service, respond);
		const log = (line: Parameters<NonNullable<Observer['onLog']>>[0]) => simulation.notify('onLog', line);
		const n8n = new N8n({ name: 'n8n', seed, built, profile, processes, time, network, log });
		const simulation: Simulation = new Simulation(setting, time, api, network, n8n, trace, restoreClock);
		simulation.watchService();
		n8n.database.onExecution = (execution) => {
			simulation.counts.executions += 1;
			simulation.notify('onExecution', execution);
		};
		n8n.onPolled = (polled) => simulation.notify('onPolled', polled);
		simulation.observe(trace);
		simulation.observe(simulation.ledger);
		return simulation;
	}

	observe(observer: Observer): void {
		this.observers.push(observer);
	}

	notify<Name extends keyof Observer>(name: Name, fact: Parameters<NonNullable<Observer[Name]>>[0]): void {
		for (const observer of this.observers)
			(observer[name] as ((fact: unknown) => void) | undefined)?.call(observer, fact);
	}

	found(rule: string, text: string): void {
		this.findings.push({ rule, at: this.time.nowMs, text });
	}

	get delays(): Delays {
		return this.setting.delays;
	}

	get now(): number {
		return this.time.nowMs;
	}

	get properties(): readonly Property[] {
		return this.api.sandbox.world.properties;
	}

	/** The properties that the client may access now. */
	get openProperties(): readonly Property[] {
		const allowed = this.api.sandbox.world.clients.get(CLIENT_ID)?.propertyIds ?? [];
		return this.properties.filter(({ id }) => allowed.includes(id));
	}

	/** All properties that the client could access at some time. */
	readonly everOpen = new Set<string>();

	allow(propertyIds: readonly string[], clientSecret = this.secret): void {
		for (const id of propertyIds) this.everOpen.add(id);
		this.api.sandbox.world.apply({
			kind: 'clientAdded',
			client: { ...DEFAULT_CLIENT, clientId: CLIENT_ID, clientSecret, propertyIds: [...propertyIds] },
		});
	}

	get secret(): string {
		return this.api.sandbox.world.clients.get(CLIENT_ID)?.clientSecret ?? FIRST_SECRET;
	}

	async close(): Promise<void> {
		this.restoreClock();
		await this.api.close();
	}

	private deliveryOf(request: HttpRequest, random: Random): Delivery {
		const number = pathOf(request).split('/').at(-1) ?? '';
		const { minMs, maxMs } = this.latency;
		let delivery: Delivery = {
			thereMs: random.integer(minMs, maxMs),
			backMs: random.integer(minMs, maxMs),
		};
		if (this.failingDetails.has(number)) return { ...delivery, ...FAILING_DETAILS };
		for (const networkFault of this.networkFaults) {
			const effect = networkFault(request, random);
			if (effect === undefined) continue;
			const { alter: before } = delivery;
			delivery = { ...delivery, ...effect };
			if (effect.alter === undefined) return delivery;
			if (before) delivery.alter = (response) => (effect.alter as typeof before)(before(response));
		}
		return delivery;
	}

	private passed(exchange: Exchange): void {
		this.counts.requests += 1;
		if (exchange.response?.status === 429) this.counts.refused += 1;
		this.notify('onRequest', exchange);
	}

	private watchService(): void {
		const { world } = this.api.sandbox;
		const apply = world.apply.bind(world);
		world.apply = (change) => {
			apply(change);
			this.notify('onWritten', change);
			if (change.kind === 'bookingCreated')
				this.bookingChanged(change.propertyId, change.booking.number, false);
			if (change.kind === 'detailRemoved') this.bookingChanged(change.propertyId, change.number, true);
			if (change.kind === 'bookingChanged') {
				const unseen = change.change.modifiedMs === undefined;
				this.bookingChanged(change.propertyId, change.change.number, unseen);
			}
		};
	}

	private bookingChanged(propertyId: string, number: string, unseen: boolean): void {
		const property = this.api.sandbox.world.property(propertyId) as Property;
		const booking = this.api.sandbox.world.bookings(property).get(number);
		if (booking === undefined) return;
		this.counts.changes += 1;
		const state: BookingState = {
			at: this.now,
			propertyId,
			number,
			status: booking.status,
			modified: instant(booking.modifiedMs),
			createdMs: booking.createdMs,
			revision: booking.revision,
			gone: booking.detailRemoved === true,
			unseen,
		};
		this.notify('onBooking', state);
	}
}

function owner(name: string, seed: number): Owner {
	const random = new Random(seed, name);
	return { name, clockOffsetMs: 0, alive: true, fraction: () => random.fraction() };
}

const FAILING_DETAILS: Partial<Delivery> = {
	instead: { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' },
	fault: 'single bookings fail',
};

/** A time as the feed writes it. */
export function instant(epochMs: number): string {
	return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
