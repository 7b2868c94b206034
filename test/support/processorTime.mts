/** Processor time of this process in ms, which other processes do not lengthen. */
export function processorTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
