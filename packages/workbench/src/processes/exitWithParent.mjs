/*
 * Preloaded into programs that this project starts: they end with the program that started them, even if it was
 * killed.
 */
import { endWhenChanged } from './watchAncestors.mjs';

endWhenChanged(() => process.ppid);
