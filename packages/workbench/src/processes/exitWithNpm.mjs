/* A command ends with the npm that runs it, even when npm was killed. Between the two there may be a shell. */
import { readFileSync } from 'node:fs';
import { endWhenChanged } from './watchAncestors.mjs';

endWhenChanged(() => `${process.ppid} ${parentOf(process.ppid)}`);

/** Known on Linux only. Elsewhere, the shell replaces itself with the command. */
function parentOf(pid) {
	try {
		return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	} catch {
		return undefined;
	}
}
