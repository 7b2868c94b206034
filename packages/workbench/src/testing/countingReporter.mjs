/*
 * A reporter for Node's test runner: the final counts as JSON. Node loads it before TypeScript can be loaded.
 */
export default async function* countingReporter(events) {
	const totals = { pass: 0, fail: 0, cancelled: 0 };
	for await (const { type, data } of events) {
		if (type !== 'test:diagnostic') continue;
		const [, name, number] = /^(pass|fail|cancelled) (\d+)$/.exec(data.message) ?? [];
		if (name !== undefined) totals[name] = Number(number);
	}
	// A cancelled test did not pass.
	yield JSON.stringify({ passed: totals.pass, failed: totals.fail + totals.cancelled });
}
