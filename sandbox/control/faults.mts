import { FAULT_KINDS, type Fault } from '../http/faults.mts';
import { SCOPES } from '../http/limits/table.mts';
import { ControlError, Fields, required } from './body.mts';
import type { ControlRoute } from './route.mts';

const FAULT_FIELDS = [
	'match',
	'kind',
	'status',
	'retryAfterSeconds',
	'delayMs',
	'body',
	'warnings',
	'errors',
	'times',
	'skip',
	'probability',
	'when',
	'abrupt',
];
const MAX_DELAY_MS = 600_000;
const MANY = 1_000_000_000;

export const faultRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/faults', handle: ({ faults }) => faults.list() },
	{
		method: 'POST',
		path: '/faults',
		status: 201,
		handle: ({ faults }, { body }) => ({ id: faults.add(readFault(body)) }),
	},
	{ method: 'DELETE', path: '/faults', handle: ({ faults }) => faults.clear() },
];

function readFault(body: unknown): Fault {
	const fields = Fields.of(body, FAULT_FIELDS);
	const kind = required(fields.oneOf('kind', FAULT_KINDS), 'kind');
	const probability = fields.number('probability', 0, 1);
	const times = fields.integer('times', 1, MANY);
	const delayMs = fields.integer('delayMs', 0, MAX_DELAY_MS);
	if (kind === 'delay') required(delayMs, 'delayMs');
	if (kind === 'body' && fields.raw('body') === undefined) throw new ControlError(400, 'body is missing');
	return {
		kind,
		match: readMatch(fields.raw('match')),
		status: fields.integer('status', 200, 599),
		retryAfterSeconds: fields.integer('retryAfterSeconds', 0, MANY),
		delayMs,
		body: fields.raw('body'),
		warnings: messagesIn(fields, 'warnings'),
		errors: messagesIn(fields, 'errors'),
		times: times ?? (probability === undefined ? 1 : undefined),
		skip: fields.integer('skip', 0, MANY) ?? 0,
		probability: probability ?? 1,
		when: fields.oneOf('when', ['before', 'after']) ?? 'before',
		abrupt: fields.flag('abrupt') ?? false,
	};
}

function messagesIn(fields: Fields, name: string): unknown[] | undefined {
	const messages = fields.raw(name);
	if (messages === undefined || Array.isArray(messages)) return messages;
	throw new ControlError(400, `${name} must be a list`);
}

function readMatch(match: unknown): Fault['match'] {
	const fields = Fields.of(match, ['method', 'path', 'scope'], 'match');
	return {
		method: fields.text('method')?.toUpperCase(),
		path: fields.text('path'),
		scope: fields.oneOf('scope', SCOPES),
	};
}
