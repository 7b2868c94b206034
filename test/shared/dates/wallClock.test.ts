import { hotelInstant } from '../../../nodes/shared/dates/hotelClock';
import {
	instantOfWall,
	secondsOfDay,
	wallMidnight,
	wallOfInstant,
	wallText,
	withinDates,
} from '../../../nodes/shared/dates/wallClock';

const seconds = (text: string) => Date.parse(text) / 1000;

describe('the seconds of a time of day', () => {
	it.each([
		['00:00', 0],
		['09:30', 34_200],
		['23:59', 86_340],
		['23:59:59', 86_399],
		['24:00', undefined],
		['09:60', undefined],
		['09:30:60', undefined],
		['9:30', undefined],
		['09:30 ', undefined],
		['x09:30', undefined],
		['', undefined],
	])('%s: %s', (time, expected) => {
		expect(secondsOfDay(time)).toBe(expected);
	});
});

describe('midnight on the wall', () => {
	it.each([
		['2026-07-10', seconds('2026-07-10T00:00:00Z')],
		['2026-02-30', undefined],
		['2026-07-10T05:00', undefined],
		['x2026-07-10', undefined],
		['+002026-07-10', undefined],
		['2026-07', undefined],
		['', undefined],
	])('%s: %s', (day, expected) => {
		expect(wallMidnight(day)).toBe(expected);
	});
});

describe('the instant of a wall time', () => {
	it.each<[string, string, string, string]>([
		['in summer', '2026-07-10T15:00:00', 'Europe/Berlin', '2026-07-10T13:00:00Z'],
		['in winter', '2026-01-10T15:00:00', 'Europe/Berlin', '2026-01-10T14:00:00Z'],
		['shown twice: the later one', '2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T01:30:00Z'],
		['right before it is shown twice', '2026-10-25T01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59Z'],
		['skipped: as much later', '2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
		['right after it is skipped', '2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
		['skipped by half an hour', '2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
		['skipped at midnight', '2026-09-06T00:00:00', 'America/Santiago', '2026-09-06T04:00:00Z'],
		['of a skipped day', '2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
		['where the offset is fixed', '2026-03-29T02:30:00', 'UTC+3', '2026-03-28T23:30:00Z'],
	])('%s', (_, wall, zone, expected) => {
		expect(instantOfWall(seconds(`${wall}Z`), zone)).toBe(seconds(expected));
	});

	it('and back', () => {
		expect(wallOfInstant(seconds('2026-07-10T13:00:05Z'), 'Europe/Berlin')).toBe(
			seconds('2026-07-10T15:00:05Z'),
		);
		expect(wallText(seconds('2026-07-10T13:00:05Z'), 'Europe/Berlin')).toBe('2026-07-10T15:00:05');
	});

	it('is infinite beyond the dates that can be written', () => {
		expect([instantOfWall(1e13, 'UTC'), instantOfWall(-1e13, 'UTC')]).toEqual([Infinity, -Infinity]);
		expect([253_402_000_000, 253_402_000_001, -253_402_000_001].map(withinDates)).toEqual([
			253_402_000_000,
			Infinity,
			-Infinity,
		]);
	});
});

describe('a moment the user entered', () => {
	it.each<[string, string, string]>([
		['without an offset is local', '2026-07-10T15:00:00', '2026-07-10T13:00:00Z'],
		['with an offset is that instant', '2026-07-10T15:00:00-05:00', '2026-07-10T20:00:00Z'],
		['is cut to whole seconds', '2026-07-10T13:00:00.900Z', '2026-07-10T13:00:00Z'],
		['that the clocks show twice is the later one', '2026-10-25T02:30', '2026-10-25T01:30:00Z'],
		['that is a day alone is its midnight', '2026-07-10', '2026-07-09T22:00:00Z'],
	])('%s', (_, text, expected) => {
		expect(hotelInstant('moment', text, 'Europe/Berlin')).toBe(seconds(expected));
	});

	it('that is none is refused', () => {
		expect(() => hotelInstant('moment', 'tomorrow', 'Europe/Berlin')).toThrow(
			'moment: is not a date and time',
		);
	});
});
