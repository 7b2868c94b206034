import type { INode } from 'n8n-workflow';

import { filesBelow, readText } from './files';

export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string; type: string; index: number }>>>>;
	settings: Record<string, unknown>;
	pinData: object;
}

/** Every workflow in workflows/, by file name. */
export function exampleWorkflows(): Array<readonly [string, ExampleWorkflow]> {
	return filesBelow('workflows', '.json').map((file) => [
		file.slice('workflows/'.length),
		JSON.parse(readText(file)) as ExampleWorkflow,
	]);
}
