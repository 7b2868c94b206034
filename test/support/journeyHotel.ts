import type { INodeParameters } from 'n8n-workflow';

import {
	journeyTrigger,
	MovedClocks,
	pollJourney,
	type EnteredMoment,
	type JourneyOptions,
	type MessageItem,
} from './journeyTrigger';
import type { NodeHarness } from './n8n';
import { clockAt, instantOn } from '../journey/reckoner';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

type SandboxSettings = NonNullable<Parameters<typeof startSandbox>[0]>;

const DAY_MS = 86_400_000;

/** A sandbox whose hotels and n8n have one clock, on 2 May 2031. */
export async function playedHotels(settings: SandboxSettings) {
	const sandbox = await startSandbox({
		...{ bookings: 0, limits: 'off' },
		...settings,
		anchor: '2031-05-01T00:00:00Z',
		now: '2031-05-02T06:00:00Z',
	});
	const clocks = new MovedClocks(sandbox);
	await clocks.join();
	const stop = async () => {
		clocks.back();
		await sandbox.stop();
	};
	return { sandbox, clocks, hotels: new Hotels(sandbox, clocks), stop };
}

/** The hotels of a sandbox, each for one test. */
export class Hotels {
	private next = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly clocks: MovedClocks,
	) {}

	/** One that nobody has touched, at ten past midnight of its first day. */
	async open(): Promise<JourneyHotel> {
		const property = (await this.sandbox.propertySummaries())[this.next++];
		if (!property) throw new Error('The sandbox has no more hotels.');
		const later = Date.parse((await this.sandbox.clock()).now) + 2 * DAY_MS;
		const { id, timeZone } = property;
		const first = clockAt(later / 1000, timeZone).slice(0, 10);
		const hotel = new JourneyHotel(this.sandbox, this.clocks, id, timeZone, first);
		await hotel.at(0, '00:10');
		return hotel;
	}
}

/** Days are counted from the first one, times are the hotel's. */
export class JourneyHotel {
	constructor(
		private readonly sandbox: Sandbox,
		private readonly clocks: MovedClocks,
		readonly id: string,
		private readonly zone: string,
		private readonly first: string,
	) {}

	async at(day: number, time: string): Promise<void> {
		const instant = instantOn(`${this.date(day)}T${time}`, this.zone);
		await this.clocks.moveTo(new Date(instant * 1000).toISOString());
	}

	date(day: number): string {
		return new Date(Date.parse(this.first) + day * DAY_MS).toISOString().slice(0, 10);
	}

	async trigger(moments: EnteredMoment[], parameters: INodeParameters = {}, options: JourneyOptions = {}) {
		const node = await journeyTrigger(this.sandbox, this.id, moments, parameters, options);
		if (options.staticData === undefined) expect(await pollJourney(node)).toEqual([]);
		return node;
	}

	async book(arrivalDay: number, nights = 2, input: Parameters<Sandbox['createBooking']>[1] = {}) {
		const arrivalDate = this.date(arrivalDay);
		return (await this.sandbox.createBooking(this.id, { arrivalDate, nights, roomStays: 1, ...input }))
			.number;
	}

	/** Polls on days at times of the day. */
	async play(node: NodeHarness, days: number[], times: string[]): Promise<MessageItem[]> {
		const items: MessageItem[] = [];
		for (const day of days) {
			for (const time of times) {
				await this.at(day, time);
				items.push(...(await pollJourney(node)));
			}
		}
		return items;
	}
}
