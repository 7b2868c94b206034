import { deepCopy } from 'n8n-workflow';

import type { BookingSummary } from '../../nodes/shared/api/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { startProperty, type PropertyState } from '../../nodes/PartnerHotelTrigger/propertyState';
import { forgetOld } from '../../nodes/PartnerHotelTrigger/retention';
import {
	boundState,
	emptyState,
	isFromNewerVersion,
	readState,
	type TriggerState,
} from '../../nodes/PartnerHotelTrigger/state';
import { keepChosen, keepListed, propertyIn } from '../../nodes/shared/polling/pollState';
import { settle } from '../support/propertyStates';
import { instant, price, START, summary } from '../support/summaries';

describe('the memory of all properties', () => {
	it.each<[string, number[], number, number[]]>([
		['all have room', [1, 2, 3], 6, [1, 2, 3]],
		['one is busy', [1, 2, 30], 9, [1, 2, 6]],
		['two are busy', [20, 1, 30], 9, [4, 1, 4]],
		['all are', [20, 10, 30], 10, [3, 3, 4]],
		['there is none', [], 10, []],
	])('a busy property does not make another forget: %s', (_, sizes, most, expected) => {
		const state = emptyState();
		for (const [index, size] of sizes.entries()) {
			const property = startProperty({});
			for (let made = 0; made < size; made++)
				settle(property, summary(`${index}`, made, START + made), price(1));
			state.properties[`p${index}`] = property;
		}
		boundState(state, most);
		expect(Object.values(state.properties).map(({ seen }) => Object.keys(seen).length)).toEqual(expected);
	});
});

/** Far less room than the history has bookings: each page is settled before the next one is read. */
describe('a history larger than the memory', () => {
	const [SIZE, PAGE, ROOM] = [100, 10, 25];

	/** All made at the start, one after the other, and each changed once since. */
	const booking = (index: number): BookingSummary => ({
		...summary('1', index, START + index),
		modifiedDateTime: instant(START + 1000 + index),
	});

	function read(lastModification: string | undefined): { state: TriggerState; events: unknown[] } {
		const state = emptyState();
		const property = startProperty({ lastModification });
		state.properties['1'] = property;
		const events: unknown[] = [];
		for (let read = 0; read <= SIZE; read += PAGE) {
			const hasMoreData = read < SIZE;
			const bookingSummaries = Array.from({ length: hasMoreData ? PAGE : 0 }, (_, index) =>
				booking(read + index),
			);
			absorbPage(property, { continueToken: `${read}`, hasMoreData, bookingSummaries, unreadable: 0 });
			for (const one of property.backlog.splice(0)) events.push(settle(property, one, price(1)));
			forgetOld(property);
			boundState(state, ROOM);
		}
		return { state, events };
	}

	it.each([
		['the beginning', undefined],
		['a date', instant(START)],
	])('comes as new, from %s', (_, start) => {
		const { state, events } = read(start);
		expect(events).toEqual(Array.from({ length: SIZE }, () => 'new'));
		expect(Object.keys(state.properties['1']?.seen ?? {})).toHaveLength(ROOM);
	});

	it('what was forgotten on the way is not new again once the end is reached, and what is made then is', () => {
		const { state } = read(undefined);
		const property = state.properties['1'] as PropertyState;
		const changed = (index: number) => ({ ...booking(index), modifiedDateTime: instant(START + 2000) });
		expect([0, 74, 75, 99].map((index) => settle(property, changed(index), price(2)))).toEqual([
			'changed',
			'changed',
			'changed',
			'changed',
		]);
		expect(settle(property, summary('1', SIZE, START + 2000), price(1))).toBe('new');
		expect(property).not.toHaveProperty('forgottenBefore');
	});
});

describe('the stored state', () => {
	it.each<[string, unknown, boolean]>([
		['of this version', emptyState(), true],
		['none', undefined, false],
		['not even a record', 'x', false],
		['without properties', { version: 3 }, false],
		['of version 2 without properties', { version: 2 }, false],
		['of no version', { properties: {} }, false],
		['of version 1 and damaged', { version: 1, propertyId: '1024' }, false],
		['of version 1 without its property', { version: 1, backlog: [], seen: {} }, false],
	])('%s: usable %s', (_, stored, usable) => {
		expect(readState(stored) !== undefined).toBe(usable);
	});

	it('loses a damaged property only', () => {
		const stored = {
			version: 3,
			properties: { '1': { seen: {} }, '2': startProperty({}), '3': { backlog: [] } },
		};
		expect(Object.keys(readState(stored)?.properties ?? {})).toEqual(['2']);
	});

	it('of a newer version is told apart from a damaged one', () => {
		expect(isFromNewerVersion({ version: 4 })).toBe(true);
		expect(isFromNewerVersion({ version: '4' })).toBe(false);
		expect(isFromNewerVersion(emptyState())).toBe(false);
		expect(isFromNewerVersion(undefined)).toBe(false);
	});

	it('is read by property, and not by what every object has', () => {
		const state = { ...emptyState(), properties: { '1': startProperty({}) } };
		expect(propertyIn(state, '1')).toEqual(startProperty({}));
		expect([propertyIn(state, '2'), propertyIn(state, 'constructor')]).toEqual([undefined, undefined]);
	});

	it('keeps only the properties that are still chosen', () => {
		const ids = ['1000', '1001', '1002'];
		const state = {
			...emptyState(),
			properties: Object.fromEntries(ids.map((id) => [id, startProperty({})])),
		};
		const listed = { ...state, listedAt: '2026-03-01T00:00:00Z', left: { '1003': '2026-03-01T00:00:00Z' } };
		keepChosen(listed, ['1001', '1002', '5']);
		expect(Object.keys(listed.properties)).toEqual(['1001', '1002']);
		expect([listed.listedAt, listed.left]).toEqual([undefined, undefined]);
	});

	it('properties that a list leaves out for more than a day have left', () => {
		const state: TriggerState = {
			...emptyState(),
			properties: { stays: startProperty({}), constructor: startProperty({}) },
		};
		keepListed(state, ['stays'], '2026-03-01T10:00:00Z');
		expect(state.left).toEqual({ constructor: '2026-03-01T10:00:00Z' });
		keepListed(state, ['stays'], '2026-03-02T10:00:00Z');
		expect(Object.keys(state.properties)).toEqual(['stays', 'constructor']);
		keepListed(state, ['stays', 'constructor'], '2026-03-02T10:00:00Z');
		expect([Object.keys(state.properties), state.left]).toEqual([['stays', 'constructor'], undefined]);
		keepListed(state, ['stays'], '2026-03-03T10:00:00Z');
		keepListed(state, ['stays', 'constructor'], '2026-03-04T10:00:01Z');
		expect([Object.keys(state.properties), state.left]).toEqual([['stays'], undefined]);
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

	/**
	 * As version 2 wrote it for the bookings below: the first with its details, the second without, the third
	 * waits, the fourth was there before the start. Fingerprints are of records as they came, in any order.
	 */
	const version2 = {
		version: 2,
		turn: '1024',
		listedAt: '2026-03-01T12:33:00Z',
		properties: {
			'1024': {
				continueToken: 'token-7',
				lastModification: '2026-03-01T12:00:00Z',
				newSince: '2026-03-01T12:00:00Z',
				newestModification: '2026-03-01T12:32:00Z',
				backlog: [known2('3', '2026-03-01T12:32:00Z')],
				seen: { AtScGO45: 'a5Leol?????tb7yo0', LpOpLYSY: 'aY6Bq1dTdedtb8020', idTHHBle: 'cQF1HZ.....tb803o' },
			},
		},
	};
	const details2 = { status: 'Active', customer: { lastName: 'Example', firstName: 'Eve' } };

	function known2(number: string, time: string, status = 'Active'): BookingSummary {
		return {
			modifiedDateTime: time,
			number: `20260301-1024-${number}`,
			propertyId: '1024',
			status,
			createdDateTime: time,
		};
	}

	it('of version 2 goes on where it was, and what it remembers is not emitted again', () => {
		const state = readState(deepCopy(version2));
		expect(state).toEqual({ ...version2, version: 3 });
		const property = state?.properties['1024'] as PropertyState;
		const first = known2('1', '2026-03-01T12:30:00Z');
		const second = known2('2', '2026-03-01T12:31:00Z', 'Cancelled');
		const before = known2('4', '2026-03-01T12:00:00Z');
		absorbPage(property, {
			continueToken: 'token-8',
			hasMoreData: false,
			bookingSummaries: [first, second],
			unreadable: 0,
		});
		const [third, ...repeated] = property.backlog.splice(0) as [
			BookingSummary,
			BookingSummary,
			BookingSummary,
		];
		expect(settle(property, third, details2)).toBe('new');
		expect(settle(property, repeated[0], details2)).toBeUndefined();
		expect(settle(property, repeated[1], details2)).toBeUndefined();
		expect(settle(property, before, details2)).toBe('changed');
		expect(settle(property, first, { ...details2, status: 'Unconfirmed' })).toBe('changed');
		expect(settle(property, { ...second, modifiedDateTime: '2026-03-01T12:40:00Z' }, details2)).toBe(
			'changed',
		);
	});

	it('from now on fingerprints take no notice of the order', () => {
		const property = readState(deepCopy(version2))?.properties['1024'] as PropertyState;
		const first = known2('1', '2026-03-01T12:30:00Z');
		settle(property, first, details2);
		const { number, propertyId, status, createdDateTime, modifiedDateTime } = first;
		const reordered = { number, propertyId, status, createdDateTime, modifiedDateTime };
		const { customer } = details2;
		expect(settle(property, reordered, { customer: { ...customer }, status: 'Active' })).toBeUndefined();
	});

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
		expect(settle(property as PropertyState, known, price(2))).toBe('changed');
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
