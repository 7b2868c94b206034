import type { Measurement, Row } from './row.mts';

const INTRODUCTION = `# Performance

Written by \`npm run bench -- --write docs/performance.md\`; do not edit. Measured in a real n8n, with the packed package,
against the sandbox of this repository on the same machine, which counts requests as the API does.

- **Minimum**: the arrival of the last request when every one leaves as early as the limits of the API allow, plus one
  latency.
- **Wall time**: from start to end in n8n's execution record, because that is what a user waits for; work of n8n itself
  is part of it. Refused requests (429) are counted by the sandbox.
- **HTTP Request** is n8n's own node with the same credential, in the same run. Its batches are the fastest that keep
  the limits, with pauses 2 % longer, because a request a few milliseconds late meets those behind it.
- Memory and processor time are those of n8n's main process as Linux counts them.
`;

/** docs/performance.md. */
export function performancePage(measurements: readonly Measurement[], note?: string): string {
	const remark = note === undefined ? [] : [`**About these figures:** ${note}\n`];
	return [INTRODUCTION, ...remark, ...measurements.map(sectionOf)].join('\n');
}

function sectionOf({ title, measuredAt, machine, versions, rows }: Measurement): string {
	const [date] = measuredAt.split('T', 1);
	const named = `package ${versions.package}, n8n ${versions.n8n}, Node.js ${versions.node}`;
	const table = [
		'| Figure | Measured | Target | Compared with |',
		'| --- | --- | --- | --- |',
		...rows.map(tableLine),
	];
	return `## ${title}\n\nMeasured ${date}: ${named}; ${machine}.\n\n${table.join('\n')}\n`;
}

function tableLine({ name, figure, unit, target, met, note, baselines }: Row & { met: boolean }): string {
	const others = baselines.map((other) => `${other.name}: ${other.figure}${inBrackets(other.note)}`);
	const wanted = target === undefined ? '' : `at most ${target}: ${met ? 'met' : '**missed**'}`;
	return `| ${[name, `${figure} ${unit}${inBrackets(note)}`, wanted, others.join('<br>')].map(cell).join(' | ')} |`;
}

function inBrackets(note: string | undefined): string {
	return note === undefined ? '' : ` (${note})`;
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}
