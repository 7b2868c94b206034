import { parse } from 'yaml';

import { readText } from './files';

export interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

export interface Job {
	needs?: string | string[];
	environment?: string;
	permissions?: Record<string, string>;
	steps?: Step[];
}

export interface GithubWorkflow {
	on: unknown;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

export function workflowIn(file: string): GithubWorkflow {
	return parse(readText(file)) as GithubWorkflow;
}

export function stepsOf(job: Job | undefined): Step[] {
	return job?.steps ?? [];
}
