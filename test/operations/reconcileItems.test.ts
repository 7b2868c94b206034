import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { hotelBooking } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/hotelBooking';
import {
	timeReader,
	itemTimeText,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/itemTimes';
import {
	ownBookings,
	type ItemReading,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/ownBookings';
import { statusReader } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/statusWords';
import { ParameterError } from '../../nodes/shared/util/parameterError';

const seconds = (text: string) => Date.parse(text) / 1000;

function thrown(work: () => unknown): ParameterError {
	try {
		work();
	} catch (error) {
		if (error instanceof ParameterError) return error;
	}
	throw new Error('No ParameterError was thrown');
}

describe('the times of items', () => {
	it.each<[unknown, string, number | undefined]>([
		['2026-02-21T02:00:00Z', 'Asia/Tokyo', seconds('2026-02-21T02:00:00Z')],
		['2026-02-21T02:00:00.999Z', 'utc', seconds('2026-02-21T02:00:00Z')],
		[' 2026-02-21T02:00:00Z\n', 'utc', seconds('2026-02-21T02:00:00Z')],
		['2026-02-21T03:00:00+01:00', 'Asia/Tokyo', seconds('2026-02-21T02:00:00Z')],
		['2026-02-21T03:00:00+01', 'utc', seconds('2026-02-21T02:00:00Z')],
		['2026-02-21 02:00:00.5 -03:30', 'utc', seconds('2026-02-21T05:30:00Z')],
		['2026-02-21T02:00:00', 'Asia/Tokyo', seconds('2026-02-20T17:00:00Z')],
		['2026-02-21 02:00:00', 'Asia/Tokyo', seconds('2026-02-20T17:00:00Z')],
		['2026-02-21 02:00', 'Asia/Tokyo', seconds('2026-02-20T17:00:00Z')],
		['2026-07-01T12:00:00.25', 'Europe/London', seconds('2026-07-01T11:00:00Z')],
		['2026-12-01T12:00:00', 'Europe/London', seconds('2026-12-01T12:00:00Z')],
		['20260221T020000Z', 'utc', seconds('2026-02-21T02:00:00Z')],
		['2026-02-21', 'utc', seconds('2026-02-21T00:00:00Z')],
		['2026-02-30T00:00:00Z', 'utc', undefined],
		['2026-13-01T00:00:00Z', 'utc', undefined],
		['2026-02-21T25:00:00Z', 'utc', undefined],
		['on 2026-02-21T02:00:00Z', 'utc', undefined],
		['2026-02-21T02:00:00Z or so', 'utc', undefined],
		['soon', 'utc', undefined],
		[7, 'utc', undefined],
		[true, 'utc', undefined],
		[{}, 'utc', undefined],
		[new Date('2026-02-21T02:00:00.700Z'), 'Asia/Tokyo', seconds('2026-02-21T02:00:00Z')],
		[new Date('never'), 'utc', undefined],
		[DateTime.fromISO('2026-02-21T02:00:00Z'), 'Asia/Tokyo', seconds('2026-02-21T02:00:00Z')],
		[{ isLuxonDateTime: true }, 'utc', undefined],
		[{ isLuxonDateTime: false, toMillis: () => 5 }, 'utc', undefined],
		[null, 'utc', NaN],
		[undefined, 'utc', NaN],
		['', 'utc', NaN],
	])('%j in %s', (value, zone, expected) => {
		const read = timeReader(zone);
		expect(read(value)).toBe(expected);
		expect(read(value)).toBe(expected);
	});

	it('are those of Luxon around the days on which clocks are changed', () => {
		const zones = [
			'Europe/London',
			'America/New_York',
			'Australia/Lord_Howe',
			'Pacific/Kiritimati',
			'Pacific/Pago_Pago',
		];
		const days = [
			'2026-03-07',
			'2026-03-08',
			'2026-03-09',
			'2026-03-28',
			'2026-03-29',
			'2026-03-30',
			'2026-04-04',
			'2026-04-05',
			'2026-10-03',
			'2026-10-04',
			'2026-10-25',
			'2026-10-26',
			'2026-11-01',
			'2026-11-02',
		];
		for (const zone of zones) {
			const read = timeReader(zone);
			for (const day of days) {
				for (const time of ['00:00:00', '01:30:00', '02:15:00', '03:00:00', '12:00:00', '23:59:59']) {
					const text = `${day}T${time}`;
					expect([zone, text, read(text)]).toEqual([
						zone,
						text,
						DateTime.fromISO(text, { zone }).toSeconds(),
					]);
				}
			}
		}
	});

	it('are read without Luxon in the usual forms, but for the offset of each day', () => {
		const [texts, days] = [jest.spyOn(DateTime, 'fromISO'), jest.spyOn(DateTime, 'fromMillis')];
		const read = timeReader('Asia/Tokyo');
		for (const time of ['T02:00:00', ' 02:00:00.5', 'T02:00:00Z', 'T02:00:00+01:00'])
			read(`2026-02-21${time}`);
		read('2026-02-22T02:00:00');
		expect([texts.mock.calls.length, days.mock.calls.length]).toEqual([0, 4]);
		read('2026-02-21T02:00');
		expect(texts.mock.calls.length).toBeGreaterThan(0);
		jest.restoreAllMocks();
	});

	it.each<[unknown, string | null]>([
		['2026-02-21', '2026-02-21'],
		['', null],
		[null, null],
		[undefined, null],
		[{}, null],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[DateTime.fromMillis(0), '1970-01-01T00:00:00.000Z'],
	])('%j as text', (value, expected) => {
		expect(itemTimeText(value)).toBe(expected);
	});
});

describe('a booking of the hotel', () => {
	const made = '2026-02-21T02:00:00Z';
	const changed = '2026-02-22T02:00:00Z';

	it.each<[IDataObject, number]>([
		[{ createdDateTime: made, modifiedDateTime: changed }, seconds(changed)],
		[{ createdDateTime: made, modifiedDateTime: null }, seconds(made)],
		[{ createdDateTime: made, modifiedDateTime: '' }, seconds(made)],
		[{ createdDateTime: made }, seconds(made)],
		[{ createdDateTime: '2026-02-21T02:00:00' }, seconds(made)],
		[{ createdDateTime: made, modifiedDateTime: 'soon' }, NaN],
		[{ createdDateTime: made, modifiedDateTime: 5 }, NaN],
		[{ createdDateTime: { isLuxonDateTime: true } }, NaN],
		[{}, NaN],
	])('%j was changed at %p', (times, expected) => {
		expect(hotelBooking(times, 'B1').modifiedSeconds).toBe(expected);
	});

	it('has what is missing or of another type as null', () => {
		const none = {
			number: 'B1',
			status: null,
			createdDateTime: null,
			modifiedDateTime: null,
			modifiedSeconds: NaN,
		};
		expect(hotelBooking({}, ' B1 ')).toEqual(none);
		expect(hotelBooking({ status: [], createdDateTime: 1, modifiedDateTime: '' }, 'B1')).toEqual(none);
		expect(hotelBooking({ status: 3, createdDateTime: made, modifiedDateTime: changed }, 'B1')).toEqual({
			number: 'B1',
			status: '3',
			createdDateTime: made,
			modifiedDateTime: changed,
			modifiedSeconds: seconds(changed),
		});
	});
});

describe('status words', () => {
	it('have a meaning, whatever their letter case and white space', () => {
		const statusOf = statusReader([
			{ theirs: ' Storno', ours: 'Cancelled' },
			{ theirs: 'STORNO ', ours: 'Cancelled' },
			{ theirs: 'OK', ours: 'Active' },
		]);
		expect(['storno', ' Ok ', 'Active', 'no'].map(statusOf)).toEqual(['Cancelled', 'Active', 'Active', 'no']);
		expect(statusReader([])('Storno')).toBe('Storno');
	});

	it('have one meaning only', () => {
		const two = [
			{ theirs: 'OK ', ours: 'Active' },
			{ theirs: ' ok', ours: 'Cancelled' },
		];
		const error = thrown(() => statusReader(two));
		expect(error).toMatchObject({ parameter: 'theirs', value: 'ok', problem: 'has two meanings' });
		expect(error.advice).toMatch(/^List each word once in \{statusWords\}/);
	});

	it('are not empty', () => {
		const error = thrown(() => statusReader([{ theirs: ' ', ours: 'Active' }]));
		expect(error).toMatchObject({ parameter: 'theirs', value: '', problem: 'is empty' });
		expect(error.advice).toMatch(/^Enter in \{theirs\} what the other system calls the status/);
	});
});

describe('the bookings that items are about', () => {
	const NOW = seconds('2026-03-01T00:00:00Z');
	const FIELDS = {
		numberField: 'no',
		statusField: 'state',
		modifiedField: 'changed',
		propertyField: 'hotel',
	};
	const reading = (fields: Partial<ItemReading['fields']> = {}): ItemReading => ({
		fields: { ...FIELDS, ...fields },
		secondsOf: timeReader('utc'),
		statusOf: statusReader([{ theirs: 'ok', ours: 'Active' }]),
		now: NOW,
	});
	const row = (change: IDataObject = {}): IDataObject => ({
		...{ no: 'B1', state: 'ok', changed: '2026-02-21T02:00:00Z', hotel: 'H' },
		...change,
	});
	const read = async (items: IDataObject[], fields = {}, properties = ['H']) =>
		await ownBookings(items, reading(fields), properties);
	const fails = async (items: IDataObject[], fields = {}, properties = ['H']) => {
		const error = await read(items, fields, properties).catch((failure: unknown) => failure);
		if (!(error instanceof ParameterError)) throw new Error(`No ParameterError: ${String(error)}`);
		return error;
	};

	it('are grouped by property and number', async () => {
		const { held, elsewhere, future } = await read(
			[
				row(),
				row({ no: ' b1 ', state: null }),
				row({ hotel: ' I ' }),
				row({ hotel: 'elsewhere' }),
				row({ no: 7 }),
			],
			{},
			['H', 'I'],
		);
		const [first, second] = [held.get('H'), held.get('I')];
		expect([...(first?.keys() ?? [])]).toEqual(['b1', '7']);
		expect(first?.get('b1')).toEqual({
			number: 'B1',
			states: [
				{
					...{ item: 0, status: 'ok', meaning: 'Active', modified: '2026-02-21T02:00:00Z' },
					modifiedSeconds: seconds('2026-02-21T02:00:00Z'),
				},
				expect.objectContaining({ item: 1, status: null, meaning: null }),
			],
		});
		expect(first?.get('7')?.number).toBe('7');
		expect([...(second?.keys() ?? [])]).toEqual(['b1']);
		expect([elsewhere, future]).toEqual([1, []]);
	});

	it('leave out items without values', async () => {
		const { held } = await read([{}, { no: null, state: undefined }, row()]);
		expect(
			held
				.get('H')
				?.get('b1')
				?.states.map(({ item }) => item),
		).toEqual([2]);
		expect((await read([])).held).toEqual(new Map([['H', new Map()]]));
		expect((await read([{ no: null }], { numberField: '' })).elsewhere).toBe(0);
	});

	it('tell which times are still to come, beyond what clocks may differ', async () => {
		const at = (ms: number) => new Date(NOW * 1000 + ms).toISOString();
		const rows = [
			row({ changed: at(300_000) }),
			row({ changed: at(301_000) }),
			row({ changed: null }),
			row({ changed: at(900_000) }),
		];
		expect((await read(rows)).future).toEqual([1, 3]);
		expect((await read([...rows, row({ hotel: 'elsewhere', changed: at(900_000) })])).future).toEqual([1, 3]);
	});

	it.each<[string, IDataObject, string | null]>([
		['a number', { state: 3 }, '3'],
		['true', { state: true }, 'true'],
		['false', { state: false }, 'false'],
		['a list', { state: [] }, null],
		['white space', { state: ' ' }, null],
		['text with white space', { state: ' new ' }, 'new'],
	])('can have %s as the status', async (_label, change, status) => {
		const { held } = await read([row(change)]);
		expect(held.get('H')?.get('b1')?.states[0]).toMatchObject({ status, meaning: status });
	});

	it('have no status without its field', async () => {
		const { held } = await read([row({ '': 'x' })], { statusField: '' });
		expect(held.get('H')?.get('b1')?.states[0]).toMatchObject({ status: null, meaning: null });
	});

	it('have fields of fields, named with dots', async () => {
		const nested = {
			'a.b': 'B1',
			state: { now: 'ok' },
			changed: { at: { utc: '2026-02-21T02:00:00Z' } },
			hotel: 'H',
		};
		const fields = { numberField: 'a.b', statusField: 'state.now', modifiedField: 'changed.at.utc' };
		expect((await read([nested], fields)).held.get('H')?.get('b1')?.states[0]).toMatchObject({
			status: 'ok',
			modifiedSeconds: seconds('2026-02-21T02:00:00Z'),
		});
		expect((await fails([nested], { ...fields, statusField: 'state.now.then' })).problem).toBe(
			'is in no item',
		);
	});

	it.each<[string, IDataObject[], object, string[], string, string, string]>([
		['no number field', [row()], { numberField: '' }, ['H'], 'numberField', '', 'is empty'],
		[
			'no number field, but one without a name',
			[row({ '': 'B1' })],
			{ numberField: '' },
			['H'],
			'numberField',
			'',
			'is empty',
		],
		['no field of times', [row()], { modifiedField: '' }, ['H'], 'modifiedField', '', 'is empty'],
		['a number field of no item', [row()], { numberField: 'x' }, ['H'], 'numberField', 'x', 'is in no item'],
		[
			'a status field of no item',
			[{}, row()],
			{ statusField: 'x' },
			['H'],
			'statusField',
			'x',
			'is in no item',
		],
		[
			'a property field of no item',
			[row()],
			{ propertyField: 'x' },
			['H'],
			'propertyField',
			'x',
			'is in no item',
		],
		['no property field', [row()], { propertyField: '' }, ['H', 'I'], 'propertyField', '', 'is empty'],
		['no number', [row(), row({ no: ' ' })], {}, ['H'], 'numberField', 'no', 'is empty in item 1'],
		['no property', [row(), row({ hotel: null })], {}, ['H'], 'propertyField', 'hotel', 'is empty in item 1'],
		[
			'a time that is none',
			[row({ changed: 'x' })],
			{},
			['H'],
			'modifiedField',
			'changed',
			'is not a date and time in item 0',
		],
		[
			'no number in another place',
			[row(), row({ no: null, hotel: 'x' })],
			{},
			['H'],
			'numberField',
			'no',
			'is empty in item 1',
		],
	])('%s is an error', async (_label, items, fields, properties, parameter, value, problem) => {
		expect(await fails(items, fields, properties)).toMatchObject({ parameter, value, problem });
	});

	it('say what to do', async () => {
		const name =
			'Enter the name of the field of the items in {numberField}, as the previous node returns it.';
		expect((await fails([row()], { numberField: 'x' })).advice).toBe(name);
		expect((await fails([row()], { propertyField: 'x' })).advice).toBe(
			`${name.replace('numberField', 'propertyField')} Leave it empty only with one property, if all items belong to it.`,
		);
		expect((await fails([row(), row({ no: '' })])).advice).toMatch(/^Every item needs a booking number\./);
		expect((await fails([row(), row({ hotel: '' })])).advice).toMatch(
			/^Every item needs the ID of its property\./,
		);
		expect((await fails([row({ changed: 5 })])).advice).toMatch(/like 2027-03-01T14:30:00Z\.$/);
	});

	it('all belong to the one property without a property field', async () => {
		const { held, elsewhere } = await read([row({ hotel: 'I' })], { propertyField: '' });
		expect([held.get('H')?.size, elsewhere]).toEqual([1, 0]);
		expect((await read([row()], { propertyField: '' }, ['H'])).held.get('H')?.size).toBe(1);
	});
});
