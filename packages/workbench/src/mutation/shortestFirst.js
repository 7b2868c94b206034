const { default: Sequencer } = require('@jest/test-sequencer');

/** Jest runs the longest files first, and a mutant is decided by the first one that fails. */
module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => (one.duration ?? 0) - (other.duration ?? 0));
	}
};
