import { classifier } from '../../../sandbox/src/http/classify.mts';
import type { Scope } from '../../../sandbox/src/http/limits/table.mts';
import { ROUTES } from '../../../sandbox/src/routes/routes.mts';
import type { HttpRequest } from './network.mts';

const classify = classifier(ROUTES);

/** The scope of the rate limits that a request counts in. */
export function scopeOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): Scope {
	const { pathname: path, searchParams } = new URL(url);
	return classify({ method, path, query: Object.fromEntries(searchParams) }).scope;
}
