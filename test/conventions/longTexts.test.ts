import { createHash } from 'crypto';
import ts from 'typescript';

import {
	classifyResponse,
	classifyTokenError,
	apiMessages,
} from '../../nodes/shared/transport/classifyResponse';
import { cleanText } from '../../nodes/shared/transport/cleanText';
import { explain } from '../../nodes/shared/transport/explain';
import { knownMessages, withoutQuotes } from '../../nodes/shared/transport/personalData';
import { redirectAway } from '../../nodes/shared/transport/tokenAddress';
import { withWarnings } from '../../nodes/shared/api/response/messages';
import { matches } from '../../nodes/shared/parameters/locator';
import { grantedAccesses } from '../../nodes/shared/transport/accessToken';
import { connectionOf } from '../../nodes/shared/transport/connection';
import { remainingOf } from '../../nodes/shared/transport/rateScopes';
import { processorTime } from '../support/processorTime.mts';
import { filesBelow, load, readText } from '../support/files';

const LENGTH = 250_000;
const MAX_MS = 50;
/**
 * Where all of a text is read once, on a machine that is slow or busy: so many times a hash of it,
 * measured beside it. What takes the square of the length takes thousands.
 */
const TIMES_A_HASH = 20;

/** What patterns with repetitions stumble over, and what parsers do. */
const kinds = {
	'one letter': 'a',
	slashes: '/',
	'white space': ' ',
	'lines and words': 'a \n',
	dots: '.',
	digits: '1',
	tags: '<',
	brackets: '[',
	'quotes and colons': '{"a":',
	commas: 'a,',
	accents: 'e\u0301',
	'formatting characters': 'a\u202e',
	dates: '2026-03-01T10:00:00Z',
	'offsets of time zones': '2026-03-01+00:00 ',
	addresses: 'http://a@b/auth/token/',
	'parts of an expression': '$fromAI ',
	'a secret': 's3cret-s3cret-',
};

const textOf = (part: string, length: number) =>
	part.repeat(Math.ceil(length / part.length)).slice(0, length);

type Work = (text: string) => unknown;

function timeOf(work: Work, text: string): number {
	const start = processorTime();
	try {
		const made = work(text);
		if (made instanceof Promise) made.catch(() => undefined);
	} catch {
		// Refusing a text is as good as reading it.
	}
	return processorTime() - start;
}

const hash: Work = (text) => createHash('sha256').update(text).digest();

function isSlowBesideAHash(work: Work, text: string): boolean {
	const pairs = Array.from({ length: 4 }, () => [timeOf(work, text), timeOf(hash, text)] as const);
	const ms = Math.min(...pairs.map(([workMs]) => workMs));
	const hashMs = Math.min(...pairs.map(([, aHashMs]) => aHashMs));
	return ms > Math.max(MAX_MS, TIMES_A_HASH * hashMs);
}

/** A shorter text first: what takes the square of the length would take minutes. */
function isTooSlow(work: Work, part: string): boolean {
	return [LENGTH / 10, LENGTH].some((length) => {
		const text = textOf(part, length);
		return timeOf(work, text) > MAX_MS && isSlowBesideAHash(work, text);
	});
}

function slowKinds(work: Work): string[] {
	return Object.entries(kinds)
		.filter(([, part]) => isTooSlow(work, part))
		.map(([kind]) => kind);
}

type Exported = (...given: unknown[]) => unknown;

/** What a parameter is given, by its type; functions with others are among the structured ones, or take no text. */
const givenFor: Readonly<Record<string, (text: string) => unknown>> = {
	string: (text) => text,
	'string | undefined': (text) => text,
	unknown: (text) => text,
	'readonly string[]': (text) => [text],
	'string[]': (text) => [text],
	number: () => 1,
	boolean: () => true,
};

/** Functions of which every required parameter can be given, and one of them is text. */
function textFunctionsIn(file: string): Array<[string, Work]> {
	const { statements } = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true);
	const exported = load(file);
	return statements.filter(ts.isFunctionDeclaration).flatMap((declared): Array<[string, Work]> => {
		const { name, parameters } = declared;
		const work = name && (exported[name.text] as Exported | undefined);
		const required = parameters.filter((one) => !one.initializer && !one.questionToken);
		const types = required.map(({ type }) => type?.getText() ?? '');
		const isOfText = types.some((type) => type.includes('string') || type === 'unknown');
		if (!work || !isOfText || !types.every((type) => type in givenFor)) return [];
		const given = (text: string) => types.map((type) => givenFor[type]?.(text));
		return [[`${file.replace('nodes/', '')}: ${name.text}`, (text) => work(...given(text))]];
	});
}

const exported = filesBelow('nodes', '.ts').flatMap(textFunctionsIn);

const NOW = 0;
const secrets = ['s3cret-s3cret-s3cret', 's3'];
const about = { baseUrl: 'https://a.example', readOnly: true, secrets } as const;
const request = { area: 'content', method: 'GET', path: '/' } as const;
const response = (body: unknown, headers: Record<string, string> = {}, statusCode = 200) => ({
	statusCode,
	headers,
	body,
});

const structured: Array<[string, Work]> = [
	['a text of the service', (text) => cleanText(text, secrets)],
	['a body that is text', (text) => classifyResponse(response(text), NOW)],
	[
		'the messages of a body',
		(text) => apiMessages({ errors: [{ code: text, message: text }], warnings: [text] }),
	],
	['an error body', (text) => apiMessages({ error: text, error_description: text })],
	['a very long list of errors', (text) => apiMessages({ errors: [...text.slice(0, 100_000)] })],
	[
		'headers',
		(text) => classifyResponse(response({}, { 'retry-after': text, 'content-type': text }, 429), NOW),
	],
	['what is left of the limits', (text) => remainingOf({ 'x-ratelimit-remaining-hour': text })],
	[
		'a refused token',
		(text) => classifyTokenError({ code: 'EAUTH', message: text, body: { error: text } }, NOW),
	],
	[
		'an error',
		(text) =>
			explain(
				{
					kind: 'status',
					statusCode: 400,
					messages: apiMessages({ errors: [{ code: text, message: text }] }),
				},
				{ ...about, request, accesses: [text] },
			),
	],
	[
		'a redirect',
		(text) => explain({ kind: 'redirect', statusCode: 302, location: text }, { ...about, request }),
	],
	[
		'a redirect of the token',
		async (text) =>
			await redirectAway(
				'https://a.example/auth/token',
				async () => await Promise.resolve({ statusCode: 302, headers: { location: text } }),
			),
	],
	['a code of which nothing is known', (text) => knownMessages([{ code: text }])],
	[
		'warnings beside records',
		(text) => withoutQuotes(response({ warnings: [{ code: text, message: text }] })),
	],
	['records with warnings', (text) => withWarnings([{ id: '1' }], { warnings: [{ message: text }] })],
	['the claims of a token', (text) => grantedAccesses(`x.${text}.y`)],
	['the credential', (text) => connectionOf({ baseUrl: text, apiClientId: text, apiClientSecret: text })],
	['a choice of a list', (text) => matches({ name: text, value: text }, text)],
];

describe('no long text from a server or a user takes long', () => {
	it.each(structured)('%s', (_, work) => {
		expect(slowKinds(work)).toEqual([]);
	});

	it.each(exported)('%s', (_, work) => {
		expect(slowKinds(work)).toEqual([]);
	});

	it('finds those that read texts', () => {
		const names = exported.map(([name]) => name.replace(/^.*: /, ''));
		expect(names.length).toBeGreaterThan(80);
		expect(names).toEqual(
			expect.arrayContaining([
				'normalizeBaseUrl',
				'money',
				'wholeDate',
				'secondsOf',
				'shownText',
				'fillPath',
			]),
		);
	});

	it('is measured: a pattern that takes the square of the length is noticed', () => {
		expect(slowKinds((text) => text.replace(/\/+x/, ''))).toEqual(['slashes']);
	});
});
