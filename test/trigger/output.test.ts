import type { IDataObject } from 'n8n-workflow';

import {
	bookingItems,
	passesChanges,
	passesFilter,
	showsNames,
	wantsDetails,
	type Emission,
	type OutputForm,
} from '../../nodes/PartnerHotelTrigger/output';
import type { BookingFilter } from '../../nodes/shared/api/bookings/bookingFilter';
import { noNames } from '../../nodes/shared/api/property/names';
import type { BookingAdditions } from '../../nodes/shared/rules/cancellationDeadlines';

const summary = {
	number: 'a-1',
	propertyId: '1024',
	status: 'Active',
	createdDateTime: '2027-03-01T10:00:00Z',
};
const stay = (arrivalDateTime: unknown): IDataObject => ({ stayDates: { arrivalDateTime } }) as IDataObject;
const details: IDataObject = {
	number: 'a-1',
	status: null,
	source: { type: 'Channel' },
	roomStays: [stay('2027-03-10T14:00'), stay('2027-03-20T14:00')],
};
const emission = (changes: Partial<Emission> = {}): Emission => ({
	event: 'new',
	summary,
	details,
	...changes,
});

describe('details are fetched', () => {
	it.each<[OutputForm, BookingFilter, boolean]>([
		['summary', {}, false],
		['summary', { statuses: ['Active'] }, false],
		['summary', { sourceTypes: ['PMS'] }, true],
		['summary', { arrivalFrom: '2027-03-01' }, true],
		['summary', { arrivalTo: '2027-03-01' }, true],
		['details', {}, true],
		['simplified', {}, true],
		['roomStays', {}, true],
		['nights', {}, true],
	])('for %s with %j: %s', (form, filter, expected) => {
		expect(wantsDetails({ output: form, filter })).toBe(expected);
	});

	it('to see what changed, with any output', () => {
		expect(wantsDetails({ output: 'summary', filter: {}, onlyIfChanged: ['price'] })).toBe(true);
		expect(wantsDetails({ output: 'summary', filter: {}, onlyIfChanged: [] })).toBe(false);
	});
});

it.each<[OutputForm, boolean]>([
	['summary', false],
	['details', true],
	['simplified', true],
	['roomStays', true],
	['nights', true],
])('names are read for %s: %s', (form, expected) => {
	expect(showsNames(form)).toBe(expected);
});

describe('a booking passes the filter', () => {
	it.each<[string, Partial<Emission>, BookingFilter, boolean]>([
		['without a filter', {}, {}, true],
		['in one of the states', {}, { statuses: ['Cancelled', 'Active'] }, true],
		['not in another state', {}, { statuses: ['Cancelled'] }, false],
		['not without a state', { summary: { number: 'a-1' } }, { statuses: ['Active'] }, false],
		['from one of the sources', {}, { sourceTypes: ['Channel'] }, true],
		['not from another source', {}, { sourceTypes: ['PMS'] }, false],
		['not without a source', { details: { roomStays: [] } }, { sourceTypes: ['PMS'] }, false],
		['without details, whatever its source', { details: null }, { sourceTypes: ['PMS'] }, true],
		['with no details fetched', { details: undefined }, { arrivalFrom: '2027-04-01' }, true],
		['that arrives on the first day', {}, { arrivalFrom: '2027-03-20' }, true],
		['that arrives on the last day', {}, { arrivalTo: '2027-03-10' }, true],
		['with one of its stays within both', {}, { arrivalFrom: '2027-03-20', arrivalTo: '2027-03-20' }, true],
		['not between its stays', {}, { arrivalFrom: '2027-03-11', arrivalTo: '2027-03-19' }, false],
		['not before the first day', {}, { arrivalFrom: '2027-03-21' }, false],
		['not after the last day', {}, { arrivalTo: '2027-03-09' }, false],
		['without room stays', { details: {} }, { arrivalFrom: '2027-04-01' }, true],
		[
			'with arrivals that cannot be read',
			{ details: { roomStays: [stay(null), stay(7), stay('soon'), stay('x2027-03-01'), {}] } },
			{ arrivalFrom: '2027-04-01' },
			true,
		],
		[
			'not when the one arrival that can be read is outside',
			{ details: { roomStays: [stay('soon'), stay('2027-03-01')] } },
			{ arrivalFrom: '2027-04-01' },
			false,
		],
	])('%s', (_, changes, filter, expected) => {
		expect(passesFilter(emission(changes), filter)).toBe(expected);
	});
});

const bare: BookingAdditions = { names: noNames };

describe('the items of a booking', () => {
	const item = { event: 'new', ...summary };

	it('are its summary alone', () => {
		expect(bookingItems(emission(), { output: 'summary' }, bare)).toEqual([item]);
		expect(bookingItems(emission({ details: undefined }), { output: 'details' }, bare)).toEqual([item]);
		expect(bookingItems(emission({ details: undefined }), { output: 'simplified' }, bare)).toEqual([item]);
	});

	it('hold the details as they come', () => {
		expect(bookingItems(emission(), { output: 'details' }, bare)).toEqual([
			{ ...item, propertyName: null, booking: details },
		]);
		const named: BookingAdditions = { names: { ...noNames, property: 'Hotel Lindenhof' } };
		expect(bookingItems(emission(), { output: 'details' }, named)[0]?.propertyName).toBe('Hotel Lindenhof');
	});

	it('say what changed, where it is known', () => {
		for (const changes of [{ status: { before: 'Active', after: 'Cancelled' } }, null]) {
			const forms = (['details', 'simplified', 'roomStays', 'nights', 'summary'] as const).flatMap((form) =>
				bookingItems(emission({ changes }), { output: form }, bare),
			);
			expect(forms.map((one) => one.changes)).toEqual(forms.map(() => changes));
		}
		expect(bookingItems(emission(), { output: 'details' }, bare)[0]).not.toHaveProperty('changes');
	});

	it('say that the details are gone', () => {
		const note = 'The API no longer has the details of this booking (HTTP 404).';
		expect(bookingItems(emission({ details: null }), { output: 'details' }, bare)).toEqual([
			{ ...item, propertyName: null, booking: null, note },
		]);
		expect(bookingItems(emission({ details: null }), { output: 'roomStays' }, bare)).toEqual([
			{ ...item, note },
		]);
	});

	it('simplified, take from the summary what the details do not tell', () => {
		const items = bookingItems(emission(), { output: 'simplified' }, bare);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ ...item, rooms: 2, sourceType: 'Channel' });
	});

	it('prefer what the details tell', () => {
		const [one] = bookingItems(
			emission({ details: { ...details, status: 'Unconfirmed' } }),
			{ output: 'simplified' },
			bare,
		);
		expect(one?.status).toBe('Unconfirmed');
	});

	it('are one for each room stay', () => {
		const items = bookingItems(emission(), { output: 'roomStays' }, bare);
		expect(items.map(({ event, status, arrivalDateTime }) => [event, status, arrivalDateTime])).toEqual([
			['new', 'Active', '2027-03-10T14:00'],
			['new', 'Active', '2027-03-20T14:00'],
		]);
	});
});

describe('cancellation deadlines', () => {
	const withDeadlines: BookingAdditions = {
		names: noNames,
		deadlines: {
			ofBooking: ({ number }) => ({ deadline: `of ${String(number)}` }),
			ofRoomStays: () => [{ deadline: 'of the first' }, { deadline: 'of the second' }],
		},
	};

	it.each<[OutputForm, Partial<Emission>, unknown[]]>([
		['details', {}, ['of a-1']],
		['simplified', {}, ['of a-1']],
		['roomStays', {}, ['of the first', 'of the second']],
		['nights', {}, ['of the first', 'of the second']],
		['summary', {}, ['of a-1']],
		['summary', { details: undefined }, [undefined]],
		['summary', { details: null }, [undefined]],
		['details', { details: undefined }, [undefined]],
		['details', { details: null }, [undefined]],
	])('in the output %s of %j', (form, changes, expected) => {
		const items = bookingItems(emission(changes), { output: form }, withDeadlines);
		expect(items.map(({ deadline }) => deadline)).toEqual(expected);
		expect(items[0]).toMatchObject({ event: 'new', ...summary });
	});
});

describe('only if changed', () => {
	const changed = (changes: Emission['changes']) => emission({ event: 'changed', changes });

	it.each<[string, Emission, string[] | undefined, boolean]>([
		['everything passes without a choice', changed({ other: true }), undefined, true],
		['everything passes with an empty choice', changed({}), [], true],
		['one of the chosen parts', changed({ price: {}, other: true }), ['dates', 'other'], true],
		['none of the chosen parts', changed({ price: {} }), ['dates', 'other'], false],
		['nothing that shows', changed({}), ['other'], false],
		['a change that is not known', changed(null), ['dates'], true],
		['another event', emission({ event: 'cancelled', changes: { status: {} } }), ['dates'], true],
		['a new booking', emission(), ['dates'], true],
	])('%s', (_, one, onlyIfChanged, expected) => {
		expect(passesChanges(one, onlyIfChanged)).toBe(expected);
	});
});
