import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Values } from '../shared/operation/defineOperation';
import { toNodeError } from '../shared/operation/nodeErrors';
import { readValues } from '../shared/operation/readValues';
import { chosenProperties } from '../shared/parameters/propertySelection';
import { ParameterError } from '../shared/util/parameterError';
import { expectedHeader } from './authentication';
import type { Selection } from './hotelEvents';
import { networksIn } from './ipAddresses';
import { parameters } from './parameters';

type Context = IWebhookFunctions | IHookFunctions;
export type Settings = Values<typeof parameters>;

export function readSettings(context: Context): Settings {
	return readValues(parameters, (name, fallback, options) =>
		context.getNodeParameter(name, fallback as never, options),
	) as Settings;
}

/** @throws ParameterError if nothing is chosen: all events would be lost */
export function selectionOf({ events, propertySelection, propertyId, propertyIds }: Settings): Selection {
	if (events.length === 0) {
		const advice = "Choose the events that start the workflow, or 'Any Event'.";
		throw new ParameterError('events', '', 'is empty', advice);
	}
	const chosen = chosenProperties(propertySelection, propertyId, propertyIds);
	return { events, ...(chosen.length > 0 && { propertyIds: chosen }) };
}

/** For the activation of the workflow. @throws NodeOperationError for settings that take no delivery, or any */
export async function requireSettings(context: IHookFunctions): Promise<void> {
	try {
		const settings = readSettings(context);
		const { acceptTwoKeys = false, allowedIps } = settings.options;
		selectionOf(settings);
		if (allowedIps !== undefined) networksIn(allowedIps);
		await expectedHeader(context, settings.authentication, acceptTwoKeys);
	} catch (error) {
		throw toNodeError(context.getNode(), error, parameters);
	}
}
