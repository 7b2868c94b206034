/** A mutant is run through all properties of the tests that reach it, thousands of times in all. */
process.env.PARTNER_HOTEL_RUNS = '0.2';
