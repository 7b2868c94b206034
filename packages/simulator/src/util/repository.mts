import { join, resolve } from 'node:path';

/** The root of the repository, whose built package is simulated. */
export const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..');
export const BUILT = join(REPOSITORY, 'dist');
