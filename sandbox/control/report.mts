import { CATALOGUE } from '../http/classify.mts';
import { textOf } from '../http/query.mts';
import { ControlError } from './body.mts';
import type { ControlRoute } from './route.mts';

const SHOWN_BY_DEFAULT = 100;

export const reportRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/operations', handle: () => CATALOGUE },
	{ method: 'GET', path: '/report', handle: ({ report }) => report.summary() },
	{ method: 'DELETE', path: '/report', handle: ({ report }) => report.reset() },
	{
		method: 'GET',
		path: '/requests',
		handle: ({ report }, { query }) => {
			const last = textOf(query, 'last') ?? String(SHOWN_BY_DEFAULT);
			if (!/^\d{1,9}$/.test(last)) throw new ControlError(400, 'last must be a whole number');
			return report.requests(Number(last), textOf(query, 'path') ?? '');
		},
	},
];
