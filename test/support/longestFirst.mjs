import Sequencer from '@jest/test-sequencer';

/** Those that take longest: most of them wait by the clock. In a fresh clone, jest does not know and begins some at the end. */
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

export default class LongestFirst extends Sequencer {
	sort(tests) {
		const [others, longest] = [[], new Map()];
		for (const test of super.sort(tests)) {
			const place = LONGEST.findIndex((name) => test.path.endsWith(name));
			if (place < 0) others.push(test);
			else longest.set(place, test);
		}
		return [...LONGEST.keys()].flatMap((place) => longest.get(place) ?? []).concat(others);
	}
}
