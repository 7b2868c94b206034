import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

/** The part of a response that a script uses. */
export interface ScriptResponse {
	status: number;
	/** The header `retry-after`, in seconds. */
	retryAfter?: string;
}

export const SCRIPT = 'A script with axios, 5 at once, 5 tries';
const AT_ONCE = 5;
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;

/** The GET requests of a script, below an address. */
export function asksWithAxios(url: string, token: string): (path: string) => Promise<ScriptResponse> {
	const headers = { authorization: `Bearer ${token}` };
	const client = axios.create({ baseURL: url, headers, validateStatus: () => true });
	return async (path) => {
		const { status, headers: told } = await client.get<unknown>(path);
		return { status, retryAfter: told['retry-after'] as string | undefined };
	};
}

/**
 * Requests as in a typical script: some at once, with retries of transient failures (429, 5xx) after `retry-after`, or
 * with growing pauses.
 * @returns the errors of requests that failed for good
 */
export async function runScript(
	paths: readonly string[],
	ask: (path: string) => Promise<ScriptResponse>,
	wait: (ms: number) => Promise<unknown> = sleep,
): Promise<string[]> {
	const failures: string[] = [];
	const queue = paths.values();
	const work = async () => {
		for (const path of queue) {
			const status = await askAgainAndAgain(path, ask, wait);
			if (status >= 400) failures.push(`${path} was answered with ${status}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return failures;
}

async function askAgainAndAgain(
	path: string,
	ask: (path: string) => Promise<ScriptResponse>,
	wait: (ms: number) => Promise<unknown>,
): Promise<number> {
	for (let attempt = 1; ; attempt += 1) {
		const { status, retryAfter } = await ask(path);
		if ((status !== 429 && status < 500) || attempt === TRIES) return status;
		const namedMs = retryAfter === undefined ? NaN : Number(retryAfter) * 1_000;
		await wait(Number.isFinite(namedMs) ? namedMs : FIRST_WAIT_MS * 2 ** (attempt - 1));
	}
}
