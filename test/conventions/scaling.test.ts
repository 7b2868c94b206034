import { MAX_BOOKINGS_PAGE } from '../../nodes/shared/api/bookings/bookingsFeed';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';
import type { RateScope, RateWindow } from '../../nodes/shared/rateLimit/windows';
import { readText } from '../support/files';

const page = readText('docs/scaling.md');
/** Without line breaks, which say nothing. */
const text = page.replace(/\s+/g, ' ');

const perSecond = (scope: RateScope) => limitOf(scope, 'second');
const perMinute = (scope: RateScope) => limitOf(scope, 'minute');
const perHour = (scope: RateScope) => limitOf(scope, 'hour');
const number = (value: number) => value.toLocaleString('en');

function limitOf({ windows }: RateScope, name: RateWindow['name']): number {
	return windows.find((window) => window.name === name)?.limit ?? NaN;
}

describe('the page about scaling', () => {
	const { bookingList, bookingDetail, lowestPriceSearch, roomStays, roomStaysWithExtras, token } = rateScopes;
	/** Nine tenths of the limit, for all triggers. */
	const listsAMinute = (perHour(bookingList) * 0.9) / 60;
	const unmentioned: RateScope[] = [rateScopes.reviews, token];
	const mentioned = Object.values<RateScope>(rateScopes).filter((scope) => !unmentioned.includes(scope));

	it.each(mentioned.map((scope) => [scope.label, scope] as const))('has the limits of %s', (label, scope) => {
		const cells = [perSecond(scope), perMinute(scope), perHour(scope)].map(number);
		expect(page).toContain(`| ${label} | ${cells.join(' | ')} |`);
	});

	it.each([
		['minute', 1],
		['5 minutes', 5],
		['15 minutes', 15],
		['hour', 60],
	])('says how many properties can be polled every %s', (interval, minutes) => {
		expect(page).toContain(`| ${interval} | ${number(listsAMinute * minutes)} |`);
	});

	it('says how many bookings can be read in an hour', () => {
		expect(page).toContain(`| with details | 1 | ${number(perHour(bookingDetail))} |`);
		const summaries = perHour(bookingList) * MAX_BOOKINGS_PAGE;
		expect(page).toContain(`| summaries only | 1 for ${number(MAX_BOOKINGS_PAGE)} | ${number(summaries)} |`);
	});

	it.each([
		`Nine tenths of ${number(perHour(bookingList))} lists per hour are ${listsAMinute} per minute`,
		`each of 225 properties is read every ${225 / listsAMinute} minutes`,
		`are used up after ${perHour(bookingDetail) / perMinute(bookingDetail)} minutes`,
		`${number(perHour(bookingDetail))} bookings with details per hour are ${perHour(bookingDetail) / 50} per hour for each of 50 properties, or ${perHour(bookingDetail) / 200} for each of 200`,
		`100,000 bookings once takes ${100_000 / perHour(bookingDetail)} hours with details`,
		`${perHour(lowestPriceSearch)} lowest-price searches per hour, each for up to 200 properties, are ${number(perHour(lowestPriceSearch) * 200)} prices per hour`,
		`${number(perHour(roomStays))} per hour, or ${perHour(roomStaysWithExtras)} with extras`,
		`${perSecond(token)} per second, ${perMinute(token)} per minute, ${perHour(token)} per hour`,
		`so one address can serve ${perHour(token) / 4} clients`,
	])('says: %s', (sentence) => {
		expect(text).toContain(sentence);
	});
});
