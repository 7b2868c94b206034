import { quietly, SilentTool, untilHeard } from '../../src/processes/quiet.mts';
import { Program } from './program.mts';

const SILENCE_MS = 1_500;
const HANG = 'setInterval(() => {}, 1000);';

describe('a tool that may fall silent', () => {
	let tool: Program | undefined;
	const program = (body: string) => (tool = new Program(body));
	beforeEach(() => jest.spyOn(console, 'log').mockReturnValue());
	afterEach(() => tool?.remove());

	it('is stopped, and what it said last is in the error', async () => {
		const { command, args } = program(`console.error('fetched one'); ${HANG}`);
		const run = quietly(command, args, { silenceMs: SILENCE_MS });
		await expect(run).rejects.toThrow(SilentTool);
		await expect(run).rejects.toThrow(/said nothing for 1500 ms\.\nfetched one/);
	});

	it('runs for longer than that as long as it says something', async () => {
		const { command, args } = program(`
			let count = 0;
			const timer = setInterval(() => {
				console.log(++count);
				if (count === 8) clearInterval(timer);
			}, 400);`);
		const output = await quietly(command, args, { silenceMs: SILENCE_MS });
		expect(output).toBe('1\n2\n3\n4\n5\n6\n7\n8\n');
	});

	it('is run again, and its second run counts', async () => {
		const hangsOnce = program(`if (runs === 1) { ${HANG} } else console.log('installed');`);
		const { command, args } = hangsOnce;
		const output = await untilHeard(command, args, { silenceMs: SILENCE_MS, attempts: 3 });
		expect(output).toBe('installed\n');
		expect(hangsOnce.runs()).toBe(2);
	});

	it('is given up after its attempts', async () => {
		const hangs = program(HANG);
		const run = untilHeard(hangs.command, hangs.args, { silenceMs: SILENCE_MS, attempts: 2 });
		await expect(run).rejects.toThrow(SilentTool);
		expect(hangs.runs()).toBe(2);
	});

	it('is not run again after another failure', async () => {
		const fails = program(`console.error('no such package'); process.exitCode = 1;`);
		const run = untilHeard(fails.command, fails.args, { silenceMs: SILENCE_MS, attempts: 3 });
		await expect(run).rejects.toThrow(/ended with 1:\nno such package/);
		expect(fails.runs()).toBe(1);
	});
});
