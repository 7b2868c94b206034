import { FAULT_KINDS, type Fault } from '../http/faults.mts';
import { anything, flag, integer, list, nonEmptyText, numberBetween, oneOf } from '../http/fieldTypes.mts';
import { SCOPES } from '../http/limits/table.mts';
import { object, readBody, required, type Input } from './body.mts';
import { ControlError } from './controlError.mts';
import type { ControlRoute } from './route.mts';

const MAX_DELAY_MS = 600_000;
const MANY = 1_000_000_000;

const MATCH = { method: nonEmptyText, path: nonEmptyText, scope: oneOf(SCOPES), propertyId: nonEmptyText };
const FAULT = {
	match: object(MATCH, 'match'),
	kind: required(oneOf(FAULT_KINDS)),
	status: integer(200, 599),
	retryAfterSeconds: integer(0, MANY),
	delayMs: integer(0, MAX_DELAY_MS),
	body: anything,
	warnings: list,
	errors: list,
	times: integer(1, MANY),
	skip: integer(0, MANY),
	probability: numberBetween(0, 1),
	when: oneOf(['before', 'after']),
	abrupt: flag,
};
/** docs/sandbox/control.md, Faults. */
export type FaultInput = Input<typeof FAULT>;

export const faultRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/faults', handle: ({ faults }) => faults.list() },
	{
		method: 'POST',
		path: '/faults',
		status: 201,
		handle: ({ faults }, { body }) => ({ id: faults.add(readFault(body)) }),
	},
	{ method: 'DELETE', path: '/faults', handle: ({ faults }) => faults.clear() },
	{
		method: 'DELETE',
		path: '/faults/:id',
		handle: ({ faults }, { params: { id = '' } }) => {
			if (!faults.remove(id)) throw new ControlError(404, `There is no fault ${id}`);
		},
	},
];

function readFault(given: unknown): Fault {
	const fault = readBody(FAULT, given);
	const { kind, match, body, delayMs, probability } = fault;
	if (kind === 'delay' && delayMs === undefined) throw new ControlError(400, 'delayMs is missing');
	if (kind === 'body' && body === undefined) throw new ControlError(400, 'body is missing');
	return {
		...fault,
		match: { ...match, method: match?.method?.toUpperCase() },
		times: fault.times ?? (probability === undefined ? 1 : undefined),
		skip: fault.skip ?? 0,
		probability: probability ?? 1,
		when: fault.when ?? 'before',
		abrupt: fault.abrupt ?? false,
	};
}
