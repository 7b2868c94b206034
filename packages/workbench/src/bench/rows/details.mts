import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import { byId } from '../../n8n/workflows.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { Benchmark } from '../benchmark.mts';
import { batchingInWords, httpRequest, ours, type Contender } from '../contender.mts';
import { fastestBatching } from '../minimum.mts';
import { withStack } from '../stacks.mts';
import { pacedRows } from './paced.mts';

const DETAILS = 300;
const limits = SPECIFIED_LIMITS.bookingDetail;
/** A few milliseconds of jitter would make the pauses of HTTP Request too short. */
export const BATCH_MARGIN = 0.02;

export const details: Benchmark = {
	name: 'details',
	title: 'Booking details',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: DETAILS }, async (stack) => {
			const propertyId = stack.sandbox.properties[0]?.id ?? '';
			const pathOf = (number: string) => `/read-reservation/v1/properties/${propertyId}/bookings/${number}`;
			const path = pathOf('{{ $json.value }}');
			const batching = fastestBatching(limits, DETAILS, BATCH_MARGIN);
			return await pacedRows(stack, {
				what: `${DETAILS} booking details`,
				limits,
				values: await bookingNumbers(stack, propertyId, DETAILS),
				propertyId,
				ours: readsDetails(propertyId),
				others: [
					httpRequest('HTTP Request, defaults', { path }),
					httpRequest(batchingInWords(batching), { path, batching }),
				],
				scriptPath: (number) => pathOf(encodeURIComponent(number)),
				target: 1.05,
			});
		}),
};

export function readsDetails(propertyId: string): Contender {
	return ours('Bookings', {
		resource: 'booking',
		operation: 'get',
		propertyId: byId(propertyId),
		number: '={{ $json.value }}',
		output: 'raw',
	});
}

/** The first bookings of a property. */
export async function bookingNumbers(
	{ sandbox }: Stack,
	propertyId: string,
	count: number,
): Promise<string[]> {
	const reservations = await sandbox.control.reservations(propertyId, count);
	if (reservations.length < count)
		throw new Error(`The sandbox has ${reservations.length} bookings, not ${count}.`);
	return reservations.map(({ bookingNumber }) => bookingNumber);
}
