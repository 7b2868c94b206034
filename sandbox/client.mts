/** A booking as the control interface shows it. */
export interface BookingSummary {
	number: string;
	status: string;
	createdDateTime: string;
	modifiedDateTime: string | null;
}

/** What is not wished for is invented. */
export interface BookingWishes {
	number?: string;
	arrivalDate?: string;
	nights?: number;
	roomStays?: number;
	createdDateTime?: string;
	modifiedDateTime?: string;
}

/** What is not mentioned stays. */
export interface BookingChange extends Omit<BookingWishes, 'number' | 'createdDateTime'> {
	status?: 'Active' | 'Cancelled' | 'Unconfirmed';
}

export interface RequestRecord {
	/** Epoch milliseconds of the arrival. */
	at: number;
	method: string;
	path: string;
	query: Record<string, unknown>;
	status: number;
	scope: string;
	clientId: string | null;
	durationMs: number;
}

export interface ReportTotals {
	requests: number;
	byScope: Record<string, number>;
	byStatus: Record<string, number>;
	/** Requests that the rate limits refused. */
	rejectedByScope: Record<string, number>;
	byEndpoint: Record<string, number>;
	tokensIssued: number;
}

/** docs/sandbox.md, Faults. */
export interface Fault {
	kind: 'status' | 'body' | 'reset' | 'cutOff';
	status?: number;
	body?: unknown;
	times?: number;
	/** Share of the requests that it hits. */
	probability?: number;
	/** Whether the work is done before it fails. */
	when?: 'before' | 'after';
	match?: { method?: string; path?: string; scope?: string };
}

export interface Client {
	clientId: string;
	clientSecret: string;
	/** API areas that it is granted. */
	apiAccesses: string[];
}

/** The sandbox's control interface: what guests and hoteliers do, and what the sandbox was asked. */
export class SandboxControl {
	constructor(private readonly url: string) {}

	async createBooking(propertyId: string, wishes: BookingWishes = {}): Promise<BookingSummary> {
		return await this.call<BookingSummary>('POST', bookingsPath(propertyId), wishes);
	}

	/** A change of what was booked: `{}` = any. */
	async changeBooking(
		propertyId: string,
		number: string,
		change: BookingChange = {},
	): Promise<BookingSummary> {
		return await this.call<BookingSummary>('PATCH', `${bookingsPath(propertyId)}/${number}`, change);
	}

	async cancelBooking(propertyId: string, number: string): Promise<BookingSummary> {
		return await this.call<BookingSummary>('POST', `${bookingsPath(propertyId)}/${number}/cancel`, {});
	}

	/** The API no longer has its details; the summary stays in the feed. */
	async deleteDetails(propertyId: string, number: string): Promise<void> {
		await this.call('DELETE', `${bookingsPath(propertyId)}/${number}`);
	}

	/** The reservations changed last. */
	async reservations(
		propertyId: string,
		limit: number,
	): Promise<Array<{ number: string; bookingNumber: string }>> {
		return await this.call('GET', `/properties/${propertyId}/reservations?limit=${limit}`);
	}

	/** Lets the next matching requests fail, or answers them otherwise. */
	async order(fault: Fault): Promise<void> {
		await this.call('POST', '/faults', fault);
	}

	/** No fault that was ordered happens any more. */
	async clearFaults(): Promise<void> {
		await this.call('DELETE', '/faults');
	}

	/** How far the API's clock is ahead of this machine's. */
	async setClock(clockOffsetMs: number): Promise<void> {
		await this.call('PATCH', '/settings', { clockOffsetMs });
	}

	async addClient(client: Client): Promise<void> {
		await this.call('POST', '/clients', client);
	}

	async report(): Promise<ReportTotals> {
		return await this.call<ReportTotals>('GET', '/report');
	}

	async resetReport(): Promise<void> {
		await this.call('DELETE', '/report');
	}

	/** The latest requests whose path contains the text. */
	async requests(pathPart: string, last = 5000): Promise<RequestRecord[]> {
		return await this.call<RequestRecord[]>(
			'GET',
			`/requests?last=${last}&path=${encodeURIComponent(pathPart)}`,
		);
	}

	private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/__sandbox${path}`, {
			method,
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json' },
			}),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The sandbox answered ${method} ${path} with ${response.status}: ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}

function bookingsPath(propertyId: string): string {
	return `/properties/${propertyId}/bookings`;
}
