import type { IDataObject, INode } from 'n8n-workflow';

import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { startProperty, type PropertyState } from '../../nodes/PartnerHotelTrigger/propertyState';
import { forgetOld } from '../../nodes/PartnerHotelTrigger/retention';
import { boundBookingMemory, stateFormat, type TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { forgetReturned, keepChosen, keepListed, propertyIn } from '../../nodes/shared/polling/pollState';
import type { EmptyLists } from '../../nodes/shared/polling/watchedProperties';
import { emptyState, loadState } from '../../nodes/shared/polling/storedState';
import { settle } from '../support/propertyStates';
import { instant, price, START, summary } from '../support/summaries';

describe('the memory of all properties', () => {
	it.each<[string, number[], number, number[]]>([
		['all have room', [1, 2, 3], 6, [1, 2, 3]],
		['one is busy', [1, 2, 30], 9, [1, 2, 6]],
		['two are busy', [20, 1, 30], 9, [4, 1, 4]],
		['all are', [20, 10, 30], 10, [3, 3, 3]],
		['there is none', [], 10, []],
	])('a busy property does not make another forget: %s', (_, sizes, most, expected) => {
		const state: TriggerState = emptyState(stateFormat);
		for (const [index, size] of sizes.entries()) {
			const property = startProperty({});
			for (let made = 0; made < size; made++)
				settle(property, summary(`${index}`, made, START + made), price(1));
			state.properties[`p${index}`] = property;
		}
		boundBookingMemory(state, most);
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
		const state: TriggerState = emptyState(stateFormat);
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
			boundBookingMemory(state, ROOM);
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
	const node = { name: 'Trigger' } as INode;
	const load = (bookings: unknown) =>
		loadState({ getNode: () => node }, { bookings } as IDataObject, stateFormat);

	it.each<[string, unknown]>([
		['none', undefined],
		['not even a record', 'x'],
		['without properties', { version: 1 }],
		['of no version', { properties: {} }],
		['of an earlier version', { version: 0, properties: { '1': startProperty({}) } }],
		['of a version that is no number', { version: '2', properties: {} }],
	])('%s: starts empty', (_, stored) => {
		expect(load(stored)).toEqual(emptyState(stateFormat));
	});

	it('loses a damaged property only', () => {
		const stored = {
			version: 1,
			properties: { '1': { seen: {} }, '2': startProperty({}), '3': { backlog: [] }, '4': 'x' },
		};
		expect(Object.keys(load(stored).properties)).toEqual(['2']);
	});

	it('is a copy, with everything else that is stored', () => {
		const stored = { version: 1, listedAt: instant(START), properties: { '2': startProperty({}) } };
		const state = load(stored);
		expect(state).toEqual(stored);
		expect(state.properties['2']).not.toBe(stored.properties['2']);
	});

	it('of a newer version is not overwritten', () => {
		const loading = () => load({ version: 2, properties: {} });
		expect(loading).toThrow('written by a newer version');
		expect(loading).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('Install that version again') as unknown,
			}),
		);
	});

	it('is read by property, and not by what every object has', () => {
		const state: TriggerState = { ...emptyState(stateFormat), properties: { '1': startProperty({}) } };
		expect(propertyIn(state, '1')).toEqual(startProperty({}));
		expect([propertyIn(state, '2'), propertyIn(state, 'constructor')]).toEqual([undefined, undefined]);
	});

	it('keeps only the properties that are still chosen', () => {
		const ids = ['1000', '1001', '1002'];
		const state: TriggerState = {
			...emptyState(stateFormat),
			properties: Object.fromEntries(ids.map((id) => [id, startProperty({})])),
		};
		const listed = { ...state, listedAt: '2026-03-01T00:00:00Z', left: { '1003': '2026-03-01T00:00:00Z' } };
		keepChosen(listed, ['1001', '1002', '5']);
		expect(Object.keys(listed.properties)).toEqual(['1001', '1002']);
		expect([listed.listedAt, listed.left]).toEqual([undefined, undefined]);
	});

	it('properties that a list leaves out for more than a day have left', () => {
		const state: TriggerState = {
			...emptyState(stateFormat),
			properties: { stays: startProperty({}), constructor: startProperty({}) },
		};
		const list = (ids: string[], listedAt: string, emptyLists?: EmptyLists) => {
			keepListed(state, ids, listedAt, emptyLists);
			state.listedAt = listedAt;
			return [Object.keys(state.properties), state.left];
		};
		const both = ['stays', 'constructor'];
		const left = { constructor: '2026-03-01T10:00:00Z' };
		expect(list(['stays'], '2026-03-01T10:00:00Z')).toEqual([both, left]);
		expect(list(['stays'], '2026-03-02T10:00:00Z')).toEqual([both, left]);
		// Between the last list without it and this one, nobody knows.
		expect(list(both, '2026-03-09T10:00:00Z')).toEqual([both, undefined]);
		list(['stays'], '2026-03-10T10:00:00Z');
		const gone = { constructor: '2026-03-10T10:00:00Z' };
		expect(list(['stays'], '2026-03-11T10:00:01Z')).toEqual([['stays'], gone]);
		expect(list(both, '2026-04-10T10:00:00Z')).toEqual([['stays'], gone]);
		forgetReturned(state, both);
		expect(state.left).toBeUndefined();
	});

	it.each([
		['up to a day', '2026-03-02T10:00:00Z', ['one', 'other']],
		['longer', '2026-03-02T10:00:01Z', []],
	])('so have all of them, if every list was empty for %s', (_, until, kept) => {
		const state: TriggerState = {
			...emptyState(stateFormat),
			properties: { one: startProperty({}), other: startProperty({}) },
			listedAt: '2026-03-01T09:55:00Z',
		};
		keepListed(state, ['one'], '2026-04-30T10:00:00Z', { since: '2026-03-01T10:00:00Z', until });
		expect(Object.keys(state.properties)).toEqual(kept.slice(0, 1));
	});
});
