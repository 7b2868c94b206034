import { pageBudget } from '../../nodes/PartnerHotelTrigger/pageBudget';

describe('the page budget', () => {
	it.each([
		['a minute', 60_000, 50],
		['five minutes', 300_000, 250],
		['a day', 86_400_000, 400],
		['a second', 1_000, 10],
		['an unknown time', undefined, 50],
	])('after %s a poll may read a share of the pages that can be kept up for ever', (_, since, pages) => {
		expect(pageBudget(since)).toBe(pages);
	});
});
