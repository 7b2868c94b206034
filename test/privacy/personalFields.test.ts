import { keptFields } from '../../nodes/shared/privacy/keptFields';
import { personalFields } from '../../nodes/shared/privacy/personalFields';
import { publishedFields } from '../support/publishedFields';

const namesOf = (table: Readonly<Record<string, object>>) =>
	Object.entries(table)
		.flatMap(([record, fields]) => Object.keys(fields).map((field) => `${record}: ${field}`))
		.sort();

/** What a field holds, whatever becomes of it. */
const referenceOf = (field: string | readonly string[]) => (typeof field === 'string' ? field : field[1]);

describe('the table of personal fields', () => {
	it('has every published field, and no other', () => {
		expect(namesOf(personalFields)).toEqual(namesOf(publishedFields));
	});

	it.each(Object.entries(personalFields))('refers to the records that are below %s', (record, fields) => {
		for (const [name, field] of Object.entries(fields as Record<string, string | readonly string[]>)) {
			const below = publishedFields[record]?.[name]?.replace('[]', '');
			const reference = referenceOf(field);
			const isValue = reference === 'kept' || reference === 'personal';
			expect([name, isValue ? 'value' : reference]).toEqual([name, below]);
		}
	});
});

describe('what is kept', () => {
	it('is what the table knows, at every depth and in its order', () => {
		const reservation = {
			licencePlate: 'B-AB 1',
			number: '1',
			roomStays: [{ pmsRoomStayId: '2', signature: 'x', totalPrice: { amount: { value: 5, note: 'x' } } }],
			reservationStatus: 'Confirmed',
		};
		expect(JSON.stringify(keptFields('Pms.Reservation', reservation))).toBe(
			JSON.stringify({
				number: '1',
				roomStays: [{ pmsRoomStayId: '2', totalPrice: { amount: { value: 5 } } }],
				reservationStatus: 'Confirmed',
			}),
		);
	});

	it('are values where values are published, and records where records are', () => {
		const stay = {
			roomId: { name: 'Holmes' },
			guestsIds: ['1', { name: 'Holmes' }, null],
			guestCount: 'Holmes and Watson',
			status: ['Holmes', ['Watson']],
			options: ['7', { id: '8', comment: 'Holmes' }],
		};
		expect(keptFields('Pms.RoomStay', stay)).toEqual({
			guestsIds: ['1', null],
			status: ['Holmes'],
			options: ['7', { id: '8' }],
		});
	});

	it('are null and empty lists, but for records that are personal as a whole', () => {
		const booking = {
			customer: null,
			services: null,
			roomStays: [{ guests: [], services: [], guestCount: null }],
		};
		expect(keptFields('Booking.Booking', booking)).toEqual({
			services: null,
			roomStays: [{ services: [], guestCount: null }],
		});
	});

	it('is of a person the ID alone', () => {
		const guest = { pmsPersonId: '1', personName: { lastName: 'Holmes' }, emails: [], birthDate: null };
		expect(keptFields('Pms.Person', guest)).toEqual({ pmsPersonId: '1' });
	});

	it('are no names of built-in properties', () => {
		expect(keptFields('Pms.Person', { constructor: 'Holmes', toString: 'Watson' })).toEqual({});
	});
});
