import ExcelJS from 'exceljs';

/** The first sheet of an Excel file: one record for each row, by the titles of the first row; empty cells are null. */
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
	const titles = cells(1).map(({ value }) => String(value));
	return Array.from({ length: sheet.rowCount - 1 }, (_, index) => {
		const row = cells(index + 2);
		return Object.fromEntries(
			titles.map((title, position) => [title, read(row[position] as ExcelJS.Cell) ?? null]),
		);
	});
}
