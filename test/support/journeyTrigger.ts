import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelGuestJourneyTrigger } from '../../nodes/PartnerHotelGuestJourneyTrigger/PartnerHotelGuestJourneyTrigger.node';
import { newClient } from './clients';
import { harness, type NodeHarness, type TestCredential } from './n8n';
import { byId } from './pms';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

export interface JourneyOptions {
	credential?: TestCredential;
	staticData?: IDataObject;
	nodeId?: string;
	type?: PartnerHotelGuestJourneyTrigger;
}

export interface EnteredMoment {
	name: string;
	anchor: string;
	count?: number;
	unit?: 'days' | 'hours';
	time?: string;
}

export const moment = (
	name: string,
	anchor: string,
	count = 0,
	time = '10:00',
	unit: 'days' | 'hours' = 'days',
) => ({
	name,
	anchor,
	count,
	unit,
	...(unit === 'days' && { time }),
});

/** A guest journey trigger on one property, which reads changes each minute. */
export async function journeyTrigger(
	sandbox: Sandbox,
	propertyId: string,
	moments: EnteredMoment[],
	{ options, ...parameters }: INodeParameters = {},
	{ credential, type = new PartnerHotelGuestJourneyTrigger(), ...others }: JourneyOptions = {},
): Promise<NodeHarness> {
	return harness(type, {
		parameters: {
			propertyId: byId(propertyId),
			moments: { moment: moments } as unknown as INodeParameters,
			...parameters,
			options: { readEvery: 1, ...(options as INodeParameters) },
		},
		credential: credential ?? (await newClient(sandbox)),
		...others,
	});
}

export type MessageItem = IDataObject & {
	moment: string;
	number: string;
	dueAt: string;
	lateMinutes: number;
};

export async function pollJourney(
	node: NodeHarness,
	options?: Parameters<NodeHarness['poll']>[0],
): Promise<MessageItem[]> {
	return ((await node.poll(options)) ?? []).map(({ json }) => json as MessageItem);
}

/** `moment number` of each message. */
export const sentOf = (items: readonly MessageItem[]) =>
	items.map(({ moment: name, number }) => `${name} ${number}`);

/**
 * The clocks of the hotels and of n8n, moved together. Until `back`, time goes on from there.
 */
export class MovedClocks {
	private aheadMs = 0;
	private wrongMs = 0;
	private readonly real = Date.now.bind(Date);

	constructor(private readonly sandbox: Sandbox) {
		jest.spyOn(Date, 'now').mockImplementation(() => this.real() + this.aheadMs + this.wrongMs);
	}

	/** n8n has the time of the hotels. */
	async join(): Promise<void> {
		this.aheadMs = (await this.sandbox.clock()).aheadMs;
	}

	/** That of n8n alone; 0: it is right. */
	setWrong(minutes: number): void {
		this.wrongMs = minutes * 60_000;
	}

	async moveTo(instant: string): Promise<void> {
		const { aheadMs } = await this.sandbox.clock({ now: instant });
		this.aheadMs = aheadMs;
	}

	async moveBy(minutes: number): Promise<void> {
		const { now } = await this.sandbox.clock();
		await this.moveTo(new Date(Date.parse(now) + minutes * 60_000).toISOString());
	}

	back(): void {
		jest.restoreAllMocks();
	}
}
