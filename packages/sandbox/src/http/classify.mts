import type { ErrorForm } from './apiError.mts';
import type { Scope } from './limits/table.mts';
import type { Query, Route } from './route.mts';

export interface Classification {
	/** `GET /api/…/{propertyId}/…`; the method with `(unknown path)` for anything else. */
	endpoint: string;
	/** The rate limits that the request counts in. */
	scope: Scope;
	errorForm: ErrorForm;
}

const STORAGE_PREFIX = '/api/pms-integration-storage/';

/** Interfaces whose rate limits apply to every path, also to those that the sandbox does not have. */
const SCOPES_BY_PREFIX: ReadonlyArray<[prefix: string, scope: Scope]> = [
	[STORAGE_PREFIX, 'storage'],
	['/api/reputation-public-reviews/', 'reviews'],
];

/** Finds the operation of a request among the routes of a service, from method, path and query alone. */
export function classifier(
	routes: readonly Route[],
): (request: { method: string; path: string; query: Query }) => Classification {
	const patterns = routes
		.map((route) => ({ route, parts: route.path.split('/') }))
		.sort((one, other) => parameterCount(one.parts) - parameterCount(other.parts));
	return ({ method, path, query }) => {
		const segments = path.split('/');
		const route = patterns.find(
			({ route: { method: expected }, parts }) => expected === method && matches(parts, segments),
		)?.route;
		if (route === undefined) {
			const scope = SCOPES_BY_PREFIX.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'default';
			return { endpoint: `${method} (unknown path)`, scope, errorForm: errorFormOf(path, scope) };
		}
		const scope = route.otherScope?.when(query) === true ? route.otherScope.scope : route.scope;
		return { endpoint: `${method} ${route.path}`, scope, errorForm: errorFormOf(path, scope) };
	};
}

function errorFormOf(path: string, scope: Scope): ErrorForm {
	if (scope === 'token') return 'token';
	return path.startsWith(STORAGE_PREFIX) ? 'storage' : 'usual';
}

function matches(parts: readonly string[], segments: readonly string[]): boolean {
	return (
		parts.length === segments.length &&
		parts.every((part, index) => part === segments[index] || (isParameter(part) && segments[index] !== ''))
	);
}

/** A literal segment takes precedence over a parameter. */
function parameterCount(parts: readonly string[]): number {
	return parts.filter(isParameter).length;
}

function isParameter(part: string): boolean {
	return part.startsWith('{');
}
