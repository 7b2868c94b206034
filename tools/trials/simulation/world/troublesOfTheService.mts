import type { Random } from '../../../sandbox/world/random.mts';
import { pathOf, type Answer, type Sent } from '../network/network.mts';
import { CLIENT_ID, HOSTS, instant, type Stage, type Weather } from './stage.mts';
import type { Scene, Trouble } from './trouble.mts';

/** What happens within the service and in its hotels. */

function revoke(name: string, what: { accessTokens: boolean; continueTokens: boolean }): Trouble {
	return {
		name,
		begin: ({ stage }) => stage.api.sandbox.world.apply({ kind: 'tokensRevoked', ...what }),
	};
}

function failing(status: number, message: string) {
	const body = JSON.stringify({ errors: [{ code: String(status), message }] });
	return { instead: { status, headers: { 'content-type': 'application/json' }, body } };
}

/** Requests of a hotel fail. */
export function hotelFails(stage: Stage, propertyId: string, because: string): () => void {
	const part = `/properties/${propertyId}/`;
	const weather = (sent: Parameters<typeof pathOf>[0]) =>
		pathOf(sent).includes(part) ? { ...failing(500, 'The hotel fails'), because } : undefined;
	stage.weathers.add(weather);
	return () => stage.weathers.delete(weather);
}

/** @returns the hotel; undefined = all of them have been there */
export function hotelJoins(stage: Stage): string | undefined {
	const next = stage.properties.find(({ id }) => !stage.everOpen.has(id));
	if (next === undefined) return undefined;
	stage.allow([...stage.openProperties.map(({ id }) => id), next.id]);
	for (const contract of stage.contracts.values()) {
		if (contract.settings.selection !== 'all') continue;
		// It starts from the list before, as n8n kept it (docs/trigger.md, What is stored).
		const { keptAt = stage.now, isKept } = contract;
		contract.begin(next.id, isKept ? stage.now : Infinity, keptAt - 15 * 60_000);
	}
	return next.id;
}

/** What the service answers to reads is changed on its way. */
function altered(name: string, path: RegExp, change: (body: JsonObject, random: Random) => unknown): Trouble {
	return {
		name,
		begin({ stage }) {
			const weather: Weather = (sent, random) => {
				if (!path.test(pathOf(sent))) return undefined;
				const body = (text: string) => JSON.stringify(change(JSON.parse(text) as JsonObject, random));
				const alter = (answer: Answer) =>
					answer.status === 200 ? { ...answer, body: body(answer.body) } : answer;
				return { alter, because: name };
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	};
}

function answering(name: string, answers: (sent: Sent, random: Random) => Answer | undefined): Trouble {
	return {
		name,
		begin({ stage }) {
			const weather: Weather = (sent, random) => {
				const instead = answers(sent, random);
				return instead && { instead, because: name };
			};
			stage.weathers.add(weather);
			return () => stage.weathers.delete(weather);
		},
	};
}

type JsonObject = Record<string, unknown>;

const FEED = /\/bookings\?/;
const DETAILS = /\/bookings\/[^/?]+$/;
const JSON_TYPE = { 'content-type': 'application/json' };

/** The same fields, the last one first, all the way down. */
function turnedAround(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(turnedAround);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, one]) => [name, turnedAround(one)]),
	);
}

export const troublesOfTheService: Trouble[] = [
	revoke('access tokens are revoked', { accessTokens: true, continueTokens: false }),
	revoke('continue tokens are revoked', { accessTokens: false, continueTokens: true }),
	{
		name: 'tokens live for seconds',
		begin({ stage }, random) {
			const { settings } = stage.api.sandbox;
			const before = settings.tokenLifetimeSeconds;
			settings.tokenLifetimeSeconds = random.integer(8, 60);
			return () => (settings.tokenLifetimeSeconds = before);
		},
	},
	{
		name: 'the feed repeats and delays',
		begin({ stage }, random) {
			const { settings } = stage.api.sandbox;
			settings.feedDisorder = random.integer(5, 60);
			return () => (settings.feedDisorder = 0);
		},
	},
	altered('last pages come without a token', FEED, (page) =>
		page.hasMoreData === false ? { ...page, continueToken: null } : page,
	),
	altered('fields come in another order', new RegExp(`${FEED.source}|${DETAILS.source}`), (body) =>
		turnedAround(body),
	),
	altered('details have a new field', DETAILS, ({ booking, ...others }, random) => ({
		...others,
		booking: { ...(booking as JsonObject), readings: random.integer(1, 1e9) },
	})),
	{
		name: 'the feed has a record without a number from now on',
		begin({ stage }, random) {
			const { id } = random.pick(stage.openProperties);
			const after = instant(stage.now);
			altered(this.name, new RegExp(`/properties/${id}${FEED.source}`), (page) => {
				const records = page.bookingSummaries as JsonObject[];
				const odd = records.filter(({ modifiedDateTime }) => String(modifiedDateTime) > after).slice(0, 1);
				return { ...page, bookingSummaries: [...records, ...odd.map((one) => ({ ...one, number: null }))] };
			}).begin({ stage } as Scene, random);
		},
	},
	answering('successes have errors in them', ({ method, url }, random) =>
		method !== 'GET' && url.includes('/api/pms/') && random.chance(0.3)
			? {
					status: 200,
					headers: JSON_TYPE,
					body: JSON.stringify({ warnings: [], errors: [{ code: '9', message: 'No' }] }),
				}
			: undefined,
	),
	answering('refusals repeat what was sent', ({ method, url, body }) =>
		method !== 'GET' && url.includes('/guests/')
			? {
					status: 400,
					headers: JSON_TYPE,
					body: JSON.stringify({ errors: [{ code: '11', message: `Wrong: ${body}` }] }),
				}
			: undefined,
	),
	answering('details are refused, to come back at once', (sent) =>
		DETAILS.test(pathOf(sent))
			? { status: 429, headers: { ...JSON_TYPE, 'retry-after': '0' }, body: '{}' }
			: undefined,
	),
	{
		name: 'the service is strict about further pages',
		begin({ stage }) {
			const { settings } = stage.api.sandbox;
			settings.strict = true;
			return () => (settings.strict = false);
		},
	},
	{
		name: 'single bookings fail',
		begin({ stage }, random) {
			const numbers = stage.openProperties.flatMap((property) => {
				const { feed } = stage.api.sandbox.world.bookings(property);
				return [1, 2, 3].map((back) => feed.at(feed.size - back)?.number ?? '');
			});
			const chosen = random.some(numbers, 0.3);
			for (const number of chosen) stage.failingDetails.add(number);
			return () => chosen.forEach((number) => stage.failingDetails.delete(number));
		},
	},
	{
		name: 'a hotel fails',
		begin({ stage }, random) {
			return hotelFails(stage, random.pick(stage.openProperties).id, 'a hotel fails');
		},
	},
	{
		name: 'a hotel takes its access away',
		begin({ stage }, random) {
			const open = stage.openProperties.map(({ id }) => id);
			const gone = random.pick(open);
			stage.allow(open.filter((id) => id !== gone));
			return () => stage.allow([...stage.openProperties.map(({ id }) => id), gone]);
		},
	},
	{
		name: 'a hotel joins',
		begin: ({ stage }) => (hotelJoins(stage) === undefined ? false : undefined),
	},
	{
		name: 'other programs use the limits',
		begin({ stage }, random) {
			return otherProgram(stage, random.integer(300, 1_500), random.pick(stage.openProperties).id);
		},
	},
	{
		name: 'a burst of bookings',
		begin({ stage, guests }, random) {
			guests.get(random.pick(stage.openProperties).id)?.burst(random.integer(20, 200));
		},
	},
	{
		name: 'a group books',
		begin({ stage, guests }, random) {
			guests.get(random.pick(stage.openProperties).id)?.burst(2, random.integer(8, 20));
		},
	},
];

/** Asks for lists as the same client, with a token of its own, and takes no notice of refusals. */
function otherProgram(stage: Stage, everyMs: number, propertyId: string): () => void {
	let goesOn = true;
	stage.othersAtWork = true;
	let token: string | undefined;
	const headers = () => ({ authorization: `Bearer ${token}` });
	const base = `https://${HOSTS[0]}`;
	const ask = async () => {
		if (!goesOn) return;
		stage.time.after(everyMs, stage.time.world, ask);
		if (token === undefined) {
			const form = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: stage.secret };
			const answer = await stage.api.answer({
				method: 'POST',
				url: `${base}/auth/token`,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams(form).toString(),
			});
			token = (JSON.parse(answer.body) as { access_token?: string }).access_token;
			return;
		}
		const url = `${base}/api/read-reservation/v1/properties/${propertyId}/bookings?count=1`;
		const { status } = await stage.api.answer({ method: 'GET', url, headers: headers() });
		if (status === 401) token = undefined;
	};
	stage.time.after(0, stage.time.world, ask);
	return () => {
		goesOn = false;
		stage.othersAtWork = false;
	};
}
