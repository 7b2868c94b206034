import { hasCaughtUp, TokenUse } from '../src/world/rest.mts';

const HOUR_MS = 3_600_000;
const neverKilled = { isRunning: true, killedAt: -Infinity, startedAt: -Infinity };

describe('everything that is due was read', () => {
	it('where n8n was never killed', () => {
		expect(hasCaughtUp(neverKilled, 0)).toBe(true);
	});

	it('not while n8n is off', () => {
		expect(hasCaughtUp({ ...neverKilled, isRunning: false }, 0)).toBe(false);
		expect(hasCaughtUp({ isRunning: false, killedAt: HOUR_MS, startedAt: 0 }, 9 * HOUR_MS)).toBe(false);
	});

	it.each([
		['half an hour', 0.1, 0.5],
		['a hundredth of the time that it was off', 400, 4],
	])('%s after n8n was started again', (_, offHours, afterHours) => {
		const startedAt = offHours * HOUR_MS;
		const uptime = { isRunning: true, killedAt: 0, startedAt };
		expect(hasCaughtUp(uptime, startedAt + afterHours * HOUR_MS)).toBe(false);
		expect(hasCaughtUp(uptime, startedAt + afterHours * HOUR_MS + 1)).toBe(true);
	});
});

describe('tokens were left', () => {
	const tokens = new TokenUse();
	const ask = (path: string, at: number) =>
		tokens.onRequest({ at, request: { method: 'POST', url: `https://api.example${path}`, headers: {} } });

	it('while fewer were asked for within an hour', () => {
		for (let at = 0; at < 269; at++) ask('/auth/token', at);
		for (let at = 0; at < 300; at++) ask('/api/content/v1/properties', at);
		ask('/auth/token', HOUR_MS);
		expect(tokens.wasAvailable(HOUR_MS, 0)).toBe(true);
	});

	it('not until what was held up is due', () => {
		for (let at = HOUR_MS; at < HOUR_MS + 270; at++) ask('/auth/token', at);
		expect(tokens.wasAvailable(HOUR_MS + 500, 250)).toBe(false);
		expect(tokens.wasAvailable(HOUR_MS + 520, 250)).toBe(true);
	});
});
