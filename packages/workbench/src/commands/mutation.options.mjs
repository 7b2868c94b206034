export const help = `Tests the tests: changes the code that decides in thousands of small ways and counts what the tests notice.

Usage: npm run mutation [-- options]

The first run takes an hour on two cores; later ones test only what has changed since. Everything is kept in
.mutation/. The files, the tests that judge them, and the mutants known to be equivalent are in packages/workbench/src/mutation/.

  --file <path>  only these files: paths or patterns, separated by commas
  --constants    also values that are set when a file is loaded (tables, patterns): each takes all tests, some hours
  --fresh        forget the earlier results first
  --json         the figures as JSON on standard output, everything else on standard error
  --help         show this text

Exit codes: 0 = at least 95 % are noticed; 1 = fewer are, or something failed; 2 = wrong options.`;

export const options = {
	file: { type: 'string' },
	constants: { type: 'boolean' },
	fresh: { type: 'boolean' },
	json: { type: 'boolean' },
};
