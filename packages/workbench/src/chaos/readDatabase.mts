/*
 * Reads n8n's database, and is run by n8n's own Node, which has SQLite built in:
 * node readDatabase.mts <database> <id of the workflow> <name of the trigger>
 */
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'flatted';

import type { DatabaseContents } from './database.mts';
import type { BookingState, Delivery, ExecutionRecord } from './states.mts';

interface Row {
	id: number;
	status: string;
	createdAt: string;
	startedAt: string | null;
	data: string | null;
}

interface NodeData {
	main: Array<Array<{ json: Record<string, unknown> }> | null>;
}

/** The saved data of an execution: outputs of nodes, and inputs of those that have not run. */
interface RunData {
	resultData?: { runData?: Record<string, Array<{ data?: NodeData }>> };
	executionData?: { nodeExecutionStack?: Array<{ node: { name: string }; data: NodeData }> };
}

const [file = '', workflowId = '', triggerName = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
database.exec('PRAGMA busy_timeout = 10000');
const contents: DatabaseContents = { executions: readExecutions(), ...readState() };
database.close();
process.stdout.write(JSON.stringify(contents));

function readExecutions(): ExecutionRecord[] {
	const rows = database
		.prepare(
			`SELECT e.id, e.status, e.createdAt, e.startedAt, d.data FROM execution_entity e
			LEFT JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`,
		)
		.all(workflowId) as unknown as Row[];
	return rows.map((row) => {
		const createdAt = epochMs(row.createdAt);
		const startedAt = row.startedAt === null ? createdAt : epochMs(row.startedAt);
		const deliveries = itemsOf(row).map((item, position) =>
			deliveryOf(item, Number(row.id), position, startedAt),
		);
		return { id: Number(row.id), status: row.status, createdAt, startedAt, deliveries };
	});
}

/** An interrupted execution has no output of the trigger yet, but its items as input of the next node. */
function itemsOf({ data }: Row): Array<Record<string, unknown>> {
	if (data === null) return [];
	const { resultData, executionData } = parse(data) as RunData;
	const output = resultData?.runData?.[triggerName]?.[0]?.data?.main[0];
	const waiting = executionData?.nodeExecutionStack?.find(({ node }) => node.name === triggerName)?.data
		.main[0];
	return (waiting ?? output ?? []).map(({ json }) => json).filter(({ number }) => number !== undefined);
}

function deliveryOf(
	item: Record<string, unknown>,
	executionId: number,
	position: number,
	startedAt: number,
): Delivery {
	return {
		executionId,
		position,
		startedAt,
		event: String(item['event']),
		...(item['redelivered'] === true && { redelivered: true }),
		propertyId: String(item['propertyId']),
		number: String(item['number']),
		listed: { status: String(item['status']), modified: modifiedOf(item) },
		...(isRecord(item['booking']) && { detailed: detailedState(item['booking']) }),
	};
}

function detailedState(booking: Record<string, unknown>): BookingState {
	const [roomStay] = booking['roomStays'] as Array<{ stayDates: { arrivalDateTime: string } }>;
	return {
		status: String(booking['status']),
		modified: modifiedOf(booking),
		arrival: roomStay?.stayDates.arrivalDateTime.slice(0, 10) ?? '',
	};
}

function modifiedOf(record: Record<string, unknown>): string {
	return String(record['modifiedDateTime'] ?? record['createdDateTime']);
}

function readState(): Pick<DatabaseContents, 'staticData' | 'cursor'> {
	const workflow = database.prepare('SELECT staticData FROM workflow_entity WHERE id = ?').get(workflowId);
	const poller = database.prepare('SELECT cursor FROM poller_state WHERE workflowId = ?').get(workflowId);
	return { staticData: textOf(workflow?.['staticData']), cursor: textOf(poller?.['cursor']) };
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** SQLite stores times in UTC without a zone. */
function epochMs(time: string): number {
	return Date.parse(`${time.replace(' ', 'T')}Z`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
