import type { IExecuteFunctions } from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';
import { reserveIdentical } from './identicalWrites';
import { isKeyUsed, reserveKey } from './keys';
import { MarksInMemory, storeOf, type MarkStore } from './marks';
import type { Outcome } from './outcome';
import type { FreeReservation, Reservation } from './reservation';

export type { Reservation };

export interface WriteIdentity {
	/**
	 * What makes two writes identical, as plain text: recipient (base URL and client ID), operation, property, stay,
	 * amount, currency, direction… Never shown, and stored as a hash only.
	 */
	fingerprint: string;
	/** Entered by the user or the workflow, such as an invoice number; '' or absent: none. */
	key?: string;
	/** How long an identical write is refused after one whose outcome is not known; 0: never. */
	refuseWithinMs: number;
}

/** Of all workflows: identical writes, and keys where n8n stores nothing. */
const inMemory = new MarksInMemory();

/**
 * Asks, before a write is sent, whether an earlier one forbids it, and remembers it. Keys are unique in a workflow, and
 * stored in n8n's database. Identical writes are recognized in this process, and those of the same node in any process.
 *
 * n8n's store reads and then writes, without a lock. Within a process only one write at a time asks. Two processes that
 * ask for the same key at the same moment notice each other, unless one takes longer from reading to writing than the
 * other one for all of its asking: then both are told that they may send.
 * @throws ParameterError for a key that cannot be stored
 */
export async function reserveWrite(
	context: IExecuteFunctions,
	{ fingerprint, key, refuseWithinMs }: WriteIdentity,
	now = Date.now(),
): Promise<Reservation> {
	const steps = [
		...(key ? [async () => await reserveInWorkflow(context, key, fingerprint)] : []),
		async () => await reserveIdentical(inMemory, fingerprint, refuseWithinMs, now),
		async () => await reserveInNode(context, fingerprint, refuseWithinMs, now),
	];
	const reserved: FreeReservation[] = [];
	for (const step of steps) {
		const reservation = await step();
		if (reservation.state !== 'free') {
			await Promise.allSettled(reserved.map(async (one) => await one.settle('notDone')));
			return reservation;
		}
		reserved.push(reservation);
	}
	return { state: 'free', settle: async (outcome) => await settleAll(reserved, outcome) };
}

/** Whether an earlier write of the workflow has used the key; true also if that cannot be found out. */
export async function wasKeyUsed(context: IExecuteFunctions, key: string): Promise<boolean> {
	return await isKeyUsed(keyStoreOf(context), keyScopeOf(context), key).catch(() => true);
}

function keyStoreOf(context: IExecuteFunctions): MarkStore {
	return storeOf(context, 'workflow') ?? inMemory;
}

function keyScopeOf(context: IExecuteFunctions): string {
	return String(context.getWorkflow().id);
}

/** One that fails keeps none of the others from being settled. */
async function settleAll(reserved: readonly FreeReservation[], outcome: Outcome): Promise<void> {
	const settled = await Promise.allSettled(reserved.map(async (one) => await one.settle(outcome)));
	const failed = settled.find((one) => one.status === 'rejected');
	if (failed) throw failed.reason;
}

async function reserveInWorkflow(
	context: IExecuteFunctions,
	key: string,
	fingerprint: string,
): Promise<Reservation> {
	const reserved = reserveKey(keyStoreOf(context), keyScopeOf(context), key, fingerprint);
	return await reserved.catch((error) => {
		warn(context, 'An idempotency key could not be stored, so nothing was sent', error);
		throw new ParameterError(
			'idempotencyKey',
			key,
			'could not be stored by n8n',
			"Nothing was sent. Save the workflow if it is new. If it has a Remove Duplicates node with the scope 'Workflow' that compares with a stored value or date, set that to the scope 'Node', and clear its history. Otherwise look into the log of n8n: its database may be out of reach.",
		);
	});
}

/** The memory of this process does without it. */
async function reserveInNode(
	context: IExecuteFunctions,
	fingerprint: string,
	refuseWithinMs: number,
	now: number,
): Promise<Reservation> {
	const store = storeOf(context, 'node');
	const none: Reservation = { state: 'free', settle: async () => await Promise.resolve() };
	if (!store) return none;
	return await reserveIdentical(store, fingerprint, refuseWithinMs, now).catch((error) => {
		warn(context, 'Only this process recognizes a write that is sent again', error);
		return none;
	});
}

function warn(context: IExecuteFunctions, text: string, error: unknown): void {
	context.logger.warn(`Partner Hotel: ${text}: ${error instanceof Error ? error.message : String(error)}`);
}
