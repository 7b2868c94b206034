import type { ClientInput, RevocationInput } from './control/access.mts';
import type { BookingChangeInput, NewBookingInput } from './control/bookings.mts';
import type { ClockMoveInput, ClockState } from './control/clock.mts';
import type { FaultInput } from './control/faults.mts';
import type { GuideInput, MessageInput, MessageSummary } from './control/page.mts';
import type {
	GuestDetails,
	RecordedPayment,
	ReservationSummary,
	RoomStayInput,
	RoomStayRecord,
} from './control/pms.mts';
import type { PropertySummary } from './control/properties.mts';
import type { OperationSummary } from './control/report.mts';
import type { ReviewInput } from './control/reviews.mts';
import type { CurrentSettings, SettingsInput } from './control/settings.mts';
import type {
	InventoryInput,
	NewStorageBlockInput,
	NewStorageBookingInput,
	StorageBlockChangeInput,
	StorageBookingChangeInput,
	StorageSummary,
	StoredRecord,
} from './control/storage.mts';
import type { ClientEvents, EmittedEventInput, EventFaultInput, WebhookInput } from './control/webhooks.mts';
import type { ListedFault } from './http/faults.mts';
import type { ReportTotals, RequestRecord } from './http/report.mts';
import type { ListedEventFault } from './webhooks/faults.mts';
import type { HotelEvent } from './world/events/types.mts';
import type { BookingSummary } from './serializers/booking.mts';

export type {
	BookingChangeInput,
	BookingSummary,
	ClientEvents,
	ClientInput,
	EmittedEventInput,
	EventFaultInput,
	FaultInput,
	GuideInput,
	HotelEvent,
	MessageInput,
	NewBookingInput,
	RecordedPayment,
	ReportTotals,
	RequestRecord,
	RoomStayInput,
	WebhookInput,
};

/** The maximum that the sandbox keeps. */
const MAX_RECORDED_REQUESTS = 5_000;

/** A client of the control interface (docs/sandbox/control.md). */
export class SandboxClient {
	/** @param url of the sandbox, without a slash at the end */
	constructor(readonly url: string) {}

	async propertySummaries(): Promise<PropertySummary[]> {
		return await this.control('GET', 'properties');
	}

	async createBooking(propertyId: string, input: NewBookingInput = {}): Promise<BookingSummary> {
		return await this.control('POST', bookingsOf(propertyId), input);
	}

	async createBookings(
		propertyId: string,
		count: number,
		input: Omit<NewBookingInput, 'number'> = {},
	): Promise<BookingSummary[]> {
		return await this.control('POST', bookingsOf(propertyId), { ...input, count });
	}

	async changeBooking(
		propertyId: string,
		number: string,
		input: BookingChangeInput = {},
	): Promise<BookingSummary> {
		return await this.control('PATCH', bookingOf(propertyId, number), input);
	}

	async cancelBooking(propertyId: string, number: string): Promise<BookingSummary> {
		return await this.control('POST', `${bookingOf(propertyId, number)}/cancel`);
	}

	/** Requests for the detail get a 404 from then on; the summary stays in the feed. */
	async removeDetail(propertyId: string, number: string): Promise<BookingSummary> {
		return await this.control('DELETE', bookingOf(propertyId, number));
	}

	/** The reservations changed last, the latest one last. */
	async reservations(propertyId: string, limit: number): Promise<ReservationSummary[]> {
		return await this.control('GET', `properties/${propertyId}/reservations?limit=${limit}`);
	}

	/** Payments and refunds recorded through the API, oldest first. */
	async payments(propertyId: string): Promise<RecordedPayment[]> {
		return await this.control('GET', `properties/${propertyId}/payments`);
	}

	async guest(propertyId: string, pmsPersonId: string): Promise<GuestDetails> {
		return await this.control('GET', `properties/${propertyId}/guests/${pmsPersonId}`);
	}

	/** Records, changes or withdraws (null) what the front desk does and the API cannot. */
	async changeRoomStay(
		propertyId: string,
		pmsRoomStayId: string,
		input: RoomStayInput,
	): Promise<RoomStayRecord> {
		return await this.control('PATCH', `properties/${propertyId}/room-stays/${pmsRoomStayId}`, input);
	}

	/** What the outside PMS of the property has synchronized. */
	async storage(propertyId: string): Promise<StorageSummary> {
		return await this.control('GET', storageOf(propertyId));
	}

	async createStorageBooking(propertyId: string, input: NewStorageBookingInput = {}): Promise<StoredRecord> {
		return await this.control('POST', `${storageOf(propertyId)}/bookings`, input);
	}

	async changeStorageBooking(
		propertyId: string,
		bookingId: string,
		input: StorageBookingChangeInput = {},
	): Promise<StoredRecord> {
		return await this.control('PATCH', `${storageOf(propertyId)}/bookings/${bookingId}`, input);
	}

	async createStorageBlock(propertyId: string, input: NewStorageBlockInput): Promise<StoredRecord> {
		return await this.control('POST', `${storageOf(propertyId)}/blocks`, input);
	}

	async changeStorageBlock(
		propertyId: string,
		inventoryBlockId: string,
		input: StorageBlockChangeInput = {},
	): Promise<StoredRecord> {
		return await this.control('PATCH', `${storageOf(propertyId)}/blocks/${inventoryBlockId}`, input);
	}

	/** Rooms that the outside PMS takes out of order. */
	async changeStorageInventory(propertyId: string, input: InventoryInput): Promise<void> {
		await this.control('PATCH', `${storageOf(propertyId)}/inventory`, input);
	}

	/** Every operation of the API. */
	async operations(): Promise<OperationSummary[]> {
		return await this.control('GET', 'operations');
	}

	/** Injects a fault into the next matching requests; returns its id. */
	async fault(input: FaultInput): Promise<string> {
		return (await this.control<{ id: string }>('POST', 'faults', input)).id;
	}

	async faults(): Promise<ListedFault[]> {
		return await this.control('GET', 'faults');
	}

	async removeFault(id: string): Promise<void> {
		await this.control('DELETE', `faults/${id}`);
	}

	async clearFaults(): Promise<void> {
		await this.control('DELETE', 'faults');
	}

	async report(): Promise<ReportTotals> {
		return await this.control('GET', 'report');
	}

	async resetReport(): Promise<void> {
		await this.control('DELETE', 'report');
	}

	/** The latest requests whose path contains the text, oldest first. */
	async requests({ last, path }: { last?: number; path?: string } = {}): Promise<RequestRecord[]> {
		const query = new URLSearchParams();
		if (last !== undefined) query.set('last', String(last));
		if (path !== undefined) query.set('path', path);
		return await this.control('GET', `requests?${query.toString()}`);
	}

	/** All recorded requests whose path contains the text, oldest first. */
	async allRequests(path: string): Promise<RequestRecord[]> {
		return await this.requests({ path, last: MAX_RECORDED_REQUESTS });
	}

	/** Changes settings; returns all of them. */
	async settings(input: SettingsInput = {}): Promise<CurrentSettings> {
		return await this.control('PATCH', 'settings', input);
	}

	/** Forgets all requests counted against the rate limits. */
	async forgetLimits(): Promise<void> {
		await this.control('DELETE', 'limits');
	}

	async addClient(input: ClientInput): Promise<void> {
		await this.control('POST', 'clients', input);
	}

	/** An access token as the client would get it now. */
	async issueToken(clientId: string): Promise<{ access_token: string; token_type: string }> {
		return await this.control('POST', `clients/${clientId}/token`);
	}

	async revokeTokens(input: RevocationInput): Promise<void> {
		await this.control('POST', 'tokens/revoke', input);
	}

	/** Sets where the client's events are sent; null = nowhere, and those that wait are dropped. */
	async setWebhook(clientId: string, input: WebhookInput | null): Promise<void> {
		const path = `clients/${encodeURIComponent(clientId)}/webhook`;
		if (input === null) await this.control('DELETE', path);
		else await this.control('POST', path, input);
	}

	/** The client's events, those that wait and those that were acknowledged, and how their delivery goes. */
	async events(clientId: string): Promise<ClientEvents> {
		return await this.control('GET', `clients/${encodeURIComponent(clientId)}/events`);
	}

	/** Emits an event without a change of the sandbox. */
	async emitEvent(propertyId: string, input: EmittedEventInput): Promise<void> {
		await this.control('POST', `properties/${propertyId}/events`, input);
	}

	/** Injects a fault into the next deliveries of events; returns its id. */
	async eventFault(input: EventFaultInput): Promise<string> {
		return (await this.control<{ id: string }>('POST', 'event-faults', input)).id;
	}

	async eventFaults(): Promise<ListedEventFault[]> {
		return await this.control('GET', 'event-faults');
	}

	async clearEventFaults(): Promise<void> {
		await this.control('DELETE', 'event-faults');
	}

	/** Publishes a review; returns its id. */
	async writeReview(propertyId: string, input: ReviewInput = {}): Promise<string> {
		return (await this.control<{ id: string }>('POST', `properties/${propertyId}/reviews`, input)).id;
	}

	/** Moves the hotels' clock ahead; without an input, only reads it. */
	async clock(move?: ClockMoveInput): Promise<ClockState> {
		return await this.control(move === undefined ? 'GET' : 'POST', 'clock', move);
	}

	/** Shows a message of a workflow on the page. */
	async showMessage(input: MessageInput): Promise<void> {
		await this.control('POST', 'messages', input);
	}

	/** The messages that the page shows, the latest first. */
	async messages(): Promise<MessageSummary[]> {
		return await this.control('GET', 'messages');
	}

	/** Sets the links of the page. */
	async setGuide(input: GuideInput): Promise<void> {
		await this.control('POST', 'guide', input);
	}

	/** Sends any request; `path` is what follows `/__sandbox/`. */
	async control<T = void>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/__sandbox/${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`The sandbox answered ${method} ${path}: ${response.status} ${text}`);
		}
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}

function storageOf(propertyId: string): string {
	return `properties/${propertyId}/storage`;
}

function bookingsOf(propertyId: string): string {
	return `properties/${propertyId}/bookings`;
}

function bookingOf(propertyId: string, number: string): string {
	return `${bookingsOf(propertyId)}/${encodeURIComponent(number)}`;
}
