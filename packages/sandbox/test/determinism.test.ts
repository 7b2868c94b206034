import { startSandbox, type Sandbox, type SandboxOptions } from './support/sandbox';
import { signIn } from './partner';

const OPTIONS: SandboxOptions = {
	limits: 'off',
	seed: 7,
	properties: 12,
	bookings: 30,
	anchor: '2026-03-01T00:00:00Z',
};

/** Everything a sandbox says about content and bookings, as sent. */
async function transcript(sandbox: Sandbox): Promise<string> {
	const partner = await signIn(sandbox);
	const texts: string[] = [];
	const ask = async (path: string) => {
		texts.push((await partner.get(path)).text);
	};
	await ask('content/v1/properties?include=All');
	for (const { id } of sandbox.properties) {
		await ask(`content/v1/properties/${id}?languageCode=en`);
		await ask(`content/v1/properties/${id}/cancellation-rules`);
		await ask(`content/v1/properties/${id}/extra-stay-rules`);
		await ask(`read-reservation/v1/properties/${id}/bookings?count=11`);
		const { bookingSummaries } = await partner.wholeFeed(id);
		for (const { number } of bookingSummaries.slice(0, 10))
			texts.push((await partner.detail(id, number)).text);
	}
	return texts.join('\n');
}

async function transcriptOf(options: SandboxOptions): Promise<string> {
	const sandbox = await startSandbox(options);
	try {
		return await transcript(sandbox);
	} finally {
		await sandbox.stop();
	}
}

it('says the same, byte for byte, for the same seed', async () => {
	expect(await transcriptOf(OPTIONS)).toBe(await transcriptOf(OPTIONS));
});

it('says something else for another seed', async () => {
	expect(await transcriptOf(OPTIONS)).not.toBe(await transcriptOf({ ...OPTIONS, seed: 8 }));
});
