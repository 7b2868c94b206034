import { inflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';

/**
 * The first sheet of an Excel file: one record for each row, by the titles of the columns; empty cells are null. A file
 * with a title has it in a row of its own above them.
 */
export async function sheetRows(file: Buffer): Promise<Array<Record<string, unknown>>> {
	return await recordsOf(file, ({ value }) =>
		value instanceof Date ? value.toISOString().slice(0, 10) : value,
	);
}

/** The same with what each cell is to Excel: the kind of its value, and its number format. */
export async function sheetFormats(file: Buffer): Promise<Array<Record<string, unknown>>> {
	return await recordsOf(
		file,
		({ value, numFmt }) => `${value instanceof Date ? 'date' : typeof value} ${numFmt ?? 'General'}`,
	);
}

/** The parts of the file by name, as text. */
export function sheetParts(file: Buffer): Map<string, string> {
	const parts = new Map<string, string>();
	const end = file.lastIndexOf('PK\x05\x06');
	let entry = file.readUInt32LE(end + 16);
	for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
		const [isStored, size] = [file.readUInt16LE(entry + 10) === 0, file.readUInt32LE(entry + 20)];
		const [nameLength, extra, comment] = [28, 30, 32].map((at) => file.readUInt16LE(entry + at)) as Lengths;
		const header = file.readUInt32LE(entry + 42);
		const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
		const content = file.subarray(start, start + size);
		const name = file.toString('utf8', entry + 46, entry + 46 + nameLength);
		parts.set(name, (isStored ? content : inflateRawSync(content)).toString('utf8'));
		entry += 46 + nameLength + extra + comment;
	}
	return parts;
}

type Lengths = [number, number, number];

/** The part that another one refers to, where the type of the relationship ends like this. */
export function relatedPart(parts: Map<string, string>, from: string, kind: string): string | undefined {
	const place = from.lastIndexOf('/') + 1;
	const relationships = parts.get(`${from.slice(0, place)}_rels/${from.slice(place)}.rels`) ?? '';
	const [, target = ''] = new RegExp(`Type="[^"]*/${kind}" Target="([^"]+)"`).exec(relationships) ?? [];
	const path = new URL(target, `file:///${from}`).pathname.slice(1);
	return target !== '' && parts.has(path) ? path : undefined;
}

async function recordsOf(
	file: Buffer,
	read: (cell: ExcelJS.Cell) => unknown,
): Promise<Array<Record<string, unknown>>> {
	const workbook = new ExcelJS.Workbook();
	await workbook.xlsx.load(file as unknown as ExcelJS.Buffer);
	const [sheet] = workbook.worksheets;
	if (sheet === undefined) throw new Error('The file has no sheet.');
	const cells = (row: number) =>
		Array.from({ length: sheet.columnCount }, (_, position) => sheet.getRow(row).getCell(position + 1));
	const head = sheet.rowCount > 1 && sheet.columnCount > 1 && cells(1)[1]?.value === null ? 2 : 1;
	const titles = cells(head).map(({ value }) => String(value));
	return Array.from({ length: sheet.rowCount - head }, (_, index) => {
		const row = cells(index + head + 1);
		return Object.fromEntries(
			titles.map((title, position) => [title, read(row[position] as ExcelJS.Cell) ?? null]),
		);
	});
}
