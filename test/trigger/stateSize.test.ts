import { deepCopy } from 'n8n-workflow';

import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { SUMMARY_ALONE } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { startProperty, type PropertyState } from '../../nodes/PartnerHotelTrigger/propertyState';
import { forgetOld } from '../../nodes/PartnerHotelTrigger/retention';
import { boundBookingMemory, stateFormat, type TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';
import { readText } from '../support/files';
import { settle } from '../support/propertyStates';
import { instant, price, START, summary } from '../support/summaries';

/** So many changes, spread evenly over days, all settled with details; every property is alike. */
function busyState(properties: number, changesADay: number, days: number): TriggerState {
	const property = startProperty({ lastModification: instant(START) });
	for (let index = 0; index < changesADay * days; index++) {
		const one = summary('1000', index, START + Math.floor((index * 86_400) / changesADay));
		absorbPage(property, {
			continueToken: 'c'.repeat(120),
			hasMoreData: false,
			bookingSummaries: [one],
			unreadable: 0,
		});
		property.backlog = [];
		settle(property, one, price(index));
	}
	forgetOld(property);
	const state: TriggerState = emptyState(stateFormat);
	for (let id = 1000; id < 1000 + properties; id++) state.properties[String(id)] = deepCopy(property);
	return state;
}

/** A booking as most are: one room, a price of four digits. */
const details = {
	currencyCode: 'EUR',
	total: { priceAfterTax: 1234.5 },
	roomStays: [
		{
			stayDates: { arrivalDateTime: '2026-05-10T15:00', departureDateTime: '2026-05-12T12:00' },
			roomType: { id: '7' },
			guestCount: { adultCount: 2, childAges: [] },
		},
	],
};

const size = (state: TriggerState) => JSON.stringify(state).length;

describe('the size of the state', () => {
	it('one busy property, 1,000 changes a day for a week and a full page that waits: under 150 KB', () => {
		const state = busyState(1, 1000, 7);
		const backlog = Array.from({ length: 200 }, (_, index) => summary('1000', index, START));
		Object.values(state.properties)[0]?.backlog.push(...backlog);
		expect(size(state)).toBeLessThan(150_000);
		expect(Object.keys(state.properties['1000']?.seen ?? {}).length).toBeGreaterThan(2000);
	});

	it('200 properties with 100 changes a day each: under 2.5 MB', () => {
		const state = busyState(200, 100, 4);
		expect(boundBookingMemory(state)).toBe(false);
		expect(size(state)).toBeLessThan(2_500_000);
		expect(size(state)).toBeGreaterThan(1_000_000);
	});

	it('stays bounded however much changes', () => {
		const state = busyState(30, 2000, 3);
		expect(size(state)).toBeGreaterThan(2_500_000);
		const newest = summary('1000', 5999, START + Math.floor((5999 * 86_400) / 2000));
		expect(boundBookingMemory(state)).toBe(true);
		expect(size(state)).toBeLessThan(2_500_000);
		expect(settle(state.properties['1029'] as PropertyState, newest, price(5999))).toBeUndefined();
	});

	it('is bounded too where the feed shows no times at all', () => {
		const state: TriggerState = emptyState(stateFormat);
		const property = startProperty({});
		state.properties['1'] = property;
		for (let index = 0; index < 60_000; index++) settle(property, { number: `n${index}` }, price(index));
		boundBookingMemory(state);
		expect(Object.keys(property.seen)).toHaveLength(45_000);
		expect(settle(property, { number: 'n59999' }, price(59_999))).toBeUndefined();
		expect(settle(property, { number: 'n0' }, price(0))).toBe('new');
	});

	it.each([
		['31 bytes each', SUMMARY_ALONE],
		['53 with details', details],
	] as const)('is as documented: %s', (text, known) => {
		const most = 1_000;
		const property = startProperty({});
		for (let index = 0; index < most; index++) {
			settle(property, summary('1000', index, START + index), known);
		}
		const bytes = JSON.stringify(property.seen).length / most;
		expect(text).toContain(String(Math.round(bytes)));
		expect(readText('docs/trigger.md')).toContain(text);
		expect(readText('docs/scaling.md').replace(/\s+/g, ' ')).toContain(
			'53 bytes per booking with details, 31 without',
		);
	});

	it('holds no booking numbers once everything is settled', () => {
		expect(JSON.stringify(busyState(1, 10, 1))).not.toContain('20260301-1000-');
	});
});
