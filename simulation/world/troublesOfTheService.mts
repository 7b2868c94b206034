import { pathOf } from '../network/network.mts';
import { CLIENT_ID, HOSTS, type Stage } from './stage.mts';
import type { Trouble } from './trouble.mts';

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
function hotelFails(stage: Stage, propertyId: string, because: string): () => void {
	const part = `/properties/${propertyId}/`;
	const weather = (sent: Parameters<typeof pathOf>[0]) =>
		pathOf(sent).includes(part) ? { ...failing(500, 'The hotel fails'), because } : undefined;
	stage.weathers.add(weather);
	return () => stage.weathers.delete(weather);
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
		begin({ stage }) {
			const open = stage.openProperties.map(({ id }) => id);
			const next = stage.properties.find(({ id }) => !stage.everOpen.has(id));
			if (next === undefined) return;
			stage.allow([...open, next.id]);
			for (const contract of stage.contracts.values()) {
				if (contract.settings.selection !== 'all') continue;
				contract.begin(next.id, contract.isKept ? stage.now : Infinity, stage.now - 15 * 60_000);
			}
		},
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
	return () => (goesOn = false);
}
