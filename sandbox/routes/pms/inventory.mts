import { ok, type Operation } from '../../http/route.mts';
import { textOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import { serializeRecord } from '../../serializers/pms.mts';
import { generateCompanies } from '../../world/pms/companies.mts';
import { candidatesOf } from './paging.mts';
import { answerPage, pmsCall, PROPERTY } from './shared.mts';

const AREA = { method: 'GET', area: 'pms' } as const;

/** The accommodation inventory, the rooms and the company directory of a property. */
export function inventoryOperations(sandbox: Sandbox): Operation[] {
	return [
		{
			...AREA,
			path: `${PROPERTY}/obtain-accommodation-inventory`,
			onProperty: (_call, property) => {
				const { buildings } = sandbox.world.pms(property).inventory;
				return ok(serializeRecord('accommodationInventory', { buildings }, sandbox.settings.dialect));
			},
		},
		{
			...AREA,
			path: `${PROPERTY}/rooms`,
			onProperty: (call, property) => {
				const { rooms } = sandbox.world.pms(property).inventory;
				return answerPage(pmsCall(sandbox, property, call), {
					name: 'rooms',
					candidates: (query) => {
						const roomTypeId = textOf(query, 'roomTypeId');
						const wanted = rooms.filter((room) => (roomTypeId ?? room.roomTypeId) === room.roomTypeId);
						return candidatesOf(wanted, ({ id }) => id);
					},
					serialize: (room) => room,
				});
			},
		},
		{
			...AREA,
			path: `${PROPERTY}/companies`,
			onProperty: (call, property) =>
				answerPage(pmsCall(sandbox, property, call), {
					name: 'companies',
					candidates: () =>
						candidatesOf(generateCompanies(sandbox.world.plan.seed, property.id), ({ id }) => id),
					serialize: (company) => company,
				}),
		},
	];
}
