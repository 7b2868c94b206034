import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf } from '../support/failures';
import { HOTEL, LATER, OTHER, reconcileTests, strangers, word } from '../support/reconcile';

const { sandbox, made, node, run, fails, held, askedFor } = reconcileTests();

describe('the guard', () => {
	const least = (failFrom: number) => ({ options: { failFrom } });

	it.each<[string, () => IDataObject[], INodeParameters, RegExp | undefined]>([
		['missing, up to it', () => held().slice(1), { failAbove: 12, ...least(1) }, undefined],
		[
			'missing, beyond it',
			() => held().slice(3),
			{ failAbove: 20, ...least(3) },
			/: 3 of the 10 bookings that the hotel lists are missing in the items$/,
		],
		['missing, beyond it but too few', () => held().slice(3), { failAbove: 20, ...least(4) }, undefined],
		['missing, too few unless told', () => held().slice(4), { failAbove: 20 }, undefined],
		['missing, enough', () => held().slice(5), { failAbove: 20 }, /: 5 of the 10 bookings/],
		['unknown, up to it', () => [...held(), ...strangers(2)], { failAbove: 20, ...least(1) }, undefined],
		[
			'unknown, beyond it',
			() => [...held(), ...strangers(3)],
			{ failAbove: 20, ...least(3) },
			/: 3 of the 13 bookings in the items are unknown to the hotel$/,
		],
		[
			'unconfirmed, beyond it',
			() => [...held(), ...strangers(3)],
			{ failAbove: 20, options: { failFrom: 3, maxConfirmations: 0 } },
			/: 3 of the 13 bookings in the items are unknown to the hotel or unconfirmed$/,
		],
		['a single one with 0', () => held().slice(1), { failAbove: 0 }, /: 1 of the 10 bookings/],
		['absent and cancelled at the hotel', () => held().slice(0, 9), { failAbove: 0 }, undefined],
	])('%s', async (_label, items, parameters, message) => {
		if (message === undefined) {
			expect(await run(items(), parameters)).not.toEqual([]);
			return;
		}
		const error = await fails(items(), parameters);
		expect(error.message).toMatch(/^Fail If More Than \(%\) '\d+' is exceeded at the property 1024/);
		expect(error.message).toMatch(message);
		expect(error.description).toContain("raise 'Fail If More Than (%)' for this run");
	});

	it('asks for no booking when no answer could help', async () => {
		const hopeless = [...held(), ...strangers(30)];
		await fails(hopeless, { failAbove: 20, options: { maxConfirmations: 10 } });
		expect(await askedFor()).toEqual([]);
	});

	it('looks at each property alone', async () => {
		const both: INodeParameters = {
			propertySelection: 'several',
			propertyIds: [HOTEL, OTHER],
			failAbove: 50,
			options: { failFrom: 1 },
		};
		expect((await fails(held(), both)).message).toContain(`at the property ${OTHER}: 1 of the 1 bookings`);
	});
});

describe('what goes wrong', () => {
	it.each<[string, IDataObject[], INodeParameters, string]>([
		[
			'an item without a number',
			[
				...[{ number: 'B0', status: 'a', modifiedDateTime: LATER, propertyId: HOTEL }],
				{ number: ' ', status: 'a', propertyId: HOTEL },
			],
			{},
			"Number Field 'number' is empty in item 1",
		],
		['a field that no item has', [{ no: 1 }], {}, "Number Field 'number' is in no item"],
		[
			'a status that no item has',
			[{ number: 'B0', modifiedDateTime: LATER, propertyId: HOTEL }],
			{},
			"Status Field 'status' is in no item",
		],
		['no name of a field', [{ number: 'B0' }], { numberField: '' }, 'Number Field is empty'],
		[
			'something that is not a time, without quoting it',
			[{ number: 'B0', status: 'a', modifiedDateTime: 'Zyxel Vuong', propertyId: HOTEL }],
			{},
			"Modification Time Field 'modifiedDateTime' is not a date and time in item 0",
		],
		[
			'a number for a time',
			[{ number: 'B0', status: 'a', modifiedDateTime: 5, propertyId: HOTEL }],
			{},
			"Modification Time Field 'modifiedDateTime' is not a date and time in item 0",
		],
		[
			'a time before the feed',
			[{}],
			{ modifiedSince: '2008-12-31T23:59:59Z' },
			"Modified Since '2008-12-31T23:59:59Z' is before 2009-01-01T00:00:00Z",
		],
		[
			'a time that is still to come',
			[{}],
			{ modifiedSince: '2100-01-01T00:00:00Z' },
			"Modified Since '2100-01-01T00:00:00Z' is in the future",
		],
		[
			'a word with two meanings',
			[{}],
			{ options: { statusWords: { word: [word('OK', 'Active'), word(' ok', 'Cancelled')] } } },
			"Word in the Items 'ok' has two meanings",
		],
		[
			'a meaning without a word',
			[{}],
			{ options: { statusWords: { word: [word(' ', 'Active')] } } },
			'Word in the Items is empty',
		],
		[
			'a time zone that is none',
			[{}],
			{ options: { timeZone: 'Mars' } },
			"Time Zone 'Mars' is not a time zone",
		],
	])('%s is refused before anything is read', async (_label, items, parameters, message) => {
		expect((await fails(items, parameters)).message).toBe(message);
		expect((await sandbox().requests()).filter(({ path }) => path !== '/auth/token')).toEqual([]);
	});

	it('a feed that fails half-way gives an error and no item', async () => {
		const page = (hasMoreData: boolean, records: unknown[]) => ({
			bookingSummaries: records,
			hasMoreData,
			continueToken: 'next',
		});
		await sandbox().fault({ kind: 'body', body: page(true, [made()[0]]), match: { scope: 'bookingList' } });
		await sandbox().fault({ kind: 'status', status: 403, match: { scope: 'bookingList' } });
		const regular = await node({}, { onError: 'continueRegularOutput' });
		const items = await regular.execute(held());
		expect(items).toEqual([
			{
				json: {
					propertyId: HOTEL,
					error: expect.stringMatching(/^Property 1024: This API connection may use Bookings/) as string,
					description: expect.any(String) as string,
					httpCode: '403',
				},
				pairedItem: held().map((_, item) => ({ item })),
			},
		]);
	});

	it('an error output gets one item', async () => {
		const output = await node({ failAbove: 0 }, { onError: 'continueErrorOutput' });
		const [item, ...others] = await output.execute(held().slice(1));
		expect(others).toEqual([]);
		expect(item?.json.error).toMatch(/^Fail If More Than/);
		expect((item as { error?: Error }).error).toBeInstanceOf(Error);
	});

	it('is tried again by Retry On Fail with the feed as it is then', async () => {
		const again = await node();
		again.node.retryOnFail = true;
		await sandbox().fault({ kind: 'status', status: 403, match: { scope: 'bookingList' } });
		await failureOf(again.execute(held()));
		expect(await again.execute(held())).toEqual([]);
	});

	it('records without a number leave open what is unknown', async () => {
		const body = {
			bookingSummaries: [...made(), { status: 'Active' }],
			hasMoreData: false,
			continueToken: 'x',
		};
		const strange = { number: 'X1', status: 'Active', modifiedDateTime: LATER, propertyId: HOTEL };
		await sandbox().fault({ kind: 'body', body, match: { scope: 'bookingList' }, times: 2 });
		expect((await fails([...held(), strange])).message).toContain('records without a booking number');
		expect(await run(held())).toEqual([]);
	});
});
