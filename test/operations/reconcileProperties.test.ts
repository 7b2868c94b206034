import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { HOTEL, LATER, OTHER, outcome, reconcileTests } from '../support/reconcile';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

const { sandbox, node, run, fails, held } = reconcileTests();

describe('several properties', () => {
	const both: INodeParameters = { propertySelection: 'several', propertyIds: [HOTEL, OTHER] };

	it('are told apart, although their bookings have the same number', async () => {
		expect(outcome(await run(held(), both))).toEqual([['B0', 'missing']]);
		const own = { number: 'B0', status: 'Active', modifiedDateTime: LATER, propertyId: OTHER };
		const [item] = await run([...held(), own], both);
		expect(item?.json).toMatchObject({ propertyId: OTHER, number: 'B0', result: 'changed' });
		expect(item?.pairedItem).toEqual({ item: 10 });
	});

	it('are all that the API connection can access', async () => {
		const items = await run(held(), { propertySelection: 'all', output: 'counts' });
		expect(items.map(({ json }) => [json.propertyId, json.equal, json.missing])).toEqual([
			[HOTEL, 10, 0],
			[OTHER, 0, 1],
		]);
	});

	it('need the property of each item', async () => {
		const items = held(({ number, status, modifiedDateTime }) => ({ number, status, modifiedDateTime }));
		const error = await fails(items, both);
		expect(error.message).toBe("Property Field 'propertyId' is in no item");
		const some = [...held(), ...items];
		expect((await fails(some, both)).message).toBe("Property Field 'propertyId' is empty in item 10");
		expect((await fails(some)).message).toBe("Property Field 'propertyId' is empty in item 10");
		expect((await fails(items, { ...both, propertyField: '' })).message).toBe('Property Field is empty');
	});

	it('are not needed in the items of one property if the field is left empty', async () => {
		const items = held(({ number, status, modifiedDateTime }) => ({ number, status, modifiedDateTime }));
		expect(await run(items, { propertyField: '' })).toEqual([]);
		expect((await fails(items)).message).toBe("Property Field 'propertyId' is in no item");
		expect((await fails(held(), { propertyField: 'hotel' })).message).toBe(
			"Property Field 'hotel' is in no item",
		);
	});

	it('that the list repeats on a second page are compared once', async () => {
		const page = (next?: string) => ({
			properties: [{ id: HOTEL }, { id: OTHER }],
			...(next !== undefined && { next }),
		});
		await sandbox().fault({ kind: 'body', body: page('more'), match: { path: '/content/v1/properties' } });
		await sandbox().fault({ kind: 'body', body: page(), match: { path: '/content/v1/properties' } });
		const items = await run(held(), { propertySelection: 'all', output: 'counts' });
		expect(items.map(({ json }) => json.propertyId)).toEqual([HOTEL, OTHER]);
	});

	it('that are not chosen are left out, and a hint says so', async () => {
		const own = { number: 'B0', status: 'Active', modifiedDateTime: LATER, propertyId: OTHER };
		const one = await node();
		expect(await one.execute([...held(), own])).toEqual([]);
		expect(one.hints.map(({ message }) => message)).toEqual([
			'Items of other properties were not compared (1).',
		]);
	});
});

describe('a property that cannot be read', () => {
	const both: INodeParameters = { propertySelection: 'several', propertyIds: [HOTEL, OTHER] };
	const refuse = async (propertyId: string) =>
		await sandbox().fault({ kind: 'status', status: 403, match: { scope: 'bookingList', propertyId } });

	it('is an item with its error and its ID, beside the results of the others', async () => {
		await refuse(OTHER);
		const several = await node({ ...both, output: 'counts' });
		const items = await several.execute([...held(), { ...held()[0], propertyId: OTHER }]);
		expect(items).toEqual([
			{
				json: expect.objectContaining({ propertyId: HOTEL, equal: 10 }) as IDataObject,
				pairedItem: expect.any(Array) as never,
			},
			{
				json: {
					propertyId: OTHER,
					error: expect.stringContaining('Property 7291: ') as string,
					description: expect.any(String) as string,
					httpCode: '403',
				},
				pairedItem: { item: 10 },
			},
		]);
		expect(several.hints.map(({ message }) => message)).toEqual([
			'Properties that could not be read were not compared (1): 7291',
		]);
	});

	it('goes to the error output where the node has one', async () => {
		await refuse(HOTEL);
		const several = await node(both, { onError: 'continueErrorOutput' });
		const [first, second] = await several.execute(held());
		expect(first?.json).toMatchObject({ propertyId: HOTEL, httpCode: '403' });
		expect((first as { error?: Error }).error).toBeInstanceOf(Error);
		expect(second?.json).toMatchObject({ propertyId: OTHER, result: 'missing' });
	});

	it('ends the run if it is to, and is named', async () => {
		await refuse(OTHER);
		const error = await fails(held(), { ...both, options: { unreadableProperties: 'fail' } });
		expect(error.message).toMatch(/^Property 7291: /);
	});

	it('ends the run if there is no other one', async () => {
		await refuse(HOTEL);
		await refuse(OTHER);
		expect((await fails(held(), both)).message).toMatch(/^Property 1024: /);
	});

	it.each([
		['a server that fails', { kind: 'body', body: { bookingSummaries: null, hasMoreData: false } }],
		['another place', { kind: 'status', status: 404 }],
	])('because of %s', async (_label, fault) => {
		await sandbox().fault({
			...(fault as Parameters<Sandbox['fault']>[0]),
			match: { scope: 'bookingList', propertyId: OTHER },
		});
		const items = await run(held(), both);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ propertyId: OTHER, error: expect.stringContaining('7291') as string }),
		]);
	});
});
