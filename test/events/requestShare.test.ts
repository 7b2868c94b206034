import { RequestShare } from '../../nodes/PartnerHotelEventTrigger/requestShare';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';

const { bookingDetail, default: others } = rateScopes;
const PLENTY = 1_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('what events may use of the rate limits', () => {
	let now = 0;
	let share: RequestShare;
	beforeEach(() => {
		now = 0;
		share = new RequestShare(() => now);
	});

	/** How many requests are granted one after another. */
	function taken(client = 'one', scope = bookingDetail, left = PLENTY): number {
		let count = 0;
		while (count < PLENTY && share.take(left, client, scope) === undefined) count += 1;
		return count;
	}

	it('is half of a minute', () => {
		expect(taken()).toBe(100);
		now = MINUTE - 1;
		expect(taken()).toBe(0);
		now = MINUTE;
		expect(taken()).toBe(100);
	});

	it('is half of an hour', () => {
		const perMinute = Array.from({ length: 60 }, (_, minute) => {
			now = minute * MINUTE;
			return taken();
		});
		expect(perMinute.reduce((sum, count) => sum + count)).toBe(2_000);
		expect(perMinute.findIndex((count) => count === 0)).toBe(20);
		now = 60 * MINUTE;
		expect(taken()).toBe(100);
	});

	it('counts for each client and group of methods alone', () => {
		expect(taken('one')).toBe(100);
		expect(taken('two')).toBe(100);
		expect(taken('one', others)).toBe(100);
	});

	it('is nothing of the last quarter of a minute, whoever used the rest', () => {
		expect(taken('one', bookingDetail, 50)).toBe(0);
		expect(share.take(51, 'one', bookingDetail)).toBeUndefined();
	});

	it('says whether it is used up or nothing is left for it', () => {
		expect(share.take(50, 'one', bookingDetail)).toBe('scarce');
		taken();
		expect(share.take(PLENTY, 'one', bookingDetail)).toBe('used');
	});
});
