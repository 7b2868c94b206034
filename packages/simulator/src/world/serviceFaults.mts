import type { Random } from '../../../sandbox/src/world/random.mts';
import { pathOf, type HttpResponse, type HttpRequest } from '../network/network.mts';
import { CLIENT_ID, HOSTS, instant, type Simulation, type NetworkFault } from './simulation.mts';
import type { Targets, Fault } from './fault.mts';

/** Faults of the service and its hotels. */

function revoke(name: string, what: { accessTokens: boolean; continueTokens: boolean }): Fault {
	return {
		name,
		begin: ({ simulation }) => simulation.api.sandbox.world.apply({ kind: 'tokensRevoked', ...what }),
	};
}

function failing(status: number, message: string) {
	const body = JSON.stringify({ errors: [{ code: String(status), message }] });
	return { instead: { status, headers: { 'content-type': 'application/json' }, body } };
}

/** Fails all requests about a hotel. @returns a function that ends it */
export function failHotel(simulation: Simulation, propertyId: string, fault: string): () => void {
	const part = `/properties/${propertyId}/`;
	const networkFault = (request: Parameters<typeof pathOf>[0]) =>
		pathOf(request).includes(part) ? { ...failing(500, 'The hotel fails'), fault } : undefined;
	simulation.networkFaults.add(networkFault);
	return () => simulation.networkFaults.delete(networkFault);
}

/** Gives the client access to a new hotel. @returns its ID; undefined = there is none left */
export function addHotel(simulation: Simulation): string | undefined {
	const next = simulation.properties.find(({ id }) => !simulation.everOpen.has(id));
	if (next === undefined) return undefined;
	simulation.allow([...simulation.openProperties.map(({ id }) => id), next.id]);
	for (const expectation of simulation.expectations.values()) {
		if (expectation.settings.selection !== 'all') continue;
		// It starts at the time of the last saved list without it (docs/trigger.md, What is stored).
		const { keptAt = simulation.now, isKept } = expectation;
		expectation.begin(next.id, isKept ? simulation.now : Infinity, keptAt - 15 * 60_000);
	}
	return next.id;
}

/** Changes the bodies of successful responses on their way. */
function altered(name: string, path: RegExp, change: (body: JsonObject, random: Random) => unknown): Fault {
	return {
		name,
		begin({ simulation }) {
			const networkFault: NetworkFault = (request, random) => {
				if (!path.test(pathOf(request))) return undefined;
				const body = (text: string) => JSON.stringify(change(JSON.parse(text) as JsonObject, random));
				const alter = (response: HttpResponse) =>
					response.status === 200 ? { ...response, body: body(response.body) } : response;
				return { alter, fault: name };
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	};
}

function respondInstead(
	name: string,
	respond: (request: HttpRequest, random: Random) => HttpResponse | undefined,
): Fault {
	return {
		name,
		begin({ simulation }) {
			const networkFault: NetworkFault = (request, random) => {
				const instead = respond(request, random);
				return instead && { instead, fault: name };
			};
			simulation.networkFaults.add(networkFault);
			return () => simulation.networkFaults.delete(networkFault);
		},
	};
}

type JsonObject = Record<string, unknown>;

const FEED = /\/bookings\?/;
const DETAILS = /\/bookings\/[^/?]+$/;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Reverses the order of fields, recursively. */
function withFieldsReversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withFieldsReversed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, one]) => [name, withFieldsReversed(one)]),
	);
}

export const serviceFaults: Fault[] = [
	revoke('access tokens are revoked', { accessTokens: true, continueTokens: false }),
	revoke('continue tokens are revoked', { accessTokens: false, continueTokens: true }),
	{
		name: 'tokens live for seconds',
		begin({ simulation }, random) {
			const { settings } = simulation.api.sandbox;
			const before = settings.tokenLifetimeSeconds;
			settings.tokenLifetimeSeconds = random.integer(8, 60);
			return () => (settings.tokenLifetimeSeconds = before);
		},
	},
	{
		name: 'the feed repeats and delays',
		begin({ simulation }, random) {
			const { settings } = simulation.api.sandbox;
			settings.feedDisorder = random.integer(5, 60);
			return () => (settings.feedDisorder = 0);
		},
	},
	altered('last pages come without a token', FEED, (page) =>
		page.hasMoreData === false ? { ...page, continueToken: null } : page,
	),
	altered('fields come in another order', new RegExp(`${FEED.source}|${DETAILS.source}`), (body) =>
		withFieldsReversed(body),
	),
	altered('details have a new field', DETAILS, ({ booking, ...others }, random) => ({
		...others,
		booking: { ...(booking as JsonObject), readings: random.integer(1, 1e9) },
	})),
	{
		name: 'the feed has a record without a number from now on',
		begin({ simulation }, random) {
			const id = anyHotel(simulation, random);
			if (id === undefined) return false;
			const after = instant(simulation.now);
			altered(this.name, new RegExp(`/properties/${id}${FEED.source}`), (page) => {
				const records = page.bookingSummaries as JsonObject[];
				const odd = records.filter(({ modifiedDateTime }) => String(modifiedDateTime) > after).slice(0, 1);
				return { ...page, bookingSummaries: [...records, ...odd.map((one) => ({ ...one, number: null }))] };
			}).begin({ simulation } as Targets, random);
		},
	},
	respondInstead('successes have errors in them', ({ method, url }, random) =>
		method !== 'GET' && url.includes('/api/pms/') && random.chance(0.3)
			? {
					status: 200,
					headers: JSON_TYPE,
					body: JSON.stringify({ warnings: [], errors: [{ code: '9', message: 'No' }] }),
				}
			: undefined,
	),
	respondInstead('refusals repeat what was sent', ({ method, url, body }) =>
		method !== 'GET' && url.includes('/guests/')
			? {
					status: 400,
					headers: JSON_TYPE,
					body: JSON.stringify({ errors: [{ code: '11', message: `Wrong: ${body}` }] }),
				}
			: undefined,
	),
	respondInstead('details are refused, to come back at once', (request) =>
		DETAILS.test(pathOf(request))
			? { status: 429, headers: { ...JSON_TYPE, 'retry-after': '0' }, body: '{}' }
			: undefined,
	),
	{
		name: 'the service is strict about further pages',
		begin({ simulation }) {
			const { settings } = simulation.api.sandbox;
			settings.strict = true;
			return () => (settings.strict = false);
		},
	},
	{
		name: 'single bookings fail',
		begin({ simulation }, random) {
			const numbers = simulation.openProperties.flatMap((property) => {
				const { feed } = simulation.api.sandbox.world.bookings(property);
				return [1, 2, 3].map((back) => feed.at(feed.size - back)?.number ?? '');
			});
			const chosen = random.some(numbers, 0.3);
			for (const number of chosen) simulation.failingDetails.add(number);
			return () => chosen.forEach((number) => simulation.failingDetails.delete(number));
		},
	},
	{
		name: 'a hotel fails',
		begin({ simulation }, random) {
			const id = anyHotel(simulation, random);
			return id !== undefined && failHotel(simulation, id, 'a hotel fails');
		},
	},
	{
		name: 'a hotel takes its access away',
		begin({ simulation }, random) {
			const gone = anyHotel(simulation, random);
			if (gone === undefined) return false;
			const open = simulation.openProperties.map(({ id }) => id);
			simulation.allow(open.filter((id) => id !== gone));
			return () => simulation.allow([...simulation.openProperties.map(({ id }) => id), gone]);
		},
	},
	{
		name: 'a hotel joins',
		begin: ({ simulation }) => (addHotel(simulation) === undefined ? false : undefined),
	},
	{
		name: 'other programs use the limits',
		begin({ simulation }, random) {
			const id = anyHotel(simulation, random);
			if (id === undefined) return false;
			const [path, everyMs] = random.chance(0.5)
				? [BOOKING_LIST, random.integer(300, 1_500)]
				: [PROPERTY, random.integer(100, 700)];
			return otherProgram(simulation, everyMs, path(id));
		},
	},
	{
		name: 'a burst of bookings',
		begin({ simulation, guests }, random) {
			guests.get(anyHotel(simulation, random) ?? '')?.burst(random.integer(20, 200));
		},
	},
	{
		name: 'a group books',
		begin({ simulation, guests }, random) {
			guests.get(anyHotel(simulation, random) ?? '')?.burst(2, random.integer(8, 20));
		},
	},
];

/** @returns undefined if the client has access to none at the moment */
function anyHotel({ openProperties }: Simulation, random: Random): string | undefined {
	return openProperties.length > 0 ? random.pick(openProperties).id : undefined;
}

const BOOKING_LIST = (id: string) => `/api/read-reservation/v1/properties/${id}/bookings?count=1`;
/** Counts towards the limits shared by all methods without their own. */
export const PROPERTY = (id: string) => `/api/content/v1/properties/${id}`;

/** Another program that sends requests as the same client, with its own token, and ignores errors. */
export function otherProgram(simulation: Simulation, everyMs: number, path: string): () => void {
	let isRunning = true;
	simulation.hasOtherProgram = true;
	let token: string | undefined;
	const headers = () => ({ authorization: `Bearer ${token}` });
	const base = `https://${HOSTS[0]}`;
	const ask = async () => {
		if (!isRunning) return;
		simulation.time.after(everyMs, simulation.time.world, ask);
		if (token === undefined) {
			const form = {
				grant_type: 'client_credentials',
				client_id: CLIENT_ID,
				client_secret: simulation.secret,
			};
			const response = await simulation.api.respond({
				method: 'POST',
				url: `${base}/auth/token`,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams(form).toString(),
			});
			token = (JSON.parse(response.body) as { access_token?: string }).access_token;
			return;
		}
		const asked = { method: 'GET', url: `${base}${path}`, headers: headers() };
		const { status } = await simulation.api.respond(asked);
		if (status === 401) token = undefined;
	};
	simulation.time.after(0, simulation.time.world, ask);
	return () => {
		isRunning = false;
		simulation.hasOtherProgram = false;
	};
}
