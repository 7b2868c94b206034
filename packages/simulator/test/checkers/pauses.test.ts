import type { Exchange } from '../../src/network/network.mts';
import { Pauses } from '../../src/checkers/pauses.mts';

const URL = 'https://api.hotel.example/api/content/v1/properties';
const refused = { status: 429, headers: { 'retry-after': '5' }, body: '{}' };

function request(at: number, more: Partial<Exchange> = {}): Exchange {
	return {
		at,
		from: 'n8n 1',
		request: { method: 'GET', url: URL, headers: {} },
		delivery: { thereMs: 10, backMs: 10 },
		...more,
	};
}

function after(first: Exchange, second: Exchange, scope = 'default'): number | undefined {
	const pauses = new Pauses();
	pauses.note(first, 'default');
	return pauses.note(second, scope);
}

describe('the pause after a 429', () => {
	it('is broken by a request before it is over', () => {
		expect(after(request(0, { response: refused }), request(1_000))).toBeCloseTo(4_950);
	});

	it('is kept by one that comes after it, or was on its way when the refusal came', () => {
		expect(after(request(0, { response: refused }), request(5_030))).toBeUndefined();
		expect(after(request(0, { response: refused }), request(45))).toBeUndefined();
	});

	it('is not broken by what n8n repeats by itself after a 401, once', () => {
		const pauses = new Pauses();
		const url = `${URL}/1024`;
		const unauthorized = { status: 401, headers: {}, body: '{}' };
		const again = (at: number) =>
			request(at, { request: { method: 'GET', url, headers: {} }, response: unauthorized });
		pauses.note(again(0), 'default');
		pauses.note(request(10, { response: refused }), 'default');
		expect(pauses.note(again(1_000), 'default')).toBeUndefined();
		expect(pauses.note(again(2_000), 'default')).toBeCloseTo(4_950);
	});

	it('is that of a process and a scope', () => {
		expect(after(request(0, { response: refused }), request(1_000, { from: 'n8n 2' }))).toBeUndefined();
		expect(after(request(0, { response: refused }), request(1_000), 'bookingList')).toBeUndefined();
	});

	it('is none that was lost on its way back, or asked for no time', () => {
		const lost = request(0, {
			response: refused,
			delivery: { thereMs: 10, backMs: 10, responseFault: 'reset' },
		});
		expect(after(lost, request(1_000))).toBeUndefined();
		const timeless = request(0, { response: { ...refused, headers: {} } });
		expect(after(timeless, request(1_000))).toBeUndefined();
	});

	it('is none whose refusal came when the process waited no longer', () => {
		expect(after(request(0, { response: refused, endedAt: 15 }), request(1_000))).toBeUndefined();
		expect(after(request(0, { response: refused, endedAt: 20 }), request(1_000))).toBeCloseTo(4_950);
	});
});
