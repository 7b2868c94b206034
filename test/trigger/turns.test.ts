import { emptyState } from '../../nodes/PartnerHotelTrigger/state';
import { inTurn, nextTurn } from '../../nodes/PartnerHotelTrigger/turns';

describe('whose turn it is', () => {
	const ids = ['1', '2', '3', '4'];

	it('starts where the poll before stopped', () => {
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
});
