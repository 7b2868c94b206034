import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program of a test, which counts its runs. */
export class Program {
	readonly command = process.execPath;
	private readonly folder = mkdtempSync(join(tmpdir(), 'program-'));
	private readonly file = join(this.folder, 'program.cjs');
	private readonly record = join(this.folder, 'runs');

	/** @param body JavaScript; its `runs` is 1 in the first run */
	constructor(body: string) {
		const record = JSON.stringify(this.record);
		writeFileSync(
			this.file,
			`const fs = require('node:fs');
			fs.appendFileSync(${record}, 'x');
			const runs = fs.readFileSync(${record}).length;
			${body}`,
		);
	}

	get args(): string[] {
		return [this.file];
	}

	runs(): number {
		return readFileSync(this.record).length;
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
