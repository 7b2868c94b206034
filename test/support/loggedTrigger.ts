import type { INodeType, IPollFunctions } from 'n8n-workflow';

import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';

type PollingType = INodeType & Required<Pick<INodeType, 'poll'>>;

/** The trigger, and what it warns of in n8n's log. */
export function loggedTrigger(): { type: PartnerHotelTrigger; warnings: string[] } {
	return withWarnings(new PartnerHotelTrigger());
}

/** Any polling trigger, and what it warns of in n8n's log. */
export function withWarnings<T extends PollingType>(type: T): { type: T; warnings: string[] } {
	const warnings: string[] = [];
	const { poll } = type;
	type.poll = async function (this: IPollFunctions) {
		const logger = { warn: (text: string) => warnings.push(text), debug: () => undefined };
		Object.defineProperty(this, 'logger', { configurable: true, value: logger });
		return await poll.call(this);
	};
	return { type, warnings };
}
