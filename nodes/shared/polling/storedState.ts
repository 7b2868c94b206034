import { deepCopy, NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../util/json';
import type { PollState } from './pollState';

/**
 * How a trigger stores its state. A poll works on a copy: it is stored as a whole when the poll succeeds, or not at
 * all.
 */
export interface StateFormat {
	/** In the static data of the node. */
	key: string;
	version: number;
	/** Whether the stored property can be used. */
	isIntact(property: Record<string, unknown>): boolean;
}

/** What n8n keeps for a trigger between two polls. */
export interface StoredState<Property, Emitted = object> extends PollState<Property, Emitted> {
	version: number;
}

export function emptyState<Property, Emitted>({ version }: StateFormat): StoredState<Property, Emitted> {
	return { version, properties: {} };
}

/**
 * A copy of the stored state, without damaged properties.
 * @throws NodeOperationError rather than overwrite the state of a newer version
 */
export function loadState<Property, Emitted>(
	context: Pick<IPollFunctions, 'getNode'>,
	stored: IDataObject,
	format: StateFormat,
): StoredState<Property, Emitted> {
	const found = stored[format.key];
	if (!isRecord(found)) return emptyState(format);
	if (typeof found.version === 'number' && found.version > format.version) throw newerVersion(context);
	if (found.version !== format.version || !isRecord(found.properties)) return emptyState(format);
	const intact = Object.entries(found.properties).filter(
		([, property]) => isRecord(property) && format.isIntact(property),
	);
	return deepCopy({ ...found, properties: Object.fromEntries(intact) }) as StoredState<Property, Emitted>;
}

function newerVersion(context: Pick<IPollFunctions, 'getNode'>): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The state of this trigger was written by a newer version of this package',
		{
			description:
				'Install that version again. To continue with this version, replace the trigger with a new one, which starts according to its settings.',
		},
	);
}
