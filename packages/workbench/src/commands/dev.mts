import { setTimeout as sleep } from 'node:timers/promises';
import gulp from 'gulp';
import { startSession, welcome, type SessionValues } from '../demo/session.mts';
import type { Stack } from '../n8n/stack.mts';
import { SOURCES } from '../package/build.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { messageOf } from '../util/userError.mts';

const LOOK_EVERY_MS = 1_000;
/** An editor saves several files at once. */
const SETTLE_MS = 500;

/** The demo of `npm start`, which reloads the package whenever its sources change. */
export default async function dev(values: SessionValues): Promise<number> {
	stopOnSignals(() => 0);
	try {
		const { stack, ...demo } = await startSession(values);
		console.log(welcome({ stack, ...demo }, !values['no-live']));
		console.log(`\nWatching ${SOURCES.join(', ')}.`);
		return await updateOnChange(stack);
	} finally {
		await stopAllChildren();
	}
}

/** Never resolves; rejects when n8n or the sandbox has ended. */
async function updateOnChange(stack: Stack): Promise<never> {
	let isUpdating = false;
	const watcher = gulp.watch(SOURCES, { delay: SETTLE_MS }, async () => {
		isUpdating = true;
		// If the build fails, n8n keeps the previous package.
		await stack.updatePackage().catch((error: unknown) => console.error(messageOf(error)));
		isUpdating = false;
	});
	try {
		for (;;) {
			await sleep(LOOK_EVERY_MS);
			// An update stops n8n and starts it again.
			if (!isUpdating) stack.assertRunning();
		}
	} finally {
		await watcher.close();
	}
}
