import { deepCopy } from 'n8n-workflow';

import type { BookingSummary } from '../../nodes/shared/bookingsFeed';
import {
	absorbPage,
	settle,
	startProperty,
	tidy,
	type PropertyState,
} from '../../nodes/PartnerHotelTrigger/poll';
import { inTurn, listAllowance, nextTurn } from '../../nodes/PartnerHotelTrigger/round';
import {
	boundState,
	emptyState,
	isFromNewerVersion,
	keepOnly,
	readState,
	type TriggerState,
} from '../../nodes/PartnerHotelTrigger/state';

const START = Date.UTC(2026, 2, 1) / 1000;

function instant(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

function summary(propertyId: string, index: number, seconds: number): BookingSummary {
	return {
		number: `20260301-${propertyId}-${100_000_000 + index}`,
		propertyId,
		status: 'Active',
		createdDateTime: instant(seconds),
		modifiedDateTime: instant(seconds),
	};
}

/** So many changes, spread evenly over days, all settled with details; every property is alike. */
function busyState(properties: number, changesADay: number, days: number): TriggerState {
	const property = startProperty({ lastModification: instant(START) });
	for (let index = 0; index < changesADay * days; index++) {
		const one = summary('1000', index, START + Math.floor((index * 86_400) / changesADay));
		absorbPage(property, { continueToken: 'c'.repeat(120), hasMoreData: false, bookingSummaries: [one] });
		property.backlog = [];
		settle(property, one, { index });
	}
	tidy(property, true);
	const state = emptyState();
	for (let id = 1000; id < 1000 + properties; id++) state.properties[String(id)] = deepCopy(property);
	return state;
}

const size = (state: TriggerState) => JSON.stringify(state).length;

describe('the size of the state', () => {
	it('one busy property, 1,000 changes a day for a week and a full page that waits: under 100 KB', () => {
		const state = busyState(1, 1000, 7);
		const backlog = Array.from({ length: 200 }, (_, index) => summary('1000', index, START));
		Object.values(state.properties)[0]?.backlog.push(...backlog);
		expect(size(state)).toBeLessThan(100_000);
		expect(Object.keys(state.properties['1000']?.seen ?? {}).length).toBeGreaterThan(2000);
	});

	it('200 properties with 100 changes a day each: under 2 MB', () => {
		const state = busyState(200, 100, 4);
		boundState(state);
		expect(size(state)).toBeLessThan(2_000_000);
		expect(size(state)).toBeGreaterThan(1_000_000);
	});

	it('stays bounded however much changes, and forgets the oldest first', () => {
		const state = busyState(30, 2000, 3);
		expect(size(state)).toBeGreaterThan(2_000_000);
		const newest = summary('1000', 5999, START + Math.floor((5999 * 86_400) / 2000));
		boundState(state);
		expect(size(state)).toBeLessThan(2_000_000);
		expect(settle(state.properties['1029'] as PropertyState, newest, { index: 5999 })).toBeUndefined();
	});

	it('is bounded too where the feed shows no times at all', () => {
		const state = emptyState();
		const property = startProperty({});
		state.properties['1'] = property;
		for (let index = 0; index < 60_000; index++) settle(property, { number: `n${index}` }, { index });
		boundState(state);
		expect(Object.keys(property.seen)).toHaveLength(50_000);
		expect(settle(property, { number: 'n59999' }, { index: 59_999 })).toBeUndefined();
		expect(settle(property, { number: 'n0' }, { index: 0 })).toBe('new');
	});

	it('holds no booking numbers once everything is settled', () => {
		expect(JSON.stringify(busyState(1, 10, 1))).not.toContain('20260301-1000-');
	});
});

describe('the stored state', () => {
	it.each<[string, unknown, boolean]>([
		['of this version', emptyState(), true],
		['none', undefined, false],
		['not even a record', 'x', false],
		['without properties', { version: 2 }, false],
		['of version 1 and damaged', { version: 1, propertyId: '1024' }, false],
		['of version 1 without its property', { version: 1, backlog: [], seen: {} }, false],
	])('%s: usable %s', (_, stored, usable) => {
		expect(readState(stored) !== undefined).toBe(usable);
	});

	it('loses a damaged property only', () => {
		const stored = { version: 2, properties: { '1': { seen: {} }, '2': startProperty({}) } };
		expect(Object.keys(readState(stored)?.properties ?? {})).toEqual(['2']);
	});

	it('of a newer version is told apart from a damaged one', () => {
		expect(isFromNewerVersion({ version: 3 })).toBe(true);
		expect(isFromNewerVersion(emptyState())).toBe(false);
		expect(isFromNewerVersion(undefined)).toBe(false);
	});

	it('keeps only the properties that are still chosen', () => {
		const state = busyState(3, 1, 1);
		keepOnly(state, ['1001', '1002', '5']);
		expect(Object.keys(state.properties)).toEqual(['1001', '1002']);
	});

	/** As version 1 wrote it for the booking below, with its details `{ guest: 'A' }` and for one without details. */
	const version1 = {
		version: 1,
		propertyId: '1024',
		continueToken: 'token-7',
		lastModification: '2026-03-01T00:00:00Z',
		newSince: '2026-03-01T00:00:00Z',
		newestModification: '2026-03-01T12:30:00Z',
		backlog: [{ number: 'waits', propertyId: '1024' }],
		seen: { LpOpLYSYp4: 'a.GDljM5.JTfVPV.tb8020', idTHHBleeX: 'c.U0vobt..tb8020' },
	};

	it('of version 1 goes on where it was, and remembers what was emitted', () => {
		const property = readState(version1)?.properties['1024'];
		expect(property).toMatchObject({
			continueToken: 'token-7',
			newSince: '2026-03-01T00:00:00Z',
			backlog: version1.backlog,
		});
		const known: BookingSummary = {
			number: '20260301-1024-1',
			propertyId: '1024',
			status: 'Active',
			createdDateTime: '2026-03-01T12:30:00Z',
			modifiedDateTime: '2026-03-01T12:30:00Z',
		};
		expect(settle(property as PropertyState, known, { guest: 'A' })).toBeUndefined();
		expect(settle(property as PropertyState, known, { guest: 'B' })).toBe('changed');
		const cancelled = { ...known, number: '20260301-1024-2', status: 'Cancelled' };
		expect(settle(property as PropertyState, cancelled, { guest: 'C' })).toBeUndefined();
		expect(
			settle(
				property as PropertyState,
				{ ...cancelled, modifiedDateTime: '2026-03-01T12:31:00Z' },
				{ guest: 'C' },
			),
		).toBe('changed');
	});
});

describe('whose turn it is', () => {
	const ids = ['1', '2', '3', '4'];

	it('starts where the tick before stopped', () => {
		expect(inTurn({ ...emptyState(), turn: '3' }, ids)).toEqual(['3', '4', '1', '2']);
		expect(inTurn(emptyState(), ids)).toEqual(ids);
	});

	it.each([
		['some were served', '3', ['3', '4'], '1'],
		['all were served', '3', ids, '3'],
		['none was served', '3', [], '3'],
		['the property of the turn is gone', '9', ['1'], '2'],
		['there was no turn yet', undefined, ['1', '2'], '3'],
	])('goes on behind them when %s', (_, turn, served, expected) => {
		expect(nextTurn(turn, ids, new Set(served))).toBe(expected);
	});

	it.each([
		['a minute', 60_000, 50],
		['five minutes', 300_000, 250],
		['a day', 86_400_000, 400],
		['a second', 1_000, 10],
		['an unknown time', undefined, 50],
	])('after %s a tick may read a share of the pages that can be kept up for ever', (_, since, pages) => {
		expect(listAllowance(since)).toBe(pages);
	});
});
