import { digits, text } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
import type { RequestRecord } from '../http/report.mts';
import type { Route } from '../http/route.mts';
import { ROUTES } from '../routes/routes.mts';
import type { Sandbox } from '../sandbox.mts';
import { badControlRequest } from './controlError.mts';
import type { ControlCall, ControlRoute } from './route.mts';

const DEFAULT_LIMIT = 100;

export type OperationSummary = Pick<Route, 'method' | 'path' | 'area' | 'scope'>;

export const reportRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/operations', handle: listOperations },
	{ method: 'GET', path: '/report', handle: ({ report }) => report.summary() },
	{ method: 'DELETE', path: '/report', handle: ({ report }) => report.reset() },
	{ method: 'GET', path: '/requests', handle: listRequests },
];

function listOperations(): OperationSummary[] {
	return ROUTES.map(({ method, path, area, scope }) => ({ method, path, area, scope }));
}

function listRequests({ report }: Sandbox, { query }: ControlCall): RequestRecord[] {
	const fields = new QueryFields(query, badControlRequest);
	return report.requests(fields.read('last', digits) ?? DEFAULT_LIMIT, fields.read('path', text) ?? '');
}
