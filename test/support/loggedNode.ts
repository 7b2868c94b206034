import type { INodeType } from 'n8n-workflow';

/** A node, and all that it writes to n8n's log. */
export function loggedNode<T extends INodeType>(type: T): { type: T; lines: string[] } {
	const lines: string[] = [];
	const write = (...told: unknown[]) => void lines.push(JSON.stringify(told));
	const logger = { error: write, warn: write, info: write, debug: write };
	const { execute } = type;
	type.execute = async function (...args) {
		Object.defineProperty(this, 'logger', { configurable: true, value: logger });
		return (await execute?.apply(this, args)) ?? null;
	};
	return { type, lines };
}
