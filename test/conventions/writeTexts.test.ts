import type {
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import * as exposed from '../../index';
import type { AnyOperation, Resource } from '../../nodes/shared/operation/defineOperation';
import { outcomeError, toNodeError } from '../../nodes/shared/operation/nodeErrors';
import { beginWrite } from '../../nodes/shared/operation/writing';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';
import { RateLimitWaitError } from '../../nodes/shared/rateLimit/scopeLimiter';
import {
	classifyError,
	classifyResponse,
	classifyTokenError,
	type FailureFacts,
} from '../../nodes/shared/transport/classifyResponse';
import { nodeApiError, type Explanation } from '../../nodes/shared/transport/errors';
import { explain, explainWait } from '../../nodes/shared/transport/explain';
import { LATE } from '../../nodes/shared/transport/tokens';
import type { ErrorTexts } from '../../nodes/shared/transport/types';
import { ResponseError } from '../../nodes/shared/util/json';
import { ParameterError } from '../../nodes/shared/util/parameterError';
import { carryOut } from '../../nodes/shared/writes/carryOut';
import { reserveWrite } from '../../nodes/shared/writes/earlierWrites';
import type { Outcome, OtherItems, WriteAttempt } from '../../nodes/shared/writes/outcome';
import type { Write } from '../../nodes/shared/writes/write';
import { readText } from '../support/files';
import { errorTexts, textsOfErrors } from '../support/sourceTexts';
import { quietContext, writeOf, writingOperations, writingSources } from '../support/writes';

jest.mock('../../nodes/shared/writes/earlierWrites', () => ({ reserveWrite: jest.fn() }));

const NODE = {
	id: '1',
	name: 'Hotel',
	type: 'hotel',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
} as INode;

/** What must not be said of a write: a workflow that is run again pays again. */
const TO_REPEAT =
	/\b(again|anew|once more|another time|repeat|retry|re-?(run|execute|send|submit|start)|(run|execute|start) (the|this|your) (workflow|node|tool|operation|item))\b/i;
const FORBIDDEN = 'Do not repeat it';

function advicesToRepeat(text: string): string[] {
	return text
		.replaceAll(FORBIDDEN, '')
		.split(/(?<=[.!?;])\s+/)
		.filter((sentence) => TO_REPEAT.test(sentence));
}

describe('the rule', () => {
	it.each([
		'Run the workflow again.',
		'Check the values of this operation and run the workflow again later.',
		'Wait a minute and run the workflow again.',
		'Check the credential. Run the workflow again, or increase the wait.',
		'Another execution is waiting for the same data. Try again later.',
		'Look at the room stay before you repeat it.',
		'Retry the payment.',
		'Please re-run this node once the limit is free.',
		'Execute the node once the limit is free.',
		'Send it once more.',
		'Requests are possible again in 2 minutes.',
	])('finds advice to repeat: %s', (text) => {
		expect(advicesToRepeat(`Payment of 5.00 EUR: not made. ${text} The API says: No.`)).toHaveLength(1);
	});

	it.each([
		'Payment of 5.00 EUR: unknown whether it was made. Do not repeat it; compare the amounts first.',
		"Sent only once per item, even with 'Retry On Fail': this is the name of a setting.",
		'Leave them out of any other run, which would carry them out twice.',
		"If it was not made, it is accepted after 10 minutes, or with 'Refuse Repeats For (Minutes)' set to 0.",
	])('finds none in: %s', (text) => {
		expect(advicesToRepeat(text.replace("'Retry On Fail'", ''))).toEqual([]);
	});
});

const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index);
const BODIES = [
	undefined,
	'',
	'{"corporate": {"id": "9',
	'<html>Bad gateway</html>',
	{ errors: [{ code: '7', message: 'The books are closed' }] },
	{ error: 'unauthorized_client', error_description: 'No' },
	{ errors: [null], warnings: [] },
];
const HEADERS: Array<Record<string, string>> = [{}, { location: 'https://else.example/' }];
/** Those with words of their own, two without, and none at all. */
const CODES = [
	...[...readText('nodes/shared/transport/errors.ts').matchAll(/^\t(E[A-Z_]+): '/gm)].map(
		([, code]) => code ?? '',
	),
	'EPIPE',
	'EHOSTUNREACH',
	'',
];
const OAUTH_CODES = [
	'invalid_client',
	'invalid_grant',
	'too_many_requests',
	'server_error',
	'temporarily_unavailable',
];

const responseFacts = STATUSES.flatMap((statusCode) =>
	BODIES.flatMap((body) =>
		HEADERS.map((headers) => classifyResponse({ statusCode, headers, body }, 0, false).failure),
	),
);
const tokenFacts = [
	LATE,
	...STATUSES.map((status) => classifyTokenError({ response: { status, headers: {} } }, 0)),
	...CODES.map((code) => classifyTokenError({ code }, 0)),
	...OAUTH_CODES.map((error) => classifyTokenError({ code: 'EAUTH', body: { error } }, 0)),
];
const facts: FailureFacts[] = [
	...responseFacts.filter((one) => one !== undefined),
	...CODES.map((code) => classifyError({ code })),
	...tokenFacts,
];

const waits: Explanation[] = [rateScopes.token, rateScopes.default].flatMap((scope) =>
	[undefined, { name: 'hour', limit: 300, ms: 3_600_000 }].flatMap((window) =>
		[0, 90_000, Infinity].flatMap((waitMs) =>
			[false, true].map((isCrowded) =>
				explainWait(new RateLimitWaitError(scope, window as never, waitMs, isCrowded)),
			),
		),
	),
);

/** Texts of operations for some statuses and codes. */
const ownTexts = errorTexts(writingSources.filter((file) => !file.includes('/transport/'))).flatMap(
	({ messages, descriptions }) =>
		messages.flatMap((message) => descriptions.map((description) => ({ message, description }))),
);

/** Every text that the transport can have for a request of a writing operation, each once. */
function explanations(request: Write['request'], errors: ErrorTexts | undefined): Explanation[] {
	const textsFor: Array<ErrorTexts | undefined> = [undefined, errors];
	const known = { request, baseUrl: 'https://api.hotel.example', secrets: [], writing: true };
	const found = facts.flatMap((fact) =>
		textsFor.flatMap((texts) =>
			[true, false].flatMap((readOnly) =>
				[undefined, 90_000].map((retryAfterMs) => explain(fact, { ...known, readOnly, texts, retryAfterMs })),
			),
		),
	);
	const own = ownTexts.map((text) =>
		explain(
			{ kind: 'status', statusCode: 404, messages: [] },
			{ ...known, readOnly: true, texts: { '404': text } },
		),
	);
	return onceEach([...found, ...own, ...waits]);
}

/** The number of the status makes no difference. */
function onceEach(all: Explanation[]): Explanation[] {
	const key = ({ message, description }: Explanation) =>
		`${message} ${description}`.replace(/HTTP \d+/g, (text) => `${text.slice(0, 6)}xx`);
	return [...new Map(all.map((one) => [key(one), one])).values()];
}

const parameterErrors = textsOfErrors(writingSources, 'ParameterError').flatMap(
	([, , problems = [], advices = []]) =>
		(problems.length > 0 ? problems : ['is wrong']).flatMap((problem) =>
			(advices.length > 0 ? advices : ['Enter another one.']).map(
				(advice) => new ParameterError('amount', 'v', problem, advice),
			),
		),
);
const answerErrors = textsOfErrors(writingSources, 'ResponseError').flatMap(([messages = [], advices]) =>
	messages.flatMap((message) =>
		advices ? advices.map((advice) => new ResponseError(message, advice)) : [new ResponseError(message)],
	),
);

/** How a write is refused before it is sent. */
async function refusals(write: Write): Promise<unknown[]> {
	const states = [
		{ state: 'unknown', by: 'identical' },
		{ state: 'unknown', by: 'key' },
		{ state: 'otherWrite' },
	];
	return await Promise.all(
		states.map(async (state) => {
			jest.mocked(reserveWrite).mockResolvedValueOnce(state as never);
			const settings = {
				context: quietContext,
				api: { recipient: async () => await Promise.resolve('recipient') } as never,
				signal: new AbortController().signal,
				operation: 'Write',
				refuseWithinMs: 600_000,
			};
			return await carryOut({ ...write, key: 'INV-1' }, settings, attemptOf(write, 'notDone')).catch(
				(error: unknown) => error,
			);
		}),
	);
}

function attemptOf({ subject, howToCheck }: Write, outcome: Outcome): WriteAttempt {
	const figures = outcome === 'unknown' ? 'Before: 5.00 EUR payable. Now: 2.00 EUR payable.' : undefined;
	return { subject, howToCheck, outcome, figures };
}

const OUTCOMES: Record<Outcome, string> = {
	done: 'made. Do not repeat it.',
	notDone: 'not made.',
	unknown: 'unknown whether it was made. Do not repeat it; ',
};
const OTHERS: OtherItems[] = [
	{ done: [], unknown: [] },
	{ done: [0], unknown: [] },
	{ done: [], unknown: [1] },
	{ done: [0, 2], unknown: [1] },
	{ done: Array.from({ length: 30 }, (_, index) => index), unknown: [30] },
];

/** By how many there are. */
const DONE_TEXT: Record<number, string> = {
	1: 'Carried out before in this run: item 0.',
	2: 'Carried out before in this run: items 0 and 2.',
	30: 'Carried out before in this run: 30 items, the last of them item 29.',
};

function broken(error: Error, attempt: WriteAttempt, others: OtherItems): string[] {
	const told = outcomeError(NODE, error, attempt, others, 31);
	const { message, context = {} } = told;
	const shown = told.description ?? '';
	const text = `${message} ${shown}`;
	const rules: Array<[string, boolean]> = [
		[
			'begins with subject and outcome',
			message.startsWith(`${attempt.subject}: ${OUTCOMES[attempt.outcome]}`),
		],
		['says where to look', attempt.outcome !== 'unknown' || message.includes(`it; ${attempt.howToCheck}. `)],
		['advises no repetition', advicesToRepeat(text).length === 0],
		['names the item', shown.includes('item 31')],
		['names the items carried out', shown.includes(DONE_TEXT[others.done.length] ?? '')],
		['says of none that it was', others.done.length > 0 || !shown.includes('Carried out before')],
		['has the outcome', context.outcome === attempt.outcome && context.itemIndex === 31],
		[
			'has the items',
			JSON.stringify([context.doneItems, context.unknownItems]) ===
				JSON.stringify([others.done, others.unknown]),
		],
		['no word is undefined', !/undefined|\[object|\s\s/.test(text)],
	];
	return rules.filter(([, kept]) => !kept).map(([rule]) => `${rule}: ${text}`);
}

describe.each(
	writingOperations.map(
		({ resource, operation }) =>
			[`${resource.option.name} → ${operation.option.name}`, operation, resource] as const,
	),
)('%s', (_, operation) => {
	let write: Write;
	beforeAll(async () => {
		write = await writeOf(operation);
	});

	const brokenBy = (errors: Error[], attempts: WriteAttempt[]) =>
		attempts.flatMap((attempt) =>
			OTHERS.flatMap((others) => errors.flatMap((error) => broken(error, attempt, others))),
		);
	const attempts = () => [
		beginWrite(operation),
		...(['done', 'notDone', 'unknown'] as const).map((outcome) => attemptOf(write, outcome)),
	];

	it('tells its outcome whatever fails, and never advises to repeat it', () => {
		const explained = explanations(write.request, write.errors);
		expect(explained.length).toBeGreaterThan(60);
		const errors = explained.map((one) => nodeApiError(NODE, one, 31));
		expect(brokenBy(errors, attempts())).toEqual([]);
	});

	it('also when a value or an answer cannot be used', () => {
		expect(parameterErrors.length).toBeGreaterThan(60);
		expect(answerErrors.length).toBeGreaterThan(3);
		const errors = [...parameterErrors, ...answerErrors, new Error('Something else'), 'a text'];
		const shown = errors.map((error) => toNodeError(NODE, error, operation.parameters, 31));
		expect(brokenBy(shown, attempts())).toEqual([]);
	});

	it('also when it is refused because of an earlier one', async () => {
		const shown = (await refusals(write)).map((error) => toNodeError(NODE, error, operation.parameters, 31));
		expect(shown.map(({ message }) => message)).toEqual([
			'An identical one has no known outcome, so this one was not sent.',
			'The one with the same Idempotency Key has no known outcome, so this one was not sent.',
			expect.stringContaining("'INV-1' was used for another write in this workflow") as string,
		]);
		expect(brokenBy(shown, attempts())).toEqual([]);
	});
});

/** What an AI agent and the editor show of a writing operation. */
function shownTexts(): Array<[string, string]> {
	const nodes = Object.entries(exposed)
		.filter(([name]) => !name.endsWith('Api'))
		.map(([, NodeClass]) => (new NodeClass() as INodeType).description);
	return nodes.flatMap(({ name, description, properties, usableAsTool }) =>
		writingOperations.flatMap(({ resource, operation }) => {
			const isOf = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
				show.resource?.includes(resource.option.value) && show.operation?.includes(operation.option.value);
			if (!properties.some(isOf)) return [];
			const shown = [
				{ ...NO_PROPERTY, options: [described(properties, resource, operation)] },
				...properties.filter(isOf),
			];
			return shown
				.flatMap(textsIn)
				.concat(usableAsTool ? [description] : [])
				.map((text): [string, string] => [`${name} ${operation.option.action}`, text]);
		}),
	);
}

const NO_PROPERTY: INodeProperties = { displayName: '', name: '', type: 'options', default: '' };

/** The operation as the list of operations shows it. */
function described(
	properties: INodeProperties[],
	{ option: { value } }: Resource,
	{ option }: AnyOperation,
): INodePropertyOptions {
	const list = properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(value),
	);
	const found = (list?.options as INodePropertyOptions[]).find((one) => one.value === option.value);
	if (!found) throw new Error(`${option.action} is not in the list of operations`);
	return found;
}

function textsIn(property: INodeProperties): string[] {
	const { displayName, description, hint, options = [] } = property;
	const inner = options.flatMap((option) => {
		if ('values' in option) return (option as INodePropertyCollection).values.flatMap(textsIn);
		if ('type' in option) return textsIn(option as INodeProperties);
		const {
			name,
			description: about,
			action,
		} = option as { name: string; description?: string; action?: string };
		return [name, about ?? '', action ?? ''];
	});
	return [displayName, description ?? '', hint ?? '', ...inner];
}

it('no label, description or notice of a writing operation advises to repeat it', () => {
	const texts = shownTexts();
	expect(new Set(texts.map(([where]) => where)).size).toBe(writingOperations.length);
	expect(texts.length).toBeGreaterThan(150);
	const settings = /'Retry On Fail'/g;
	expect(texts.filter(([, text]) => advicesToRepeat(text.replace(settings, '')).length > 0)).toEqual([]);
});

it('every operation that changes data says what it writes', () => {
	expect(writingOperations.map(({ operation }) => operation.writes)).toHaveLength(10);
	for (const { operation } of writingOperations) expect(operation.readOnly).toBeUndefined();
});
