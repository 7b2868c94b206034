import ExcelJS from 'exceljs';

/** The first sheet of an Excel file: one record for each row, by the titles of the first row; empty cells are null. */
export async function sheetRows(file: Buffer): Promise<Array<Record<string, unknown>>> {
	const workbook = new ExcelJS.Workbook();
	await workbook.xlsx.load(file as unknown as ExcelJS.Buffer);
	const [sheet] = workbook.worksheets;
	if (sheet === undefined) throw new Error('The file has no sheet.');
	const titles = cellsOf(sheet.getRow(1), sheet.columnCount).map(String);
	const rows: Array<Record<string, unknown>> = [];
	for (let number = 2; number <= sheet.rowCount; number += 1) {
		const cells = cellsOf(sheet.getRow(number), titles.length);
		rows.push(Object.fromEntries(titles.map((title, position) => [title, cells[position] ?? null])));
	}
	return rows;
}

function cellsOf(row: ExcelJS.Row, count: number): unknown[] {
	return Array.from({ length: count }, (_, position) => row.getCell(position + 1).value);
}
