import type * as Package from '../../index';
import type * as EarlierWrites from '../../nodes/shared/writes/earlierWrites';

/** As another process has it: its modules share nothing with those of the first one. */
export function packageOfAnotherProcess(): typeof Package {
	let loaded: typeof Package | undefined;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- only this loads a copy of its own
		loaded = require('../../index') as typeof Package;
	});
	return loaded as typeof Package;
}

export function earlierWritesOfAnotherProcess(): typeof EarlierWrites {
	let loaded: typeof EarlierWrites | undefined;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
		loaded = require('../../nodes/shared/writes/earlierWrites') as typeof EarlierWrites;
	});
	return loaded as typeof EarlierWrites;
}
