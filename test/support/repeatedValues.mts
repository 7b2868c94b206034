import { inspect } from 'node:util';

/** What is stored or sent of a guest; none of it may show in what the API's errors become. */
export const GUEST_VALUES = {
	lastName: 'Müller-Lüdenscheidt',
	firstName: 'Zoë Ångström',
	phone: '+44 20 7946 0958',
	email: 'zoe@wolkenpost.qq',
	document: '45 10 999999',
	authority: 'Rathaus Utrecht',
	birthDate: '1987-11-23',
	comment: 'Allergic to peanuts',
	roomCode: '4510999999',
	series: 'AB',
};

const parts = (text: string) => text.split(/[\s@.+-]+/).filter((part) => part.length > 2);
const spaced = (text: string) => [...text].join(' ');
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** A value in every form in which a service repeats it. */
export function formsOf(value: string): string[] {
	const [year = '', month = '', day = ''] = value.split('-');
	return [
		value,
		value.toUpperCase(),
		value.toLowerCase(),
		value.normalize('NFD'),
		folded(value),
		value.replace(/[^\p{L}\p{N}]/gu, ''),
		spaced(value),
		[...value].reverse().join(''),
		`\u202e${value}\u202c`,
		[...value].join('\u200b'),
		encodeURIComponent(value),
		Buffer.from(value).toString('base64'),
		...parts(value),
		`${day}/${month}/${year}`,
		`${value.slice(0, 4)}…`,
	];
}

/** Letters and digits alone, without accents: no form hides a value from this. */
function core(text: string): string {
	return folded(text)
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');
}

const traces = Object.values(GUEST_VALUES)
	.flatMap((value) => [value, ...parts(value)])
	.flatMap((value) => [
		core(value),
		core([...value].reverse().join('')),
		core(Buffer.from(value).toString('base64')),
	])
	// Times and random numbers have short rows of digits as well.
	.filter((trace) => trace.length > (/^\d+$/.test(trace) ? 7 : 3));

/** The traces of guests in a text. */
export function tracesIn(text: string): string[] {
	const searched = core(text);
	return traces.filter((trace) => searched.includes(trace));
}

/** Bodies that repeat a text wherever an error can stand. */
export function bodiesWith(text: string): unknown[] {
	return [
		{ errors: [{ code: text, message: `No ${text} here` }], warnings: [] },
		{ errors: [{ code: '11', message: text }, text], warnings: [{ code: null, message: text }] },
		{ errors: [text], error: text, error_description: text },
		{ error: text, error_description: text },
		{ code: text, message: text },
		{ title: text, detail: text, errors: { [text]: [text] } },
		text,
		`<html>${text}</html>`,
	];
}

/** An error with all that it carries, as text. */
export function everythingIn(error: unknown): string {
	return inspect(error, { depth: 9, showHidden: true, maxStringLength: null, breakLength: Infinity });
}
