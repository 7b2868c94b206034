import type { ApiRequest, ErrorTexts } from '../transport/types';
import type { ReadBack } from './readBack';

/** A request that changes hotel data, as an operation states it. */
export interface Write {
	/** What is written, without personal data: "Payment of 100.00 EUR". */
	subject: string;
	request: ApiRequest;
	errors?: ErrorTexts;
	/** Where a person sees whether it was made; completes "Do not repeat it; …". */
	howToCheck: string;
	/** What makes two writes of an operation the same: the stay, the amount. Times of the moment are no part of it. */
	identity: readonly unknown[];
	/** Idempotency key; empty for none. */
	key?: string;
	/**
	 * Checks against the hotel's records, before it is sent; not asked if it was carried out before, because that
	 * changed the records.
	 */
	permit?: () => Promise<void>;
	/** @throws ResponseError for a successful response that does not show that the write was made */
	check?: (body: unknown) => void;
	/** Absent where the API has no way to look. */
	readBack?: ReadBack;
}

/** A write that was carried out. */
export interface Written {
	/** The response; absent if it was lost, or if the write was carried out before. */
	body?: unknown;
	/** It was carried out before, with the same idempotency key. */
	repeated?: true;
	/** The response was lost: the hotel's records show that it was made. */
	readBack?: true;
}
