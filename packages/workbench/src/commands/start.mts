import { join } from 'node:path';
import { checkDemo } from '../demo/check.mts';
import { CHECK_FOLDER, DEMO_FOLDER, startSession, welcome, type SessionValues } from '../demo/session.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function start(values: SessionValues & { check?: boolean }): Promise<number> {
	if (values.check) {
		stopOnSignals();
		return await checkDemo(join(DEMO_FOLDER, CHECK_FOLDER), {
			n8nPort: values.port,
			sandboxPort: values['sandbox-port'],
		});
	}
	stopOnSignals(() => 0);
	try {
		const demo = await startSession(values);
		console.log(welcome(demo, !values['no-live']));
		return await demo.stack.untilBroken();
	} finally {
		await stopAllChildren();
	}
}
