import { RateLimiter } from '../../../nodes/shared/rateLimit/rateLimiter';
import type { RateSlot } from '../../../nodes/shared/rateLimit/scopeLimiter';
import { readConnection } from '../../../nodes/shared/transport/connection';
import { Tokens } from '../../../nodes/shared/transport/tokens';
import type { ApiContext } from '../../../nodes/shared/transport/types';
import { FakeClock } from '../../support/fakeClock';

/** A credential that is edited while the slot of a token request is waited for, the first or the second one. */
async function renewWithEdit(editedAtSlot: number) {
	const credential = { baseUrl: 'https://former.example', apiClientId: 'client', apiClientSecret: 'secret' };
	const httpRequest = jest.fn(async () => await Promise.resolve({ statusCode: 400, headers: {}, body: '' }));
	const httpRequestWithAuthentication = jest.fn();
	const context = {
		getCredentials: async () => await Promise.resolve(credential),
		helpers: { httpRequest, httpRequestWithAuthentication },
	} as unknown as ApiContext;
	const slot = { ticket: 1, release: jest.fn(), withdraw: jest.fn() } satisfies RateSlot;
	let slots = 0;
	const clock = new FakeClock();
	const renewed = await new Tokens(new RateLimiter(clock), clock).renew(await readConnection(context), {
		context,
		signal: new AbortController().signal,
		timeoutMs: 1_000,
		attempts: 1,
		mayUse: () => false,
		acquire: async () => {
			slots += 1;
			if (slots === editedAtSlot) credential.baseUrl = 'https://new.example';
			return await Promise.resolve(slot);
		},
	});
	return { renewed, slot, httpRequest, httpRequestWithAuthentication };
}

describe('a credential that is edited while a slot for its token is waited for', () => {
	it('is read again, and its former address is not asked', async () => {
		const { renewed, slot, httpRequest } = await renewWithEdit(1);
		expect(renewed).toBe(false);
		expect(httpRequest).not.toHaveBeenCalled();
		expect(slot.withdraw).toHaveBeenCalledTimes(1);
	});

	it('is read again before a token is fetched', async () => {
		const { renewed, slot, httpRequest, httpRequestWithAuthentication } = await renewWithEdit(2);
		expect(renewed).toBe(false);
		expect(httpRequest).toHaveBeenCalledTimes(1);
		expect(httpRequestWithAuthentication).not.toHaveBeenCalled();
		expect(slot.withdraw).toHaveBeenCalledTimes(1);
	});
});
