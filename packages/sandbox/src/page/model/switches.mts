import type { FaultInput } from '../../control/faults.mts';
import { callControl } from '../../control/register.mts';
import type { Sandbox } from '../../sandbox.mts';
import type { Property } from '../../world/properties.mts';

/** A fault that the page switches on and off. */
export interface FaultSwitch {
	name: string;
	label: string;
	/** What the workflows notice. */
	effect: string;
	on: boolean;
	/** How many requests it has hit. */
	hits: number;
}

interface Definition {
	name: string;
	label: string;
	effect: string;
	fault: FaultInput;
	/** Whether clients must request a new token at once. */
	revokes?: boolean;
}

const ALWAYS = { probability: 1 };

/** @param property the hotel that the page shows */
function definitionsFor(property: Property): Definition[] {
	return [
		{
			name: 'down',
			label: 'The API is down',
			effect: 'Every request is answered with status 503.',
			fault: { kind: 'status', status: 503, ...ALWAYS },
		},
		{
			name: 'token',
			label: 'Token refused',
			effect: 'Tokens are revoked, and new ones refused with status 401.',
			fault: { kind: 'status', status: 401, match: { scope: 'token' }, ...ALWAYS },
			revokes: true,
		},
		{
			name: `hotel-${property.id}`,
			label: `${property.name.own} fails`,
			effect: 'Requests for this hotel are answered with status 500; the others work.',
			fault: { kind: 'status', status: 500, match: { propertyId: property.id }, ...ALWAYS },
		},
	];
}

export function switchesFor({ faults, page }: Sandbox, property: Property): FaultSwitch[] {
	return definitionsFor(property).map(({ name, label, effect }) => {
		const fault = faults.list().find(({ id }) => id === page.switches.get(name));
		return { name, label, effect, on: fault !== undefined, hits: fault?.applied ?? 0 };
	});
}

/** @returns false if there is no such switch */
export async function setSwitch(
	sandbox: Sandbox,
	property: Property,
	name: string,
	on: boolean,
): Promise<boolean> {
	const definition = definitionsFor(property).find((candidate) => candidate.name === name);
	const current = switchesFor(sandbox, property).find((candidate) => candidate.name === name);
	if (definition === undefined || current === undefined) return false;
	if (current.on === on) return true;
	const { switches } = sandbox.page;
	if (!on) {
		await callControl(sandbox, 'DELETE', '/faults/:id', { params: { id: switches.get(name) ?? '' } });
		switches.delete(name);
		return true;
	}
	const { id } = (await callControl(sandbox, 'POST', '/faults', { body: definition.fault })) as {
		id: string;
	};
	switches.set(name, id);
	if (definition.revokes === true) {
		await callControl(sandbox, 'POST', '/tokens/revoke', { body: { accessTokens: true } });
	}
	return true;
}
