export const help = `Lints the package by n8n's rules, and the development tools by rules of their own.

Usage: npm run lint, or npm run lint:fix

  --fix   correct what can be corrected without thinking: what lint:fix does
  --help  show this text

Exit codes: 0 = nothing found; 1 = something to correct; 2 = wrong options.`;

export const options = {
	fix: { type: 'boolean' },
};
