import { Disturbance } from '../../src/checkers/disturbance.mts';
import type { Exchange } from '../../src/network/network.mts';

const NOW = 1_000_000;

function exchange(
	path: string,
	more: Partial<Exchange['delivery']> = {},
	response?: Exchange['response'],
): Exchange {
	const request = { method: 'GET', url: `https://api.hotel.example${path}`, headers: {} };
	return {
		at: NOW,
		from: 'n8n',
		request,
		delivery: { thereMs: 10, backMs: 10, ...more },
		...(response && { response }),
	};
}

function untilAfter(one: Exchange): number {
	const disturbance = new Disturbance();
	disturbance.add(one, NOW);
	return disturbance.untilMs - NOW;
}

const LIST = '/api/read-reservation/v1/properties/1/bookings?count=1';
const refused = (headers: Record<string, string>) => ({ instead: { status: 429, headers, body: '{}' } });

describe('what disturbs a search that begins later', () => {
	it.each<[string, number, Exchange]>([
		['a request that fails is over when it has ended', 0, exchange(LIST, { lost: 'ECONNRESET' })],
		['a refusal lasts as long as it asks for', 30_000, exchange(LIST, refused({ 'retry-after': '30' }))],
		['a refusal without a time is over at once', 0, exchange(LIST, refused({}))],
		[
			'a token that could not be fetched is not asked for again soon',
			60_000,
			exchange('/auth/token', { responseFault: 'hangs' }),
		],
		['a slow answer disturbs until it has come', 0, exchange(LIST, { thereMs: 900, backMs: 200 })],
		['an answer in time does not', -Infinity, exchange(LIST, {}, { status: 200, headers: {}, body: '' })],
		[
			'nor do details that are gone',
			-Infinity,
			exchange('/a/bookings/7', {}, { status: 404, headers: {}, body: '' }),
		],
	])('%s', (_, expected, one) => expect(untilAfter(one)).toBe(expected));

	it('ends with the one that lasts longest', () => {
		const disturbance = new Disturbance();
		disturbance.add(exchange(LIST, refused({ 'retry-after': '30' })), NOW);
		disturbance.add(exchange(LIST, { lost: 'ECONNRESET' }), NOW + 1_000);
		expect(disturbance.untilMs).toBe(NOW + 30_000);
	});
});
