import { runScript, type ScriptResponse } from '../../src/bench/script.mts';

/** A service that gives these responses to each path, one after another, and the last one again and again. */
function serviceWith(...responses: ScriptResponse[]) {
	const asked: string[] = [];
	const waits: number[] = [];
	return {
		asked,
		waits,
		ask: async (path: string) => {
			const earlier = asked.filter((one) => one === path).length;
			asked.push(path);
			return await Promise.resolve(responses[Math.min(earlier, responses.length - 1)] ?? { status: 200 });
		},
		wait: async (ms: number) => await Promise.resolve(waits.push(ms)),
	};
}

const paths = Array.from({ length: 12 }, (_, index) => `/${index}`);

describe('The script that benchmarks are compared with', () => {
	it('asks for everything once', async () => {
		const { asked, waits, ask, wait } = serviceWith({ status: 200 });

		expect(await runScript(paths, ask, wait)).toEqual([]);
		expect([...asked].sort()).toEqual([...paths].sort());
		expect(waits).toEqual([]);
	});

	it('asks for five at once', async () => {
		let [now, max] = [0, 0];
		const ask = async () => {
			max = Math.max(max, (now += 1));
			await Promise.resolve();
			now -= 1;
			return { status: 200 };
		};
		await runScript(paths, ask);

		expect(max).toBe(5);
	});

	it('waits as long as the service says, and asks again', async () => {
		const { asked, waits, ask, wait } = serviceWith({ status: 429, retryAfter: '7' }, { status: 200 });

		expect(await runScript(['/a'], ask, wait)).toEqual([]);
		expect([asked, waits]).toEqual([['/a', '/a'], [7_000]]);
	});

	it('waits longer and longer where it says nothing, and gives up after five tries', async () => {
		const { asked, waits, ask, wait } = serviceWith({ status: 503 });

		expect(await runScript(['/a'], ask, wait)).toEqual(['/a was answered with 503']);
		expect([asked.length, waits]).toEqual([5, [1_000, 2_000, 4_000, 8_000]]);
	});

	it('takes a refusal that will not pass for what it is', async () => {
		const { asked, ask, wait } = serviceWith({ status: 404 });

		expect(await runScript(['/a'], ask, wait)).toEqual(['/a was answered with 404']);
		expect(asked).toEqual(['/a']);
	});
});
