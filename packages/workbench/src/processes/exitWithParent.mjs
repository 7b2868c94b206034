/*
 * Preloaded into programs that this project starts: they end with the program that started them, even when
 * that one was killed and could not say goodbye.
 */
import { endWhenChanged } from './watchAncestors.mjs';

endWhenChanged(() => process.ppid);
