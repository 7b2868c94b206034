import { SlidingWindow, type LoggedRequest } from '../../../nodes/shared/rateLimit/slidingWindow';

const NOW = 100;

/** A second with three slots, of which ours are free again at these times. */
function second(...freeAt: number[]): SlidingWindow {
	return new SlidingWindow(
		{ name: 'second', windowMs: 1_000, limit: 3 },
		freeAt.map((time) => request(time - 1_005)),
	);
}

function minute(...log: LoggedRequest[]): SlidingWindow {
	return new SlidingWindow({ name: 'minute', windowMs: 60_000, limit: 20 }, log);
}

function request(sent: number, arrival = sent): LoggedRequest {
	return { sent, arrival };
}

describe('when the next requests have a slot', () => {
	it.each<[string, number[], number[]]>([
		['none is taken', [], [NOW, NOW, NOW, NOW + 1_005]],
		['one is taken', [400], [NOW, NOW, 400, NOW + 1_005, NOW + 1_005, 400 + 1_005]],
		['one is free again', [NOW, 400], [NOW, NOW, 400]],
		['all are taken, in any order', [500, 300, 400], [300, 400, 500, 300 + 1_005]],
		['more are taken than there are', [300, 400, 500, 600, 700], [500, 600, 700]],
	])('%s', (_, taken, expected) => {
		const slot = second(...taken).slots(NOW);
		expect(expected.map((__, position) => slot(position))).toEqual(expected);
	});

	it('one that took long to arrive counts from then on', () => {
		const window = new SlidingWindow({ name: 'second', windowMs: 1_000, limit: 1 }, [request(-1_800, 90)]);
		expect(window.slots(NOW)(0)).toBe(90 + 1_005);
	});

	it('others have taken all of them', () => {
		const window = second();
		window.observe(request(NOW), 0);
		expect(window.slots(NOW)(0)).toBeCloseTo(NOW + 1_000 / 3);
	});

	it('some may be left to others', () => {
		const slot = second(400).slots(NOW, 2);
		expect([0, 1, 2].map(slot)).toEqual([NOW, 400, NOW + 1_005]);
	});
});

describe('whether nothing counts', () => {
	it.each<[string, number[], boolean]>([
		['without requests', [], true],
		['once all have left the window, the last one at this moment', [NOW - 50, NOW], true],
		['while one has not left it', [NOW - 50, NOW + 1], false],
	])('%s', (_, leaveAt, expected) => {
		expect(second(...leaveAt).isEmpty(NOW)).toBe(expected);
	});

	it('of others: once a window has passed', () => {
		const window = minute();
		window.observe(request(1_000), 7);
		expect([60_999, 61_000].map((now) => window.isEmpty(now))).toEqual([false, true]);
	});
});

describe('what others use', () => {
	it('is nothing as long as nothing was told', () => {
		expect(minute().external(0)).toBe(0);
		expect(minute().toldAt).toBe(-Infinity);
		expect(minute().taken(0)).toEqual([]);
	});

	it('leaves as much until the window is over, though some of it is taken to be free earlier', () => {
		const window = minute(request(1_000), request(40_000));
		window.observe(request(1_000), 7);
		expect([1_000, 31_000, 60_999].map((now) => window.left(now))).toEqual([6, 6, 6]);
		expect([1_000, 31_000].map((now) => window.taken(now).length)).toEqual([14, 8]);
		expect(window.left(61_400)).toBe(19);
	});

	it('is what is used beyond our own requests that may have counted', () => {
		const own = [
			request(-60_400, -60_200),
			request(-60_310, -60_290),
			request(0),
			request(10, 40),
			request(40),
		];
		const window = minute(...own, request(100));
		window.observe(request(10, 40), 12);
		expect(window.external(40)).toBe(20 - 12 - 4);
		window.observe(request(50), -5);
		expect(window.external(50)).toBe(20 - 4);
		window.observe(request(60), 19);
		expect(window.external(60)).toBe(0);
	});

	it('is taken to be spread evenly, and gone after a minute', () => {
		const window = minute();
		window.observe(request(1_000), 17);
		expect(window.taken(1_000)).toEqual([21_000, 41_000, 61_000]);
		expect(window.taken(41_000)).toEqual([61_000]);
		expect(window.external(60_999)).toBe(3);
		expect(window.external(61_000)).toBe(0);
		expect(window.taken(61_000)).toEqual([]);
	});

	it('is what the latest request found, not the latest answer', () => {
		const window = minute();
		window.observe(request(2_000), 15);
		window.observe(request(1_000), 19);
		expect(window.external(2_000)).toBe(5);
		window.observe(request(2_000), 14);
		expect(window.external(2_000)).toBe(6);
		window.observe(request(3_000), 20);
		expect(window.external(3_000)).toBe(0);
	});
});
