import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Demo } from '../demo/demo.mts';
import { exampleWorkflow } from '../demo/examples.mts';
import { filesFolder } from '../n8n/n8nProcess.mts';
import { inRoot } from '../util/paths.mts';
import { waitFor } from '../util/waiting.mts';
import { takePicture } from './picture.mts';

const run = promisify(execFile);
const ENDS_WITHIN_MS = 120_000;
const MAIL = { width: 760, height: 900 };
const DOTS_PER_INCH = '80';

/** The example, the node that starts it, the beginning of the file name, the subject of the mail. */
const REPORTS = [
	{
		example: 'daily-occupancy-report',
		start: 'Every morning',
		file: 'occupancy',
		subject: 'Occupancy',
	},
	{ example: 'arrivals-for-housekeeping', start: 'Every morning', file: 'arrivals', subject: 'Arrivals' },
];

/** The first page of each Excel file as it prints, and its e-mail. Needs LibreOffice and Poppler (soffice, pdftoppm). */
export async function pictureReports(browser: Browser, demo: Demo, folder: string): Promise<void> {
	const { stack, inbox } = demo;
	for (const { example, start, file, subject } of REPORTS) {
		const workflow = await stack.client.findWorkflow(exampleWorkflow(example).name);
		if (workflow === undefined) throw new Error(`The demo has no workflow of ${example}.json`);
		await stack.client.run(workflow, start);
		const mail = await waitFor({ for: `the mail of ${example}`, timeoutMs: ENDS_WITHIN_MS }, async () =>
			inbox.mails.find((one) => one.subject.startsWith(subject)),
		);
		const files = filesFolder(folder);
		const made = readdirSync(files).find((name) => name.startsWith(file) && name.endsWith('.xlsx'));
		if (made === undefined) throw new Error(`${example} has made no Excel file in ${files}`);
		await run('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', folder, join(files, made)]);
		const pdf = join(folder, made.replace(/xlsx$/, 'pdf'));
		const picture = inRoot('docs', 'images', `report-${file}`);
		await run('pdftoppm', ['-png', '-r', DOTS_PER_INCH, '-f', '1', '-singlefile', pdf, picture]);

		const page = await browser.newPage({ viewport: MAIL });
		await page.setContent(mail.html);
		await takePicture(page.locator('body'), `mail-${file}`, 'light');
		await page.close();
	}
}
