import type { INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId } from '../support/pms';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';
import { find, searchTests } from '../support/search';

const { sandbox, node, inPlaceOfBody } = searchTests();

describe('the dropdowns', () => {
	const extras: INodeParameters = { resource: 'extraService', operation: 'getAll' };

	it.each([
		['searchRoomTypes', 'roomTypes'],
		['searchRatePlans', 'ratePlans'],
		['searchProperties', 'properties'],
	])('%s shows names, and finds by part of the name or by ID', async (method) => {
		const dropdown = await node(extras);
		const { results } = await dropdown.search(method);
		expect(results.length).toBeGreaterThan(1);
		const [first] = results;
		expect(first?.name).not.toContain(String(first?.value));
		expect((await dropdown.search(method, String(first?.value))).results).toEqual([first]);
		expect((await dropdown.search(method, first?.name.slice(0, 4).toUpperCase())).results).toContainEqual(
			first,
		);
		expect((await dropdown.search(method, 'nothing of that name')).results).toEqual([]);
	});

	it.each(['searchRoomTypes', 'searchRatePlans'])('%s shows those of the chosen property', async (method) => {
		const dropdowns = await Promise.all(
			['1024', '7291'].map(async (id) => await node({ ...extras, propertyId: byId(id) })),
		);
		const [first, second] = await Promise.all(dropdowns.map(async (one) => await one.search(method)));
		expect(first?.results).not.toEqual(second?.results);
		expect((await sandbox().requests({ path: '/api/content' })).map(({ path }) => path).sort()).toEqual([
			'/api/content/v1/properties/1024',
			'/api/content/v1/properties/7291',
		]);
	});

	it.each(['searchRoomTypes', 'searchRatePlans', 'searchExtraStayRules'])(
		'%s asks for the property first',
		async (method) => {
			const dropdown = await node({ ...extras, propertyId: { __rl: true, mode: 'list', value: '' } });
			const failure = await failureOf(dropdown.search(method));
			expect(failure.message).toBe('Property is not set yet');
			expect(failure.description).toContain('Set it first');
			expect((await sandbox().report()).requests).toBe(0);
		},
	);

	it.each(['searchRoomTypes', 'searchRatePlans', 'searchExtraStayRules'])(
		'%s names an unknown property',
		async (method) => {
			const failure = await failureOf((await node({ ...extras, propertyId: byId('999999') })).search(method));
			expect(failure.message).toBe("The property '999999' was not found");
		},
	);

	it('getProperties lists all properties, over all pages', async () => {
		const found = await (await node(find)).loadOptions('getProperties');
		expect(found.map(({ value }) => value)).toEqual(sandbox().properties.map(({ id }) => id));
		expect(found[0]?.name).toBe('Hôtel de l’Étoile');
		expect(await sandbox().requests({ path: '/api/content' })).toHaveLength(2);
	});

	it('getMealPlans lists the dictionary', async () => {
		const found = await (await node(find)).loadOptions('getMealPlans');
		expect(found).toContainEqual({ name: 'Breakfast (BreakFast)', value: 'BreakFast' });
	});

	it('getMealPlans leaves out what has no code, and shows the code where there is no name', async () => {
		const body = [null, { name: 'Nothing' }, { code: 'BreakFast', name: null }];
		await inPlaceOfBody('/meal-plans', body);
		expect(await (await node(find)).loadOptions('getMealPlans')).toEqual([
			{ name: 'BreakFast (BreakFast)', value: 'BreakFast' },
		]);
	});

	it.each<[string, FaultInput]>([
		['getProperties', { kind: 'body', body: { properties: 'none' } }],
		['getMealPlans', { kind: 'body', body: {} }],
	])('%s explains an answer that makes no sense', async (method, fault) => {
		await sandbox().fault({ ...fault, match: { path: '/api/content' }, times: 1 });
		const failure = await failureOf((await node(find)).loadOptions(method));
		expect(failure.message).toMatch(/^The response of the partner API/);
	});

	it.each(['getProperties', 'getMealPlans'])(
		'%s without access to Content: the area is named',
		async (method) => {
			const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
			const failure = await failureOf((await node(find, { credential })).loadOptions(method));
			expect(failure.message).toContain('access to Content');
			expect(failure.description).toContain('It has access to: Search (search).');
		},
	);
});
