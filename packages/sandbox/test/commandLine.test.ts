import { parseCommand } from '../src/cli/parse.mts';
import { eventually, runSandbox, startSandbox } from './support/sandbox';

describe('The command line', () => {
	it('explains itself with --help', async () => {
		const { exitCode, stdout } = await runSandbox(['--help']);

		expect(exitCode).toBe(0);
		for (const option of ['--port', '--seed', '--live', '--state', '--dialect', '--limits', '--json']) {
			expect(stdout).toContain(option);
		}
	});

	it.each<[string, string[], string]>([
		['an unknown option', ['--colour', 'red'], "'--colour'"],
		['an argument without an option', ['start'], "'start'"],
		['an option without its value', ['--port'], '--port'],
		['a port that is no number', ['--port', 'http'], '--port must be a whole number'],
		['a port out of range', ['--port', '70000'], '--port must be a whole number'],
		['an anchor without a zone', ['--anchor', '2026-03-01T00:00:00'], '--anchor must be an instant'],
		['an unknown dialect', ['--dialect', 'british'], '--dialect must be specification or published'],
		['limits that are neither on nor off', ['--limits', 'some'], '--limits must be on or off'],
		['a negative interval', ['--live=-1'], '--live must be a number of seconds'],
		['no properties', ['--properties', '0'], '--properties must be a whole number'],
	])('refuses %s', (_label, args, message) => {
		expect(parseCommand(args)).toEqual({
			kind: 'usageError',
			message: expect.stringContaining(message) as string,
		});
	});

	it('says what it refuses, with exit code 2', async () => {
		const { exitCode, stdout, stderr } = await runSandbox(['--live=-1']);

		expect([exitCode, stdout]).toEqual([2, '']);
		expect(stderr).toContain('--live must be a number of seconds');
	});

	it('names the taken port and a free one, with exit code 3', async () => {
		const sandbox = await startSandbox({ bookings: 0 });
		const { port } = new URL(sandbox.url);
		const { exitCode, stderr } = await runSandbox(['--port', port]);
		await sandbox.stop();

		expect(exitCode).toBe(3);
		expect(stderr).toMatch(new RegExp(`Port ${port} is taken\\. Port \\d+ is free`));
	});
});

describe('A sandbox', () => {
	it('that cannot start rejects with its error output', async () => {
		await expect(startSandbox({ host: 'nowhere' } as object)).rejects.toThrow('nowhere');
	});

	it('names its properties when ready, and tells that it is well', async () => {
		const sandbox = await startSandbox({ properties: 5, bookings: 4 });
		const health = await sandbox.control('GET', 'health');
		const properties = await sandbox.propertySummaries();
		await sandbox.stop();

		expect(health).toEqual({ ok: true });
		expect(sandbox.properties.map(({ id }) => id).slice(0, 3)).toEqual(['1024', '7291', '5431']);
		expect(properties).toHaveLength(5);
		expect(properties[0]).toEqual({ ...sandbox.properties[0], timeZone: 'Europe/London', bookings: 4 });
	});

	it('with --live goes on living', async () => {
		const sandbox = await startSandbox({ properties: 1, bookings: 5, live: 0.02 });
		const bookings = await eventually(
			async () => (await sandbox.propertySummaries())[0]?.bookings ?? 0,
			(count) => count > 8,
		);
		await sandbox.stop();

		expect(bookings).toBeGreaterThan(8);
	});

	it('refuses control requests that make no sense, and says why', async () => {
		const sandbox = await startSandbox({ bookings: 1 });
		const refusals: string[] = [];
		for (const [method, path, body] of [
			['POST', 'properties/4/bookings', {}],
			['POST', 'properties/1024/bookings', { status: 'Gone' }],
			['POST', 'properties/1024/bookings', { modifiedDateTime: 'now' }],
			['POST', 'properties/1024/bookings', { count: 2, number: 'x' }],
			['PATCH', 'properties/1024/bookings/none', {}],
			['PATCH', 'settings', { limits: { everything: { second: 1 } } }],
			['PATCH', 'settings', { latencyMs: -1 }],
			['POST', 'clients', { clientId: 'x' }],
			['POST', 'tokens/revoke', {}],
			['GET', 'nowhere', undefined],
		] as const) {
			refusals.push(await sandbox.control(method, path, body).then(String, String));
		}
		await sandbox.stop();

		expect(refusals.map((refusal) => /: (4\d\d) /.exec(refusal)?.[1])).toEqual([
			'404',
			'400',
			'400',
			'400',
			'404',
			'400',
			'400',
			'400',
			'400',
			'404',
		]);
	});
});
