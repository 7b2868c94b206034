import type { IDataObject } from 'n8n-workflow';

import { bookingNights } from '../../nodes/shared/api/bookings/bookingNights';
import { currencyDecimals, roundTo } from '../../nodes/shared/api/response/money';
import { noNames } from '../../nodes/shared/api/property/names';
import { signIn } from '../../packages/sandbox/test/partner';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

describe.each(['specification', 'published'] as const)('in a whole world, %s dialect', (dialect) => {
	let sandbox: Sandbox;
	let bookings: IDataObject[];

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 77, limits: 'off', properties: 10, bookings: 80, dialect });
		const partner = await signIn(sandbox);
		const ofHotel = async ({ id }: { id: string }) => {
			const { bookingSummaries } = await partner.wholeFeed(id);
			return await Promise.all(
				bookingSummaries.map(
					async ({ number }) => (await partner.detail<{ booking: IDataObject }>(id, number)).body.booking,
				),
			);
		};
		bookings = (await Promise.all(sandbox.properties.map(ofHotel))).flat();
	});
	afterAll(async () => await sandbox.stop());

	it('the nights of each room stay add up to its total to the cent, one for each night', () => {
		let stays = 0;
		for (const one of bookings) {
			const nights = bookingNights(one, noNames);
			for (const [position, whole] of (one.roomStays as IDataObject[]).entries()) {
				const own = nights.filter(({ roomStayIndex }) => roomStayIndex === position + 1);
				const decimals = currencyDecimals(String(one.currencyCode));
				const sum = (field: string) =>
					roundTo(
						own.reduce((total, night) => total + Number(night[field]), 0),
						decimals,
					);
				const { priceBeforeTax, priceAfterTax } = whole.total as IDataObject;
				expect([sum('nightTotalBeforeTax'), sum('nightTotal')]).toEqual([priceBeforeTax, priceAfterTax]);
				expect(own).toHaveLength(Number(own[0]?.nights));
				stays += 1;
			}
		}
		expect(stays).toBeGreaterThan(800);
	});
});
