const fc = require('fast-check');

/** A mutant is run through all properties of the tests that reach it, thousands of times in all. */
fc.configureGlobal({ numRuns: 20 });
