export const help = `Lints, checks the types and the format, builds, simulates some hours, and runs the unit tests.

Usage: npm test [-- -- <arguments for jest>]

  --help  show this text

The last line is "N passed, N failed". Exit codes: 0 = everything passed; 1 = something failed; 2 = wrong options.`;

/** What follows a second `--` is for jest. */
export const passesOn = true;
