import { event, holdExecutions, ids, idsOf, started, stopAll, type Started } from '../support/eventTrigger';
import type { WebhookHost } from '../support/webhookHost';

afterEach(stopAll);

describe('a repeated event', () => {
	it('is emitted once, also after a restart of n8n', async () => {
		const [first, second] = [event(), event()];
		const { host, deliver } = await started();
		await deliver([first]);
		expect((await deliver([first, second])).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(first), idsOf(second)]);

		const restarted = await started();
		restarted.host.staticData = host.staticData;
		await restarted.deliver([first, second]);
		expect(restarted.host.executions).toEqual([]);
	});

	it('is emitted once, also when n8n restarts after deliveries of the same moment', async () => {
		const [first, second] = [event(), event()];
		const { host, deliver } = await started();
		await deliver([event()]);
		let go = () => undefined as void;
		const held = new Promise<void>((resolve) => (go = resolve));
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				resolve();
				await held;
			};
		});
		const answers = [deliver([first])];
		await begun;
		answers.push(deliver([first, second]));
		await host.hasLoaded(3);
		go();
		await Promise.all(answers);

		const restarted = await started();
		restarted.host.staticData = host.staticData;
		await restarted.deliver([first, second]);
		expect(restarted.host.executions).toEqual([]);
	});

	it('is emitted once in one delivery', async () => {
		const { host, deliver } = await started();
		const sent = event();
		await deliver([sent, sent]);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is emitted again when the first delivery was not answered', async () => {
		const { host, deliver } = await started();
		host.onExecution = () => {
			throw new Error('no database');
		};
		const sent = event();
		expect((await deliver([sent])).status).toBe(500);
		host.onExecution = () => undefined;
		expect((await deliver([sent])).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('waits for the delivery that is being handled, and is dropped when that one is answered', async () => {
		const { host, deliver } = await started();
		let go = () => undefined as void;
		const held = new Promise<void>((resolve) => (go = resolve));
		let executions = 0;
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				executions += 1;
				resolve();
				await held;
			};
		});
		const sent = event();
		const first = deliver([sent]);
		await begun;
		const second = deliver([sent]);
		go();
		expect((await first).status).toBe(200);
		expect((await second).status).toBe(200);
		expect(executions).toBe(1);
	});

	it('is emitted when the first delivery of the same moment fails', async () => {
		const { host, deliver } = await started();
		let fail = () => undefined as void;
		const held = new Promise<void>((_, reject) => (fail = () => reject(new Error('no database'))));
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				resolve();
				host.onExecution = () => undefined;
				await held;
			};
		});
		const sent = event();
		const first = deliver([sent]);
		await begun;
		const second = deliver([sent]);
		fail();
		expect((await first).status).toBe(500);
		expect((await second).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is emitted each time while testing in the editor, which remembers nothing', async () => {
		const { host, deliver } = await started({}, { mode: 'manual' });
		const sent = event();
		await deliver([sent]);
		await deliver([sent]);
		expect(ids(host)).toEqual([idsOf(sent), idsOf(sent)]);
		expect(host.staticData).toBeUndefined();
	});

	it('without an ID cannot be recognized, and is emitted', async () => {
		const { host, deliver } = await started();
		const { eventType, payload } = event();
		await deliver([{ eventType, payload }]);
		await deliver([{ eventType, payload }]);
		expect(host.executions).toHaveLength(2);
	});

	it('is emitted once when its sender gives up before the answer and repeats it', async () => {
		const { host, deliver } = await started();
		const executions = holdExecutions(host);
		const sent = event();
		const impatient = new AbortController();
		const first = deliver([sent], {}, impatient.signal);
		await executions.begun(1);
		impatient.abort();
		await expect(first).rejects.toThrow();
		await host.hasClosed(1);
		const second = deliver([sent]);
		await host.hasLoaded(2);
		executions.go();
		const response = await second;
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ received: 1, emitted: 0 });
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is refused for now while its first delivery takes longer than anybody waits', async () => {
		const { host, deliver } = await started();
		const executions = holdExecutions(host);
		const sent = event();
		const first = deliver([sent]);
		await executions.begun(1);
		const second = await deliver([sent, event()]);
		expect(second.status).toBe(503);
		expect(await second.json()).toEqual({
			message: 'The same events are being handled. Send them again later.',
		});
		executions.go();
		expect((await first).status).toBe(200);
		expect(await (await deliver([sent])).json()).toEqual({ received: 1, emitted: 0 });
		expect(ids(host)).toEqual([idsOf(sent)]);
	}, 20_000);

	it('is emitted when its sender gave up, and n8n could not start the workflow', async () => {
		const { host, deliver } = await started();
		let fail = () => undefined as void;
		const held = new Promise<void>((_, reject) => (fail = () => reject(new Error('no database'))));
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				resolve();
				host.onExecution = () => undefined;
				await held;
			};
		});
		const sent = event();
		const impatient = new AbortController();
		const first = deliver([sent], {}, impatient.signal);
		await begun;
		impatient.abort();
		await expect(first).rejects.toThrow();
		await host.hasClosed(1);
		fail();
		await host.hasAnswered(1);
		expect((await deliver([sent])).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is emitted once when two deliveries have waited for a third', async () => {
		const { host, deliver } = await started();
		const executions = holdExecutions(host);
		const [one, two] = [event(), event()];
		const answers = [deliver([one])];
		await executions.begun(1);
		answers.push(deliver([one, two]), deliver([one, two]));
		await host.hasLoaded(3);
		executions.go();
		expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(ids(host)).toEqual([idsOf(one), idsOf(two)]);
	});
});

describe('the events of many properties', () => {
	const ofProperty = (id: string, count: number) =>
		Array.from({ length: count }, () => event('check_in', { PropertyId: id }));

	async function restarted(host: WebhookHost): Promise<Started> {
		const next = await started();
		next.host.staticData = host.staticData;
		return next;
	}

	it('are remembered for each of them', async () => {
		const { host, deliver } = await started();
		const [quiet] = ofProperty('quiet', 1);
		await deliver([quiet]);
		for (let delivery = 0; delivery < 3; delivery++) await deliver(ofProperty('busy', 1_000));
		const next = await restarted(host);
		expect(await (await next.deliver([quiet])).json()).toEqual({ received: 1, emitted: 0 });
	});

	it('are all remembered when their deliveries arrive at the same moment', async () => {
		const { host, deliver } = await started();
		await deliver([event()]);
		const executions = holdExecutions(host);
		const hotels = ['1', '2', '3'].map((id) => ofProperty(id, 2));
		const answers = hotels.map(async (events) => await deliver(events));
		await executions.begun(3);
		executions.go();
		await Promise.all(answers);
		const next = await restarted(host);
		for (const events of hotels) {
			expect(await (await next.deliver(events)).json()).toEqual({ received: 2, emitted: 0 });
		}
	});

	it('are kept apart, whatever they are called', async () => {
		const { host, deliver } = await started();
		const names = ['__proto__', 'constructor', 'toString', ''];
		const sent = names.flatMap((PropertyId) =>
			names.map((eventId) => ({ ...event('check_in', { PropertyId }), eventId })),
		);
		const named = sent.filter(({ eventId }) => eventId !== '');
		expect(await (await deliver(named)).json()).toEqual({ received: 12, emitted: 12 });
		const next = await restarted(host);
		expect(await (await next.deliver(named)).json()).toEqual({ received: 12, emitted: 0 });
	});

	it('take the same room however long their IDs are', async () => {
		const { host, deliver } = await started();
		const long = { ...event(), eventId: 'x'.repeat(100_000) };
		await deliver([long]);
		expect(JSON.stringify(host.staticData).length).toBeLessThan(200);
		const next = await restarted(host);
		expect(await (await next.deliver([long])).json()).toEqual({ received: 1, emitted: 0 });
	});
});
