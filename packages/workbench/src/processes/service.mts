import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../util/paths.mts';
import { UserError } from '../util/userError.mts';
import { startChild, stopChild } from './children.mts';
import { lastLines } from './quiet.mts';

export interface ServicePlan {
	/** Its name for the user. */
	name: string;
	node: string;
	args: readonly string[];
	env: NodeJS.ProcessEnv;
	/** Its output is appended to this file. */
	logFile: string;
	/** Passes standard output to the caller instead. */
	tapOutput?: boolean;
}

const SHOWN_LINES = 20;
const endsWithParent = pathToFileURL(join(import.meta.dirname, 'exitWithParent.mjs')).href;

/** A program that runs until it is stopped. */
export class Service {
	readonly name: string;
	/** Resolves when it is no longer running, for whatever reason. */
	readonly ended: Promise<void>;
	readonly child: ChildProcess;
	private readonly logFile: string;
	private over = false;

	constructor({ name, node, args, env, logFile, tapOutput = false }: ServicePlan) {
		this.name = name;
		this.logFile = logFile;
		mkdirSync(dirname(logFile), { recursive: true });
		const log = openSync(logFile, 'a');
		this.child = startChild(node, ['--import', endsWithParent, ...args], {
			cwd: ROOT,
			env,
			stdio: ['ignore', tapOutput ? 'pipe' : log, log],
		});
		closeSync(log);
		this.ended = new Promise((resolve) => {
			const end = () => {
				this.over = true;
				resolve();
			};
			this.child.once('exit', end).once('error', end);
		});
	}

	/** @throws UserError with its last output if it is not running */
	assertRunning(): void {
		if (this.over) throw this.deathNotice();
	}

	deathNotice(): UserError {
		const log = relative(ROOT, this.logFile);
		const words = lastLines(readFileSync(this.logFile, 'utf8'), SHOWN_LINES);
		const ending = words === '' ? `It wrote nothing to ${log}.` : `The last lines of ${log}:\n${words}`;
		return new UserError(`${this.name} has ended unexpectedly. ${ending}`);
	}

	async stop(): Promise<void> {
		await stopChild(this.child);
	}

	/** Kills it like a power cut, without a chance to finish anything. */
	async kill(): Promise<void> {
		if (!this.over) this.child.kill('SIGKILL');
		await this.ended;
	}
}
