export const help = `Puts the booking trigger to the test: n8n is killed, the history is long, the properties are many.

Usage: npm run chaos [-- [kills|history|soak|events] [options]]

  kills    n8n is killed again and again while bookings are made, changed and cancelled and the API fails
           at random; then counts, in n8n's own executions, what was lost and what was repeated
           (about 20 minutes for each mode)
  history  one property with many bookings, from the first one on: slices, memory, size of the state
  soak     many properties in one workflow, with rate limits: refused requests, delays (two runs of an hour)
  events   events are sent by webhook, some deliveries twice, while n8n is killed: what is lost, repeated or in the
           wrong order (about 8 minutes)

Without a name: all four, one after another. Everything is kept in .chaos/.

  --seed <n>          what is random follows from it (default: a new one, which is printed)
  --mode <mode>       kills: durable or older, n8n's two ways to keep what a poll leaves (default: both)
  --kills <n>         kills, events: how often n8n is killed (default 10, 5)
  --after-crash <do>  kills: skip or again, the trigger's option After a Crash (default: skip)
  --bookings <n>      kills, soak: bookings made, changed and cancelled (default 2000, 300 a day);
                      history: bookings of the property (default 100000)
  --events <n>        events: how many (default 5000)
  --properties <n>    kills, soak: how many properties (default 20, 200)
  --minutes <n>       kills, soak, events: how long bookings are made (default 15, 10 a day, 5)
  --max-bookings <n>  history: most bookings of one execution (default: 5000, then the trigger's own 500)
  --details           history: with the details of each booking
  --write <file>      write the figures into this file, at their places
  --json              the figures as JSON on standard output, everything else on standard error
  --help              show this text

Exit codes: 0 = all targets met; 1 = a target was missed, or something failed; 2 = wrong options.`;

export const options = {
	seed: { type: 'string' },
	mode: { type: 'string' },
	kills: { type: 'string' },
	'after-crash': { type: 'string' },
	bookings: { type: 'string' },
	events: { type: 'string' },
	properties: { type: 'string' },
	minutes: { type: 'string' },
	'max-bookings': { type: 'string' },
	details: { type: 'boolean' },
	write: { type: 'string' },
	json: { type: 'boolean' },
};

/** One of them may be given. */
export const choices = ['kills', 'history', 'soak', 'events'];
