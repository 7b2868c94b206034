export const help = `Simulates hotels, guests, n8n and their faults in virtual time, and checks what must hold.

Usage: npm run simulate [-- options]

The built package runs in a model of n8n against the sandbox, in memory: see docs/simulation.md. The same seed
gives the same run on any machine. If a rule is broken, the shortest run that still breaks it is searched, and its last
minute is printed.

  --seed <n>      decides everything that happens (default: a new one, which is printed)
  --worlds <n>    how many worlds, half of them with n8n's durable polling (default 8, and the special ones)
  --hours <n>     simulated hours of each world (default 24, and the special ones)
  --hotels <n>    hotels of each world (default: the seed draws them)
  --world <name>  only this one: counted from 0, or a special one by its name, such as short-polls
  --about <text>  print all lines of the trace that contain it, from the start
  --calm          no faults, one trigger watches all hotels: for measuring the speed
  --no-shrink     do not search for the shortest run
  --defects       put back one corrected defect after the other and check that it is found (some hours)
  --write <file>  write the figures into this file, at their place
  --json          the figures as JSON on standard output, everything else on standard error
  --help          show this text

Exit codes: 0 = every rule held; 1 = a rule was broken, or something failed; 2 = wrong options.`;

export const options = {
	seed: { type: 'string' },
	worlds: { type: 'string' },
	hours: { type: 'string' },
	hotels: { type: 'string' },
	world: { type: 'string' },
	about: { type: 'string' },
	calm: { type: 'boolean' },
	'no-shrink': { type: 'boolean' },
	defects: { type: 'boolean' },
	write: { type: 'string' },
	json: { type: 'boolean' },
};
