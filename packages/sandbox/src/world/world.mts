import type { BookingDetail } from './bookings/detail/types.mts';
import { generateDetail } from './bookings/detail/detail.mts';
import { generateHistory } from './bookings/history.mts';
import {
	generateLivelyBookings,
	LIVELY_ROOMS_PER_TYPE,
	type LivelyBookings,
} from './bookings/livelyHistory.mts';
import { BookingNotes } from './bookings/notes.mts';
import { noteOf } from './bookings/noteOf.mts';
import { BookingStore } from './bookings/store.mts';
import type { Booking } from './bookings/types.mts';
import type { Change } from './changes.mts';
import { DEFAULT_CLIENT, type Client } from './clients.mts';
import { generateContent, type PropertyContent } from './content/content.mts';
import { bookingEvents, type BookingFacts } from './events/bookingEvents.mts';
import { bookingFacts, changedBooking, factsBefore, type ChangedBooking } from './events/changedBooking.mts';
import { Webhooks } from './events/webhooks.mts';
import { Pms } from './pms/pms.mts';
import { PLACES } from './places.mts';
import { generateProperties, type Property } from './properties.mts';
import { READABLE_PLACES } from './readablePlaces.mts';
import type { Corporate } from './reference/corporates.mts';
import type { Review } from './reviews/types.mts';
import { roomTypesByCode } from './storage/codes.mts';
import { storageEvents } from './storage/events.mts';
import { Storage } from './storage/storage.mts';

/** Everything that determines a new world. */
export interface WorldPlan {
	seed: number;
	properties: number;
	/** Per property; ignored if there is an occupancy. */
	bookings: number;
	/** Percent of the rooms that are sold around the anchor; absent = the bookings do not aim at any. */
	occupancy?: number;
	/** Epoch milliseconds: the end of the seeded history. */
	anchorMs: number;
}

/**
 * The one store all areas read: properties with their content and bookings, clients, token generations.
 * Content and history of a property are generated when first needed. All changes go through `apply`, so that
 * replaying them rebuilds the same world.
 */
export class World {
	readonly properties: readonly Property[];
	readonly clients = new Map<string, Client>([[DEFAULT_CLIENT.clientId, DEFAULT_CLIENT]]);
	/** Corporate clients by id. */
	readonly corporates = new Map<string, Corporate>();
	/** Those that the control interface wrote, by property. */
	readonly writtenReviews = new Map<string, Review[]>();
	/** Incremented by a revocation: tokens of an earlier generation are rejected. */
	readonly tokenGeneration = { access: 0, continue: 0 };
	readonly webhooks: Webhooks;
	/** What happened to bookings since the start. */
	readonly notes = new BookingNotes();
	/** Milliseconds by which the hotels' time was moved ahead of the machine's. */
	aheadMs = 0;
	/** Incremented with every change. */
	changeCount = 0;
	private readonly byId: Map<string, Property>;
	private readonly stores = new Map<string, BookingStore>();
	private readonly contents = new Map<string, PropertyContent>();
	private readonly pmsByProperty = new Map<string, Pms>();
	private readonly storages = new Map<string, Storage>();
	/** As they were planned, of worlds with an occupancy. */
	private readonly lively = new Map<string, LivelyBookings>();
	/** Changed bookings of properties whose PMS was not built yet, as they were after each change. */
	private readonly pendingBookings = new Map<string, Booking[]>();

	/** @param record receives every change after it was made */
	constructor(
		readonly plan: WorldPlan,
		private readonly record: (change: Change) => void,
	) {
		this.properties = generateProperties(
			plan.seed,
			plan.properties,
			plan.occupancy === undefined ? PLACES : READABLE_PLACES,
		);
		this.webhooks = new Webhooks(plan.seed, this.clients);
		this.byId = new Map(this.properties.map((property) => [property.id, property]));
	}

	property(propertyId: string): Property | undefined {
		return this.byId.get(propertyId);
	}

	bookings(property: Property): BookingStore {
		return getOrCreate(
			this.stores,
			property.id,
			() => new BookingStore(property.id, this.historyOf(property)),
		);
	}

	/** The PMS of the property: built when first needed, as if it had been there from the start. */
	pms(property: Property): Pms {
		return getOrCreate(this.pmsByProperty, property.id, () => {
			const { seed, bookings, occupancy, anchorMs } = this.plan;
			const content = this.content(property);
			const history = this.historyOf(property);
			const size =
				occupancy === undefined
					? { bookings }
					: {
							bookings: history.length,
							roomsPerType: LIVELY_ROOMS_PER_TYPE,
							attendedUntilMs: anchorMs,
						};
			const pms = new Pms({ seed, ...size, property: content.record.own, rules: content }, history);
			for (const booking of this.pendingBookings.get(property.id) ?? []) pms.updateBooking(booking);
			this.pendingBookings.delete(property.id);
			return pms;
		});
	}

	/** What the outside PMS of the property has synchronized. */
	storage(property: Property): Storage {
		return getOrCreate(this.storages, property.id, () => {
			const { seed, bookings, anchorMs } = this.plan;
			const roomTypes = [...roomTypesByCode(this.content(property).record.own)];
			const { byType } = this.pms(property).inventory;
			const { currency, nightPrice } = property.place;
			return new Storage({
				seed,
				propertyId: property.id,
				bookings,
				anchorMs,
				roomTypeCodes: roomTypes.map(([code]) => code),
				roomNumbers: new Map(
					roomTypes.map(([code, id]) => [code, (byType.get(id) ?? []).map((room) => room.displayName)]),
				),
				currency,
				nightPrice,
			});
		});
	}

	/** Number of bookings, without generating the history just to count it. */
	bookingCount(property: Property): number {
		if (this.plan.occupancy !== undefined) return this.bookings(property).feed.size;
		return this.stores.get(property.id)?.feed.size ?? this.plan.bookings;
	}

	/** The bookings that guests will make after the anchor, in that order; only in worlds with an occupancy. */
	bookingsToCome(property: Property): readonly Booking[] {
		const { occupancy } = this.plan;
		return occupancy === undefined ? [] : this.livelyBookings(property, occupancy).toCome;
	}

	hasOpenedPms(property: Property): boolean {
		return this.pmsByProperty.has(property.id);
	}

	hasOpenedBookings(property: Property): boolean {
		return this.stores.has(property.id);
	}

	/** Whether the booking may exist, without generating a history to find out. */
	hasShownBooking(property: Property, number: string): boolean {
		return this.stores.get(property.id)?.get(number) !== undefined;
	}

	content(property: Property): PropertyContent {
		const year = new Date(this.plan.anchorMs).getUTCFullYear();
		return getOrCreate(this.contents, property.id, () => generateContent(this.plan.seed, property, year));
	}

	detail(property: Property, booking: Booking): BookingDetail {
		const content = this.content(property);
		return generateDetail(booking, {
			seed: this.plan.seed,
			property: content.record.own,
			rules: content,
			nightPrice: property.place.nightPrice,
			...(property.place.latinNames !== undefined && { latinNames: property.place.latinNames }),
		});
	}

	/** Makes and records a change. */
	apply(change: Change): void {
		this.replay(change);
		this.record(change);
	}

	/** Makes a change that is recorded already, with its events. */
	replay(change: Change): void {
		const booking = this.webhooks.isEmpty ? undefined : changedBooking(this, change);
		const before = booking && factsBefore(this, booking, change);
		if (change.kind === 'storageWritten') this.addStorageEvents(change);
		this.make(change);
		this.changeCount += 1;
		this.notes.add(noteOf(this, change));
		if (booking !== undefined) this.addEvents(booking, before);
	}

	private make(change: Change): void {
		switch (change.kind) {
			case 'bookingCreated':
				this.updatePms(change.propertyId, this.storeOf(change.propertyId).create(change.booking));
				return;
			case 'bookingChanged': {
				const store = this.storeOf(change.propertyId);
				const booking = bookingOf(store, change.change.number);
				this.updatePms(change.propertyId, store.change(booking, change.change, change.atMs));
				return;
			}
			case 'detailRemoved': {
				const store = this.storeOf(change.propertyId);
				store.removeDetail(bookingOf(store, change.number));
				return;
			}
			case 'pmsWritten':
				this.pms(this.existing(change.propertyId)).write(change.change, change.atMs);
				return;
			case 'storageWritten':
				this.storage(this.existing(change.propertyId)).write(change.change, change.atMs);
				return;
			case 'reviewWritten':
				getOrCreate(this.writtenReviews, change.propertyId, () => []).push(change.review);
				return;
			case 'corporateCreated':
				this.corporates.set(change.corporate.id, change.corporate);
				return;
			case 'clientAdded':
				this.clients.set(change.client.clientId, change.client);
				return;
			case 'tokensRevoked':
				if (change.accessTokens) this.tokenGeneration.access += 1;
				if (change.continueTokens) this.tokenGeneration.continue += 1;
				return;
			case 'webhookSet':
				this.webhooks.set(change.clientId, change.webhook);
				return;
			case 'eventEmitted':
				this.webhooks.add(change.propertyId, [change.event], change.atMs);
				return;
			case 'clockMoved':
				this.aheadMs = change.aheadMs;
				return;
			case 'eventsAcknowledged':
				this.webhooks.acknowledge(change.clientId, change.through);
		}
	}

	private addEvents(changed: ChangedBooking, before: BookingFacts | undefined): void {
		const after = bookingFacts(this, changed);
		if (after === undefined) return;
		const { property, number, atMs } = changed;
		const payload = { BookingNumber: number, PropertyId: property.id };
		const contents = bookingEvents(before, after).map((eventType) => ({ eventType, payload }));
		this.webhooks.add(property.id, contents, atMs);
	}

	/** Before the change is made. */
	private addStorageEvents({ propertyId, change, atMs }: Extract<Change, { kind: 'storageWritten' }>): void {
		if (this.webhooks.isEmpty) return;
		const contents = storageEvents(propertyId, this.storage(this.existing(propertyId)), change);
		this.webhooks.add(propertyId, contents, atMs);
	}

	private updatePms(propertyId: string, booking: Booking): void {
		const pms = this.pmsByProperty.get(propertyId);
		if (pms === undefined) getOrCreate(this.pendingBookings, propertyId, () => []).push({ ...booking });
		else pms.updateBooking(booking);
	}

	/** Returns a copy, because bookings change. */
	private historyOf(property: Property): Booking[] {
		const { seed, bookings, occupancy, anchorMs } = this.plan;
		if (occupancy === undefined) return generateHistory(seed, property.id, bookings, anchorMs);
		return this.livelyBookings(property, occupancy).history.map((booking) => ({ ...booking }));
	}

	private livelyBookings(property: Property, occupancy: number): LivelyBookings {
		const { seed, anchorMs } = this.plan;
		return getOrCreate(this.lively, property.id, () => {
			const content = this.content(property);
			const setting = { seed, property: content.record.own, rules: content };
			return generateLivelyBookings(setting, occupancy, anchorMs);
		});
	}

	private storeOf(propertyId: string): BookingStore {
		return this.bookings(this.existing(propertyId));
	}

	private existing(propertyId: string): Property {
		const property = this.property(propertyId);
		if (property === undefined) throw new Error(`The sandbox has no property ${propertyId}`);
		return property;
	}
}

function bookingOf(store: BookingStore, number: string): Booking {
	const booking = store.get(number);
	if (booking === undefined) throw new Error(`The sandbox has no booking ${number}`);
	return booking;
}

function getOrCreate<T>(known: Map<string, T>, key: string, create: () => T): T {
	const value = known.get(key) ?? create();
	known.set(key, value);
	return value;
}
