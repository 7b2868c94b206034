type Cells = ReadonlyArray<string | number>;

/** A table in Markdown. Cells may hold anything but line breaks. */
export function markdownTable(head: Cells, rows: readonly Cells[]): string {
	return [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

function lineOf(cells: Cells): string {
	return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
