export const help = `Writes docs/operations.md and docs/operations/ from the nodes: every operation is run once against the sandbox.
Writes the address of the repository, which package.json has, into the links that n8n and npm show.

Usage: npm run docs [-- options]

  --check  write nothing; fail when a file is out of date
  --help   show this text

Exit codes: 0 = written, or up to date; 1 = failed, or out of date; 2 = wrong options.`;

export const options = {
	check: { type: 'boolean' },
};
