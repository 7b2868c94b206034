import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';

/** The trigger, and what it warns of in n8n's log. */
export function loggedTrigger(): { type: PartnerHotelTrigger; warnings: string[] } {
	const warnings: string[] = [];
	const type = new PartnerHotelTrigger();
	const { poll } = type;
	type.poll = async function () {
		const logger = { warn: (text: string) => warnings.push(text) };
		Object.defineProperty(this, 'logger', { configurable: true, value: logger });
		return await poll.call(this);
	};
	return { type, warnings };
}
