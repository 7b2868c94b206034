import { Disturbance } from '../../../tools/trials/simulation/rules/disturbance.mts';
import type { Passage } from '../../../tools/trials/simulation/network/network.mts';

const NOW = 1_000_000;

function passage(path: string, more: Partial<Passage['fate']> = {}, answered?: Passage['answered']): Passage {
	const sent = { method: 'GET', url: `https://api.hotel.example${path}`, headers: {} };
	return {
		at: NOW,
		from: 'n8n',
		sent,
		fate: { thereMs: 10, backMs: 10, ...more },
		...(answered && { answered }),
	};
}

function untilAfter(one: Passage): number {
	const disturbance = new Disturbance();
	disturbance.note(one, NOW);
	return disturbance.untilMs - NOW;
}

const LIST = '/api/read-reservation/v1/properties/1/bookings?count=1';
const refused = (headers: Record<string, string>) => ({ instead: { status: 429, headers, body: '{}' } });

describe('what disturbs a search that begins later', () => {
	it.each<[string, number, Passage]>([
		['a request that fails is over when it has ended', 0, passage(LIST, { lost: 'ECONNRESET' })],
		['a refusal lasts as long as it asks for', 30_000, passage(LIST, refused({ 'retry-after': '30' }))],
		['a refusal without a time is over at once', 0, passage(LIST, refused({}))],
		[
			'a token that could not be fetched is not asked for again soon',
			60_000,
			passage('/auth/token', { answer: 'hangs' }),
		],
		['a slow answer disturbs until it has come', 0, passage(LIST, { thereMs: 900, backMs: 200 })],
		['an answer in time does not', -Infinity, passage(LIST, {}, { status: 200, headers: {}, body: '' })],
		[
			'nor do details that are gone',
			-Infinity,
			passage('/a/bookings/7', {}, { status: 404, headers: {}, body: '' }),
		],
	])('%s', (_, expected, one) => expect(untilAfter(one)).toBe(expected));

	it('ends with the one that lasts longest', () => {
		const disturbance = new Disturbance();
		disturbance.note(passage(LIST, refused({ 'retry-after': '30' })), NOW);
		disturbance.note(passage(LIST, { lost: 'ECONNRESET' }), NOW + 1_000);
		expect(disturbance.untilMs).toBe(NOW + 30_000);
	});
});
