import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as exposed from '../../index';
import { editorSearch } from '../support/editorSearch';
import { readText } from '../support/files';

interface Codex {
	alias: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

const nodes = Object.entries(exposed)
	.filter(([name]) => !name.endsWith('Api'))
	.map(([className, NodeClass]) => ({
		className,
		description: (new NodeClass() as INodeType).description,
		codex: JSON.parse(readText(`nodes/${className}/${className}.node.json`)) as Codex,
	}));

/** As the editor of n8n lists nodes: without the word "Trigger", by which a trigger is found all the same. */
const listed = nodes.map(({ className, description: { displayName }, codex }) => ({
	className,
	properties: displayName.endsWith(' Trigger')
		? { displayName: displayName.replace(' Trigger', ''), codex: { alias: [...codex.alias, displayName] } }
		: { displayName, codex: { alias: codex.alias } },
}));

function found(text: string): string[] {
	return editorSearch(text, listed).map(({ className }) => className.replace('PartnerHotel', ''));
}

describe('the search of the node list', () => {
	it.each<[string, string[]]>([
		['hotel', ['Trigger']],
		['hotel trigger', ['Trigger', 'EventTrigger']],
		['partner hotel booking trigger', ['Trigger']],
		['hotel booking', ['Trigger', 'Bookings']],
		['hotel search', ['Search']],
		['new booking', ['Trigger', 'EventTrigger']],
		['cancelled', ['Trigger', 'Bookings', 'EventTrigger']],
		['cancellation', ['Trigger', 'EventTrigger', 'Content']],
		['check in', ['ReservationTrigger', 'EventTrigger', 'Pms', 'Search']],
		['check-in', ['ReservationTrigger', 'EventTrigger', 'Pms', 'Search']],
		['checkout', ['ReservationTrigger', 'EventTrigger', 'Pms', 'Search']],
		['arrival', ['EventTrigger', 'Pms']],
		['departure', ['EventTrigger', 'Pms']],
		['housekeeping', ['ReservationTrigger', 'Pms']],
		['passport', ['Pms']],
		['loyalty', ['Pms']],
		['revenue', ['Pms']],
		['revpar', ['Pms']],
		['occupancy', ['Pms']],
		['refund', ['Pms']],
		['reservation', ['ReservationTrigger', 'Trigger', 'Bookings', 'Pms']],
		['price', ['Search']],
		['availability', ['Search']],
		['rate plan', ['Content']],
		['payment method', ['ReferenceData']],
	])('%s', (text, expected) => {
		const first = found(text).slice(0, expected.length);
		expect([...first].sort()).toEqual([...expected].sort());
	});

	it('the trigger comes before the other nodes of the package, which are all found', () => {
		expect(found('hotel trigger').slice(0, 2)).toEqual(['Trigger', 'EventTrigger']);
		expect(found('hotel')).toHaveLength(nodes.length);
	});
});

describe('the icons', () => {
	const files = nodes.map(({ description }) => iconsOf(description));
	const picture = (file: string) => readText(file.replace('file:..', 'nodes'));

	it('are one family: each node has a sign of its own beside the same house', () => {
		const house = (file: string) => /<path d="([^"]*)"/.exec(picture(file))?.[1];
		expect(new Set(files.map(({ light }) => house(light))).size).toBe(1);
		const shapes = files.map(({ light }) => picture(light).replace(/#[0-9a-f]{6}/g, ''));
		expect(new Set(shapes).size).toBe(nodes.length);
	});

	it.each(files)('$light and $dark differ in their colors alone', ({ light, dark }) => {
		const uncolored = (file: string) => picture(file).replace(/#[0-9a-f]{6}/g, '');
		expect(uncolored(dark)).toBe(uncolored(light));
		expect(picture(dark)).not.toBe(picture(light));
		expect(picture(light)).toContain('viewBox="0 0 64 64"');
	});

	function iconsOf({ icon }: INodeTypeDescription): { light: string; dark: string } {
		return icon as { light: string; dark: string };
	}
});

describe('actions', () => {
	const actions = nodes.flatMap(({ description: { properties } }) =>
		properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options as Array<{ action: string; description: string }>),
	);

	it.each(actions)('$action: fits below a node on the canvas', ({ action }) => {
		expect(action.length).toBeLessThanOrEqual(40);
	});

	it.each(actions)('$action: is marked if it changes hotel data', ({ action, description }) => {
		expect(action.endsWith(' and save')).toBe(description.includes('Sent only once per item'));
	});
});
