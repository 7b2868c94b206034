import { CongestionControl } from '../../../nodes/shared/rateLimit/congestionControl';

const NEVER = -Infinity;

function tenPerSecond(): CongestionControl {
	return new CongestionControl({ name: 'second', windowMs: 1_000, limit: 10 });
}

function answers(control: CongestionControl, count: number, external = 0): void {
	for (let index = 0; index < count; index++) control.responded(0, external);
}

/** Milliseconds between requests, beside others. */
function interval(control: CongestionControl): number {
	return control.next(0, [], 0, true);
}

describe('slow start', () => {
	it('has one request under way, and one more with each answer', () => {
		const control = tenPerSecond();
		expect(control.next(0, [], NEVER, false)).toBe(0);
		expect(control.next(0, [2_000], NEVER, false)).toBe(2_000);
		answers(control, 1);
		expect(control.next(0, [2_000], NEVER, false)).toBe(0);
		expect(control.next(0, [2_000, 2_100], NEVER, false)).toBe(2_000);
	});

	it('begins again after a second without answers, and after a refusal', () => {
		const idle = tenPerSecond();
		answers(idle, 60);
		idle.next(1_000, [], NEVER, false);
		expect(idle.headroom(false)).toBe(0);
		idle.next(1_001, [], NEVER, false);
		expect(idle.headroom(false)).toBe(1);
		const refused = tenPerSecond();
		answers(refused, 60);
		refused.refused(0, 1_000);
		expect(refused.next(1_000, [2_000], NEVER, false)).toBe(2_000);
	});

	it('goes on while answers are long in coming', () => {
		const control = tenPerSecond();
		answers(control, 60);
		control.next(1_500, [2_000], NEVER, false);
		expect(control.headroom(false)).toBe(0);
	});

	it('leaves some slots free, where there are several, until many answers have come', () => {
		const control = tenPerSecond();
		answers(control, 49);
		expect(control.headroom(false)).toBe(1);
		answers(control, 1);
		expect(control.headroom(false)).toBe(0);
		expect(new CongestionControl({ name: 'second', windowMs: 1_000, limit: 3 }).headroom(false)).toBe(0);
	});
});

describe('the rate beside others', () => {
	it('does not hold alone', () => {
		expect(tenPerSecond().next(0, [], 0, false)).toBe(0);
	});

	it('grows by a tenth of the limit each second, up to what others leave', () => {
		const control = tenPerSecond();
		expect(interval(control)).toBe(1_000);
		answers(control, 1, 2);
		expect(interval(control)).toBe(500);
		answers(control, 2, 2);
		expect(interval(control)).toBeCloseTo(1_000 / 2.9);
		answers(control, 50, 2);
		expect(interval(control)).toBeCloseTo(1_000 / 6);
		answers(control, 50, 0);
		expect(interval(control)).toBe(100);
	});

	it('leaves a slot in each second for who begins', () => {
		const control = new CongestionControl({ name: 'second', windowMs: 1_000, limit: 3 });
		expect(control.headroom(true)).toBe(1);
		answers(control, 60);
		expect(control.headroom(true)).toBe(1);
		expect(control.headroom(false)).toBe(0);
	});

	it('is halved by a refusal, and never less than one a second', () => {
		const control = tenPerSecond();
		answers(control, 100);
		control.refused(-1_000, 1_000);
		expect(interval(control)).toBe(200);
		answers(control, 1, 10);
		expect(interval(control)).toBe(1_000);
	});

	it('grows as slowly after many refusals in a row as after the first', () => {
		const control = tenPerSecond();
		for (let refusal = 0; refusal < 5; refusal++) control.refused(-10_000, 1_000);
		expect(interval(control)).toBe(1_000);
		answers(control, 1, 2);
		expect(interval(control)).toBe(500);
	});
});

describe('backoff', () => {
	it('doubles with each refusal in a row, to a bound, and ends with an answer', () => {
		const control = tenPerSecond();
		const waits = [1, 2, 3, 4, 5].map(() => {
			control.refused(0, 1_000);
			return control.next(0, [], NEVER, false);
		});
		expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
		control.responded(8_000, 0);
		control.refused(8_000, 1_000);
		expect(control.next(8_000, [], NEVER, false)).toBe(9_000);
	});
});
