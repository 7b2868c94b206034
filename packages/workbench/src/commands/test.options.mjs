export const help = `Lints, checks the format and the types, builds, and runs the unit tests.

Usage: npm test [-- -- <arguments for jest>]

  --help  show this text

At the end it tells how long each part took; lint, format and types run side by side.
The last line is "N passed, N failed". Exit codes: 0 = everything passed; 1 = something failed; 2 = wrong options.`;

/** What follows a second `--` is for jest. */
export const passesOn = true;
