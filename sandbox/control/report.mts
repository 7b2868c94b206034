import { textOf } from '../http/query.mts';
import { ROUTES } from '../routes/routes.mts';
import { ControlError } from './body.mts';
import type { ControlRoute } from './route.mts';

const DEFAULT_LIMIT = 100;

export const reportRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: '/operations',
		handle: () => ROUTES.map(({ method, path, area, scope }) => ({ method, path, area, scope })),
	},
	{ method: 'GET', path: '/report', handle: ({ report }) => report.summary() },
	{ method: 'DELETE', path: '/report', handle: ({ report }) => report.reset() },
	{
		method: 'GET',
		path: '/requests',
		handle: ({ report }, { query }) => {
			const last = textOf(query, 'last') ?? String(DEFAULT_LIMIT);
			if (!/^\d{1,9}$/.test(last)) throw new ControlError(400, 'last must be a whole number');
			return report.requests(Number(last), textOf(query, 'path') ?? '');
		},
	},
];
