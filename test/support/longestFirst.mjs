import Sequencer from '@jest/test-sequencer';

/**
 * Those that take longest: most of them wait by the clock. In a fresh clone, jest does not know and begins some at the
 * end.
 */
const LONGEST = [
	'test/shared/transport/accessTokens.test.ts',
	'test/reservationTrigger/chain.test.ts',
	'test/trigger/pollTime.test.ts',
	'test/operations/repeatedData.test.ts',
	'test/journey/trigger.test.ts',
	'test/nodes/bookings.test.ts',
	'packages/sandbox/test/commandLine.test.ts',
	'test/journey/secondOpinion.test.ts',
	'test/trigger/model.test.ts',
	'packages/sandbox/test/package.test.ts',
];

function placeOf({ path }) {
	const place = LONGEST.findIndex((name) => path.endsWith(name));
	return place < 0 ? LONGEST.length : place;
}

export default class LongestFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => placeOf(one) - placeOf(other));
	}
}
