import { setTimeout as sleep } from 'node:timers/promises';
import { startSession, welcome, type SessionValues } from '../demo/session.mts';
import { SOURCES } from '../package/build.mts';
import { fingerprintOf } from '../package/fingerprint.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { inRoot } from '../util/paths.mts';
import { messageOf } from '../util/userError.mts';

const LOOK_EVERY_MS = 1_000;

/** The demo of `npm start`, which gets the package anew whenever its sources have changed. */
export default async function dev(values: SessionValues): Promise<number> {
	stopOnSignals(() => 0);
	try {
		const { stack, ...demo } = await startSession(values);
		console.log(welcome({ stack, ...demo }, !values['no-live']));
		console.log(`\nWatching ${SOURCES.join(', ')}.`);
		let tried = sources();
		for (;;) {
			await sleep(LOOK_EVERY_MS);
			stack.assertRunning();
			if (sources() === tried) continue;
			tried = sources();
			// With a mistake in the sources, the n8n that runs keeps what it has.
			await stack.updatePackage().catch((error: unknown) => console.error(messageOf(error)));
		}
	} finally {
		await stopAllChildren();
	}
}

function sources(): string {
	return fingerprintOf(SOURCES.map((path) => inRoot(path)));
}
