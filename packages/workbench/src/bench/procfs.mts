import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../util/userError.mts';
import { waitFor } from '../util/waiting.mts';

/* Figures of a running process, from Linux's procfs. */

const KIB = 1_024;
/** Linux counts processor time in ticks of this length wherever Node runs. */
const TICK_MS = 10;
const IDLE_CHECK_MS = 1_000;
const IDLE_TICKS = 3;
const IDLE_TIMEOUT_MS = 120_000;

/** Processor time used so far, by the program itself and the kernel on its behalf. */
export function processorMs(pid: number): number {
	return processorTicks(pid) * TICK_MS;
}

/** Memory held now. */
export function residentBytes(pid: number): number {
	return statusBytes(pid, 'VmRSS');
}

/** The most memory held since the start, or since `forgetPeak`. */
export function peakResidentBytes(pid: number): number {
	return statusBytes(pid, 'VmHWM');
}

export function forgetPeak(pid: number): void {
	// 5 = reset the peak (proc(5), clear_refs).
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Waits until the process is idle. */
export async function whenIdle(pid: number): Promise<void> {
	let before: number | undefined;
	await waitFor(
		{ for: 'n8n to become idle', timeoutMs: IDLE_TIMEOUT_MS, everyMs: IDLE_CHECK_MS },
		async () => {
			const now = processorTicks(pid);
			const used = now - (before ?? 0);
			before = now;
			return used <= IDLE_TICKS ? true : undefined;
		},
	);
}

function processorTicks(pid: number): number {
	const stat = read(pid, 'stat');
	// The name in brackets may hold spaces; utime and stime are the 12th and 13th field behind it.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return Number(fields[11]) + Number(fields[12]);
}

function statusBytes(pid: number, name: string): number {
	const found = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(read(pid, 'status'));
	return Number(found?.[1]) * KIB;
}

function read(pid: number, name: string): string {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8');
	} catch {
		throw new UserError(
			`Memory and processor time are read from /proc/${pid}/${name}, which only Linux has.`,
		);
	}
}
