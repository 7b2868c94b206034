import { DateTime } from 'luxon';
import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import {
	compareBookings,
	comparedBooking,
	hasLetters,
	unlistedBooking,
	type Rules,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/comparison';
import {
	confirm,
	spellingsOf,
	type Unlisted,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/confirmation';
import { keepLatestBooking } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/feedBookings';
import type { HotelBooking } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/hotelBooking';
import type {
	HeldBookings,
	OwnState,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/ownBookings';
import {
	concernsBoth,
	feedStart,
	shouldBeListed,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/window';
import { nodeApiError } from '../../nodes/shared/transport/errors';
import type { Api } from '../../nodes/shared/transport/types';
import { ParameterError } from '../../nodes/shared/util/parameterError';

const [SINCE, NOW, GRACE] = [1_000, 10_000, 60];
const RULES: Rules = { since: SINCE, now: NOW, grace: GRACE, comparesStatus: true };
/** A moment in the window that is not recent. */
const THEN = 5_000;

function hotel(number: string, modifiedSeconds: number, status: string | null = 'Active'): HotelBooking {
	return { number, status, createdDateTime: null, modifiedDateTime: null, modifiedSeconds };
}

function state(modifiedSeconds: number, meaning: string | null = 'Active', item = 0): OwnState {
	return { item, status: meaning, meaning, modified: null, modifiedSeconds };
}

const listed = (...bookings: HotelBooking[]) =>
	new Map(bookings.map((one) => [one.number.toLowerCase(), one]));
const held = (...bookings: Array<[string, ...OwnState[]]>): HeldBookings =>
	new Map(bookings.map(([number, ...states]) => [number.toLowerCase(), { number, states }]));

describe('what the feed lists more than once', () => {
	it.each<[string, HotelBooking[], number]>([
		['the later state', [hotel('B', 2), hotel('b', 1)], 0],
		['the later state, listed last', [hotel('B', 1), hotel('B', 2)], 1],
		['the last of two at the same time', [hotel('B', 2), hotel('B', 2)], 1],
		['the last one if a time is not known', [hotel('B', 2), hotel('B', NaN)], 1],
		['the last one if the time before was not known', [hotel('B', NaN), hotel('B', 2)], 1],
	])('counts as %s', (_label, bookings, kept) => {
		const map = new Map<string, HotelBooking>();
		for (const one of bookings) keepLatestBooking(map, one);
		expect([...map]).toEqual([['b', bookings[kept]]]);
		expect(map.get('b')).toBe(bookings[kept]);
	});
});

describe('where the feed is read from', () => {
	const now = DateTime.fromISO('2026-03-01T00:00:00Z');

	it.each([
		['2026-02-21T05:00:00Z', '2026-02-19T05:00:00Z'],
		['2026-03-01T00:00:00Z', '2026-02-27T00:00:00Z'],
		['2009-01-02T00:00:00Z', '2009-01-01T00:00:00Z'],
		['2009-01-03T00:00:01Z', '2009-01-01T00:00:01Z'],
	])('for %s it is %s', (since, from) => {
		expect(feedStart(since, now)).toBe(from);
	});

	it('is not a time to come', () => {
		let error: unknown;
		try {
			feedStart('2026-03-01T00:00:01Z', now);
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(ParameterError);
		expect(error).toMatchObject({
			parameter: 'modifiedSince',
			value: '2026-03-01T00:00:01Z',
			problem: 'is in the future',
			advice: expect.stringContaining('Enter an earlier time in {modifiedSince}') as string,
		});
	});
});

describe('the window', () => {
	it.each<[string, number, number[], boolean]>([
		['neither', SINCE - 1, [SINCE - 1], false],
		['the hotel alone', SINCE, [SINCE - 1], true],
		['the items alone', SINCE - 1, [SINCE - 1, SINCE], true],
		['maybe the hotel', NaN, [SINCE - 1], true],
		['not the items, which have no time', SINCE - 1, [NaN], false],
	])('was reached by %s', (_label, atHotel, own, expected) => {
		expect(
			concernsBoth(
				hotel('B', atHotel),
				own.map((time) => state(time)),
				RULES,
			),
		).toBe(expected);
	});

	it.each<[string, number[], boolean]>([
		['in it', [SINCE], true],
		['in it, in one of the items', [SINCE - 1, THEN], true],
		['before it', [SINCE - 1], false],
		['never', [NaN], false],
		['just now', [NOW - GRACE + 1], false],
		['just now, in one of the items', [THEN, NOW], false],
		['a grace period ago', [NOW - GRACE], true],
		['soon', [NOW + GRACE - 1], false],
		['in the future', [NOW + GRACE], true],
	])('the feed should list an own booking that was changed %s: %p', (_label, own, expected) => {
		expect(
			shouldBeListed(
				own.map((time) => state(time)),
				RULES,
			),
		).toBe(expected);
	});
});

describe('a booking of both sides', () => {
	it.each<[string, HotelBooking, OwnState[], boolean, string, string[]]>([
		['equal', hotel('B', THEN), [state(THEN), state(THEN, ' active ')], true, 'equal', []],
		['equal but for white space', hotel('B', THEN, ' Active '), [state(THEN)], true, 'equal', []],
		['equal without times', hotel('B', NaN), [state(NaN)], true, 'equal', []],
		['equal without states', hotel('B', THEN, null), [state(THEN, null)], true, 'equal', []],
		[
			'of another time',
			hotel('B', THEN),
			[state(THEN), state(THEN + 1)],
			true,
			'changed',
			['modifiedDateTime'],
		],
		['without a time', hotel('B', THEN), [state(NaN)], true, 'changed', ['modifiedDateTime']],
		['of another state', hotel('B', THEN), [state(THEN), state(THEN, 'x')], true, 'changed', ['status']],
		['of no state', hotel('B', THEN), [state(THEN, null)], true, 'changed', ['status']],
		['of both', hotel('B', THEN), [state(1, 'x')], true, 'changed', ['status', 'modifiedDateTime']],
		['cancelled', hotel('B', THEN, 'CANCELLED'), [state(THEN)], true, 'cancelled', ['status']],
		[
			'cancelled on both',
			hotel('B', THEN, 'Cancelled'),
			[state(1, 'cancelled')],
			true,
			'changed',
			['modifiedDateTime'],
		],
		[
			'of another state, which does not count',
			hotel('B', THEN, 'Cancelled'),
			[state(THEN)],
			false,
			'equal',
			[],
		],
	])('%s', (_label, one, states, comparesStatus, result, differences) => {
		expect(comparedBooking(one, states, { comparesStatus })).toEqual({
			...{ result, number: 'B', hotel: one, states, differences },
		});
	});
});

describe('the bookings of a property', () => {
	it('are those of the feed in its order; then what it should list', async () => {
		const { bookings, unlisted, notCompared, shifts } = await compareBookings(
			listed(
				hotel('1', THEN),
				hotel('2', THEN, 'cancelled'),
				hotel('3', THEN),
				hotel('4', SINCE - 1),
				hotel('5', SINCE - 1),
				hotel('6', SINCE - 1, 'x'),
				hotel('0', NaN),
			),
			held(
				['9', state(SINCE - 1)],
				['8', state(THEN)],
				['6', state(THEN)],
				['5', state(SINCE - 5), state(NaN)],
				['3', state(THEN + 7), state(THEN)],
			),
			RULES,
		);
		expect(bookings.map(({ number, result, states }) => [number, result, states.length])).toEqual([
			['1', 'missing', 0],
			['2', 'cancelledAbsent', 0],
			['3', 'changed', 2],
			['6', 'changed', 1],
			['0', 'missing', 0],
		]);
		expect(bookings[0]).toEqual({
			result: 'missing',
			number: '1',
			hotel: hotel('1', THEN),
			states: [],
			differences: [],
		});
		expect(unlisted).toEqual([{ number: '8', states: [state(THEN)] }]);
		expect(notCompared).toBe(2);
		expect(shifts).toEqual([7, 0, -4, THEN - SINCE + 1]);
	});

	it.each<[string, HotelBooking[], HeldBookings, boolean]>([
		['no letters', [hotel('1', THEN)], held(['1', state(THEN)]), false],
		[
			'the same letters',
			[hotel('B1', THEN), hotel('2', THEN)],
			held(['B1', state(THEN)], ['2', state(THEN)]),
			true,
		],
		['other letters', [hotel('B1', THEN)], held(['b1', state(THEN)]), false],
		[
			'some other letters',
			[hotel('B1', THEN), hotel('C1', THEN)],
			held(['B1', state(THEN)], ['c1', state(THEN)]),
			false,
		],
		['bookings of one side alone', [hotel('B1', THEN)], held(['C1', state(THEN)]), false],
	])('are spelled alike: %s', async (_label, feed, own, expected) => {
		expect((await compareBookings(listed(...feed), own, RULES)).spellsAlike).toBe(expected);
	});

	it('have letters or not', () => {
		expect(['B1', 'b', '1-2', ''].map(hasLetters)).toEqual([true, true, false, false]);
	});

	it('that the hotel does not have keep what the items have', () => {
		const own = { number: 'B', states: [state(THEN)] };
		expect(unlistedBooking('unknown', own)).toEqual({ result: 'unknown', ...own, differences: [] });
	});
});

describe('asking the hotel for bookings', () => {
	const node = {
		name: 'Hotel',
		type: 'x',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	} as unknown as INode;
	const failure = (kind: 'status' | 'webPage' | 'wait', httpCode: string): NodeApiError =>
		nodeApiError(node, {
			...{
				kind,
				httpCode,
				notProcessed: true,
				message: `It was ${httpCode}`,
				description: '',
				apiErrors: [],
			},
			failure: { cause: 'configuration-invalid' },
		});
	const GONE = failure('status', '404');
	const one = (number: string, ...spellings: string[]): Unlisted => ({
		propertyId: 'H',
		own: { number, states: [] },
		spellings: spellings.length > 0 ? spellings : [number],
	});

	/** What it was asked for, and what came of it. */
	async function asked(unlisted: Unlisted[], maxRequests: number, answers: Record<string, unknown>) {
		const numbers: string[] = [];
		const send = async ({ pathParameters = {} }: { pathParameters?: Record<string, string> }) => {
			const number = pathParameters.number ?? '';
			numbers.push(`${pathParameters.propertyId} ${number}`);
			const answer = answers[number] ?? GONE;
			if (answer instanceof Error) throw answer;
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: { booking: answer } as IDataObject,
			});
		};
		const api = { send } as unknown as Api;
		return { ...(await confirm(api, unlisted, maxRequests)), numbers };
	}

	it('is told by 404 that it has not, or gets the booking', async () => {
		const record = { number: ' b ', status: 'Active' };
		expect(await asked([one('A'), one('B')], 2, { B: record })).toEqual({
			confirmations: ['unknown', expect.objectContaining({ number: 'b', status: 'Active' })],
			numbers: ['H A', 'H B'],
		});
	});

	it('takes no more requests than allowed', async () => {
		expect(await asked([one('A'), one('B'), one('C')], 2, {})).toEqual({
			confirmations: ['unknown', 'unknown', 'open'],
			numbers: ['H A', 'H B'],
		});
		expect(await asked([one('A')], 0, {})).toEqual({ confirmations: ['open'], numbers: [] });
	});

	it('takes each spelling, until one is found', async () => {
		const spelled = one('Ab', 'Ab', 'AB', 'ab');
		expect(await asked([spelled], 9, {})).toMatchObject({
			confirmations: ['unknown'],
			numbers: ['H Ab', 'H AB', 'H ab'],
		});
		expect(await asked([spelled], 9, { AB: { number: 'AB' } })).toMatchObject({
			confirmations: [{ number: 'AB' }],
			numbers: ['H Ab', 'H AB'],
		});
		expect(await asked([spelled], 2, {})).toMatchObject({
			confirmations: ['open'],
			numbers: ['H Ab', 'H AB'],
		});
	});

	it.each<[string, unknown, string]>([
		['a refusal', failure('status', '403'), 'It was 403'],
		['a web page', failure('webPage', '404'), 'It was 404'],
		['a limit that is used up', failure('wait', '429'), 'It was 429'],
		['no booking', 'x', "The response of the partner API has no record 'booking'"],
		[
			'another booking',
			{ number: 'Z' },
			'The partner API returned another booking than the one it was asked for',
		],
		[
			'a booking without a number',
			{},
			'The partner API returned another booking than the one it was asked for',
		],
	])('leaves it open after %s, and asks no more', async (_label, answer, text) => {
		const many = Array.from({ length: 30 }, (_, index) => one(`N${index}`));
		const { confirmations, failure: told, numbers } = await asked([one('A'), ...many], 99, { A: answer });
		expect(confirmations[0]).toBe('open');
		expect(confirmations[30]).toBe('open');
		expect(told).toBe(text);
		expect(numbers.length).toBeLessThanOrEqual(20);
	});

	it('tells the first of several failures', async () => {
		const answers = { A: failure('status', '403'), B: failure('status', '500') };
		expect((await asked([one('A'), one('B')], 9, answers)).failure).toBe('It was 403');
		const others = { A: { number: 'Z' }, B: failure('status', '500') };
		expect((await asked([one('A'), one('B')], 9, others)).failure).toMatch(/another booking/);
		const backwards = { A: failure('status', '500'), B: { number: 'Z' } };
		expect((await asked([one('A'), one('B')], 9, backwards)).failure).toBeDefined();
	});

	it('ends when the execution is cancelled', async () => {
		await expect(asked([one('A')], 9, { A: new Error('cancelled') })).rejects.toThrow('cancelled');
	});

	it.each<[string, boolean, string[]]>([
		['b1', false, ['b1', 'B1']],
		['B1', false, ['B1', 'b1']],
		['Bx', false, ['Bx', 'BX', 'bx']],
		['12-3', false, ['12-3']],
		['Bx', true, ['Bx']],
	])('%s, spelled alike: %p', (number, isSpelledAlike, expected) => {
		expect(spellingsOf(number, isSpelledAlike)).toEqual(expected);
	});
});
