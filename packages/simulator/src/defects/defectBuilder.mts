import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as ts from 'typescript';

const run = promisify(execFile);
const SOURCES = ['credentials', 'nodes', 'index.ts', 'tsconfig.json'];
const PATCHES = 'packages/simulator/src/defects';

/** Builds the package with a defect, in a copy of the sources. */
export class DefectBuilder {
	/** By file: its version for the compiler, incremented with each change. */
	private readonly versions = new Map<string, number>();
	private readonly compiler: ts.LanguageService;
	private readonly files: string[];
	private isCleanBuilt = false;

	private constructor(
		private readonly root: string,
		private readonly folder: string,
	) {
		const config = ts.readConfigFile(join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file));
		const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
		this.files = fileNames;
		// A patch may leave variables unused.
		const compilerOptions = { ...options, noUnusedLocals: false, noUnusedParameters: false };
		this.compiler = ts.createLanguageService({
			getCompilationSettings: () => compilerOptions,
			getScriptFileNames: () => fileNames,
			getScriptVersion: (file) => String(this.versions.get(file) ?? 0),
			getScriptSnapshot: (file) => {
				const text = ts.sys.readFile(file);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
			getCurrentDirectory: () => folder,
			getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
			fileExists: (file) => ts.sys.fileExists(file),
			readFile: (file) => ts.sys.readFile(file),
			directoryExists: (path) => ts.sys.directoryExists(path),
			realpath: (path) => ts.sys.realpath?.(path) ?? path,
		});
	}

	/** @param root of the project */
	static async open(root: string): Promise<DefectBuilder> {
		const folder = await mkdtemp(join(tmpdir(), 'partner-hotel-defects-'));
		for (const source of SOURCES) await cp(join(root, source), join(folder, source), { recursive: true });
		await symlink(resolve(root, 'node_modules'), join(folder, 'node_modules'));
		return new DefectBuilder(root, folder);
	}

	async close(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}

	/** @returns the folder of the package with that defect. @throws when the patch does not apply */
	async build(defect: string): Promise<string> {
		const built = join(this.folder, 'built', defect);
		await cp(await this.buildClean(), built, { recursive: true });
		await this.with([defect], async (changed) => await this.emit(changed, built));
		return built;
	}

	/** @returns the folder of the package without a defect */
	async buildClean(): Promise<string> {
		const clean = join(this.folder, 'built', 'whole');
		if (!this.isCleanBuilt) await this.emit(this.files, clean);
		this.isCleanBuilt = true;
		return clean;
	}

	/** @returns the compiler's errors in the files that the patches change. @throws when a patch does not apply */
	async check(...defects: string[]): Promise<string[]> {
		return await this.with(defects, async (changed) => {
			const found = changed.flatMap((file) => [
				...this.compiler.getSyntacticDiagnostics(file),
				...this.compiler.getSemanticDiagnostics(file),
			]);
			return await Promise.resolve(
				found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
			);
		});
	}

	/** Groups defects that change different files, so that each group can be applied at once. */
	async independentGroups(defects: readonly string[]): Promise<string[][]> {
		const groups: Array<{ defects: string[]; files: Set<string> }> = [];
		for (const defect of defects) {
			const files = await this.filesOf(defect);
			const group = groups.find((one) => !files.some((file) => one.files.has(file)));
			if (group === undefined) groups.push({ defects: [defect], files: new Set(files) });
			else {
				group.defects.push(defect);
				for (const file of files) group.files.add(file);
			}
		}
		return groups.map((group) => group.defects);
	}

	private async filesOf(defect: string): Promise<string[]> {
		const patch = await readFile(this.patchOf(defect), 'utf8');
		return [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => join(this.folder, file as string));
	}

	private async with<T>(defects: readonly string[], work: (changed: string[]) => Promise<T>): Promise<T> {
		const changed = (await Promise.all(defects.map(async (defect) => await this.filesOf(defect)))).flat();
		const before = await Promise.all(changed.map(async (file) => await readFile(file)));
		try {
			for (const defect of defects) await this.apply(this.patchOf(defect));
			this.hasChanged(changed);
			return await work(changed);
		} finally {
			await Promise.all(changed.map(async (file, index) => await writeFile(file, before[index] as Buffer)));
			this.hasChanged(changed);
		}
	}

	/** Outside of a repository, git applies a patch to the files in the current folder. */
	private async apply(patch: string): Promise<void> {
		const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(this.folder) };
		await run('git', ['apply', patch], { cwd: this.folder, env });
	}

	private hasChanged(files: readonly string[]): void {
		for (const file of files) this.versions.set(file, (this.versions.get(file) ?? 0) + 1);
	}

	private async emit(files: readonly string[], to: string): Promise<void> {
		for (const file of files) {
			const [output] = this.compiler.getEmitOutput(file).outputFiles;
			if (output === undefined) throw new Error(`${file} could not be compiled`);
			const target = join(to, relative(this.folder, file).replace(/\.ts$/, '.js'));
			await mkdir(dirname(target), { recursive: true });
			await writeFile(target, output.text);
		}
	}

	/** The first line of a patch, a sentence about the defect. */
	async titleOf(defect: string): Promise<string> {
		return (await readFile(this.patchOf(defect), 'utf8')).split('\n', 1)[0] as string;
	}

	private patchOf(defect: string): string {
		return resolve(this.root, PATCHES, `${defect}.patch`);
	}
}
