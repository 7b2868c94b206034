import type { IWebhookFunctions } from 'n8n-workflow';

import { toNodeError, type NodeFailure } from '../shared/operation/nodeErrors';
import { ParameterError } from '../shared/util/parameterError';
import { expectedHeader, whyUnauthorized } from './authentication';
import { isAllowedIp, isIp } from './ipAddresses';
import { parameters } from './parameters';
import type { Settings } from './settings';

/** Why a delivery is not taken from its sender. */
interface Refusal {
	status: 401 | 403;
	/** For n8n's log. */
	reason: string;
}

/** Settings that cannot be used let nobody in. */
export async function senderRefusal(
	context: IWebhookFunctions,
	settings: Settings,
): Promise<Refusal | undefined> {
	const notAllowed = await told(context, () => whyNotAllowed(context, settings));
	if (notAllowed !== undefined) return { status: 403, reason: notAllowed };
	const unauthorized = await told(context, async () => await whyNotAuthorized(context, settings));
	return unauthorized === undefined ? undefined : { status: 401, reason: unauthorized };
}

function whyNotAllowed(context: IWebhookFunctions, settings: Settings): string | undefined {
	const { allowedIps } = settings.options;
	const { ip = '' } = context.getRequestObject();
	if (allowedIps === undefined || isAllowedIp(allowedIps, ip)) return undefined;
	const shown = isIp(ip) ? ip : 'unknown';
	return `The address ${shown} is not among 'Allowed IP Addresses'. If it is that of your own proxy, set N8N_PROXY_HOPS.`;
}

async function whyNotAuthorized(
	context: IWebhookFunctions,
	{ authentication, options: { acceptTwoKeys = false } }: Settings,
): Promise<string | undefined> {
	const expected = await expectedHeader(context, authentication, acceptTwoKeys);
	return expected && whyUnauthorized(context.getHeaderData(), expected);
}

/** What is wrong with a parameter is a reason, too. */
async function told(
	context: IWebhookFunctions,
	reasonOf: () => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
	return await Promise.resolve()
		.then(reasonOf)
		.catch((error) => {
			if (!(error instanceof ParameterError)) throw error;
			const { message, description } = toNodeError(context.getNode(), error, parameters) as NodeFailure;
			return `${message}. ${description}`;
		});
}
