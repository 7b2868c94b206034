import type { INode, INodeParameters } from 'n8n-workflow';

import { apiAreas, type ApiArea } from '../../nodes/shared/transport/areas';
import { readsText } from '../support/agents';
import { newClient } from '../support/clients';
import { codeIn, tableIn } from '../support/documentTables';
import { exampleWorkflows, type ExampleWorkflow } from '../support/exampleWorkflows';
import { membersOf } from '../support/interfaceMembers';
import { nodeTypes, runExamples, type Example, type ExampleSettings } from './examples';

const PAGE = 'docs/privacy.md';
const OWN = 'n8n-nodes-partner-hotel.';

describe('what the triggers keep', () => {
	const BOOKINGS = 'nodes/PartnerHotelTrigger';
	const RESERVATIONS = 'nodes/PartnerHotelReservationTrigger';
	const JOURNEY = 'nodes/PartnerHotelGuestJourneyTrigger';
	const POLLING = 'nodes/shared/polling';
	const EVERY_POLL: Stored[] = [
		[`${POLLING}/pollState.ts`, 'PollState'],
		[`${POLLING}/storedState.ts`, 'StoredState'],
		[`${POLLING}/pollState.ts`, 'HandedOver'],
	];

	type Stored = [file: string, name: string];
	it.each<[string, Stored[], string[]]>([
		[
			'fields: booking trigger',
			[
				...EVERY_POLL,
				[`${BOOKINGS}/propertyState.ts`, 'PropertyState'],
				[`${BOOKINGS}/propertyState.ts`, 'WaitingBooking'],
				['nodes/shared/api/bookings/bookingsFeed.ts', 'BookingSummary'],
				[`${BOOKINGS}/emittedBookings.ts`, 'EmittedBooking'],
				[`${BOOKINGS}/bookingFacts.ts`, 'BookingFacts'],
				[`${BOOKINGS}/bookingFacts.ts`, 'StayDates'],
				[`${BOOKINGS}/handedOver.ts`, 'HandedOverBooking'],
			],
			// Told as a part of the status, and what `handedOver` lists.
			['cancelled', 'emitted'],
		],
		[
			'fields: reservation trigger',
			[
				...EVERY_POLL,
				[`${RESERVATIONS}/state.ts`, 'PropertyState'],
				[`${POLLING}/propertyZone.ts`, 'KnownZone'],
				[`${RESERVATIONS}/state.ts`, 'WaitingReservation'],
				[`${RESERVATIONS}/knownReservations.ts`, 'ReservationMemory'],
				[`${RESERVATIONS}/knownReservations.ts`, 'KnownReservation'],
				[`${RESERVATIONS}/knownReservations.ts`, 'KnownRoomStay'],
				[`${RESERVATIONS}/state.ts`, 'HandedOverReservation'],
			],
			['emitted'],
		],
		[
			'fields: guest journey trigger',
			[
				...EVERY_POLL,
				[`${JOURNEY}/state.ts`, 'PropertyState'],
				[`${POLLING}/propertyZone.ts`, 'KnownZone'],
				[`${JOURNEY}/state.ts`, 'WaitingStay'],
				[`${JOURNEY}/state.ts`, 'KnownStay'],
				[`${JOURNEY}/state.ts`, 'HandedOverMessage'],
			],
			['emitted'],
		],
		['fields: event trigger', [['nodes/PartnerHotelEventTrigger/webhook.ts', 'StaticData']], []],
	])('%s: the page names every field, and no other', (table, stored, inOtherWords) => {
		const named = tableIn(PAGE, table).flatMap((cells) => codeIn(cells.join(' ')));
		const kept = stored.flatMap(([file, name]) => membersOf(file, name));
		expect(unique(named)).toEqual(unique(kept.filter((field) => !inOtherWords.includes(field))));
	});
});

describe('who receives what', () => {
	/** Which systems the nodes of a workflow send something to. */
	const DESTINATIONS: Array<[RegExp, string]> = [
		[/\.dataTable$/, 'n8n data table'],
		[/\.postgres$/, 'PostgreSQL'],
		[/\.googleSheets$/, 'Google Sheets'],
		[/\.(httpRequest|slack)$/, 'Slack'],
		[/\.emailSend$/, 'e-mail'],
		[/\.readWriteFile$/, 'file on disk'],
		[/\.lmChatOpenAi$/, 'OpenAI'],
		[/\.telegram$/, 'Telegram'],
		[/\.whatsApp$/, 'WhatsApp'],
		[/\.twilio$/, 'SMS'],
	];
	const WRITES = ['processPayment', 'processRefund', 'checkIn', 'checkOut', 'assignRoom', 'assignRooms'];
	/** Keep what they get, and send nothing. */
	const SILENT =
		/\.(agent|chatTrigger|code|convertToFile|crypto|errorTrigger|executeWorkflow|executeWorkflowTrigger|filter|form|formTrigger|html|if|memoryBufferWindow|merge|outputParserStructured|removeDuplicates|scheduleTrigger|set|sort|splitInBatches|splitOut|stickyNote|stopAndError|switch)$/;

	const rows = new Map(tableIn(PAGE, 'recipients').map(([file = '', ...cells]) => [fileIn(file), cells]));

	it('has a row for each example, and no other', () => {
		expect([...rows.keys()].sort()).toEqual(
			exampleWorkflows()
				.map(([file]) => file)
				.sort(),
		);
	});

	it.each(exampleWorkflows())('names every system that %s sends to', (file, { nodes }) => {
		const [, destinations = ''] = rows.get(file) ?? [];
		expect(unique(destinations.split(', '))).toEqual(unique(nodes.flatMap(destinationsOf)));
	});

	it.each(exampleWorkflows())('says whether %s has data of guests in n8n', (file, workflow) => {
		const [inN8n] = rows.get(file) ?? [];
		expect(inN8n).toMatch(expectedInN8n(workflow));
	});

	function destinationsOf({ name, type, parameters }: INode): string[] {
		if (type.startsWith(OWN)) return WRITES.includes(String(parameters.operation)) ? ['hotel system'] : [];
		// The addresses of Slack need no credential.
		if (parameters.genericAuthType !== undefined) return ['lock system'];
		const found = DESTINATIONS.find(([wanted]) => wanted.test(type));
		if (!found && !SILENT.test(type)) throw new Error(`Does ${name} (${type}) send something?`);
		return found ? [found[1]] : [];
	}

	function expectedInN8n({ nodes }: ExampleWorkflow): RegExp {
		const own = nodes.filter(({ type }) => type.startsWith(OWN));
		// A comparison has numbers, states and times.
		const reading = own.filter((node) => readsText(node) && node.parameters.operation !== 'reconcile');
		if (nodes.some(({ type }) => type.endsWith('.errorTrigger'))) return /^errors of other workflows\b/;
		const isChat = nodes.some(({ type }) => type.endsWith('.chatTrigger'));
		if (reading.length === 0) return isChat ? /^the chat$/ : /^nothing of guests$/;
		return reading.every(leavesOut) ? /without personal data$/ : /^(?!.*without personal data|nothing)/;
	}

	function leavesOut({ parameters }: INode): boolean {
		return (parameters.options as INodeParameters | undefined)?.leaveOutPersonalData === true;
	}

	function fileIn(cell: string): string {
		return /^\[([^\]]+)\]\(\.\.\/workflows\/\1\)$/.exec(cell)?.[1] ?? cell;
	}
});

describe('least access', () => {
	const ANY = 'any';
	const rows = tableIn(PAGE, 'areas').flatMap(([node = '', operations = '', needed = '', names = '']) =>
		keysOf(node, operations).map((key) => ({ key, needed: areasIn(needed), names: areasIn(names) })),
	);
	const byKey = new Map(rows.map((row) => [row.key, row]));
	let withNames: ReadonlyMap<string, Example>;
	let withoutNames: ReadonlyMap<string, Example>;

	beforeAll(async () => {
		withNames = (await runExamples()).examples;
		withoutNames = (await runExamples(withNeededAreas())).examples;
	}, 120_000);

	it('has each operation and each trigger once', () => {
		expect(rows.map(({ key }) => key).sort()).toEqual([...withNames.keys()].sort());
	});

	it('every operation gives as many items with the areas that are needed as with all', () => {
		const counts = (examples: ReadonlyMap<string, Example>) =>
			Object.fromEntries([...examples].map(([key, { items }]) => [key, items.length]));
		expect(counts(withoutNames)).toEqual(counts(withNames));
	});

	it('no operation asks for an area that is not named, and each asks for those that are needed', () => {
		const found = [...withNames].map(([key, { requests }]) => {
			const { needed = [], names = [] } = byKey.get(key) ?? {};
			const asked = areasOf(requests.map(({ path }) => path));
			const unnamed = asked.filter((area) => ![...needed, ...names].includes(area));
			return [key, { unnamed, notAsked: needed.filter((area) => !asked.includes(area)) }];
		});
		const nothing = [...withNames.keys()].map((key) => [key, { unnamed: [], notAsked: [] }]);
		expect(Object.fromEntries(found)).toEqual(Object.fromEntries(nothing));
	});

	/** Each example with an API client that may use no more than the page says. */
	function withNeededAreas(): ExampleSettings {
		let example = '';
		return {
			entered: (key, parameters) => {
				example = key;
				return parameters;
			},
			credential: async (sandbox) => {
				const apiAccesses = byKey.get(example)?.needed.map((area) => apiAreas[area].accesses[0]);
				return await newClient(sandbox, { apiAccesses });
			},
		};
	}

	function areasOf(paths: string[]): ApiArea[] {
		const areas = paths.flatMap(
			(path) =>
				(Object.keys(apiAreas) as ApiArea[]).find((area) => path.startsWith(`${apiAreas[area].prefix}/`)) ??
				[],
		);
		return [...new Set(areas)];
	}

	/** By their labels, without what stands in brackets. */
	function areasIn(cell: string): ApiArea[] {
		if (cell === '' || cell === ANY) return [];
		return cell.split(', ').map((label) => {
			const found = (Object.keys(apiAreas) as ApiArea[]).find(
				(area) => apiAreas[area].label.replace(/ \(.*/, '') === label,
			);
			if (!found) throw new Error(`There is no area '${label}'`);
			return found;
		});
	}

	/** As the examples are called: `PartnerHotelPms guest get`. */
	function keysOf(node: string, cell: string): string[] {
		const [className, type] =
			Object.entries(nodeTypes).find(([, one]) => one.description.displayName === `Partner Hotel ${node}`) ??
			[];
		if (className === undefined || type === undefined) throw new Error(`There is no node '${node}'`);
		if (cell === '') return [className];
		const { properties } = type.description;
		const valueOf = (name: string, label: string, resource?: string) => {
			const choices = properties
				.filter((one) => one.name === name)
				.filter(({ displayOptions }) => !resource || displayOptions?.show?.resource?.includes(resource))
				.flatMap(({ options = [] }) => options as Array<{ name: string; value: string }>);
			const found = choices.find((one) => one.name === label);
			if (!found) throw new Error(`'${node}' has no ${name} '${label}'`);
			return found.value;
		};
		return cell.split('; ').flatMap((part) => {
			const [resourceLabel = '', operations = ''] = part.split(' → ');
			const resource = valueOf('resource', resourceLabel);
			return operations
				.split(' · ')
				.map((label) => `${className} ${resource} ${valueOf('operation', label, resource)}`);
		});
	}
});

function unique(values: readonly string[]): string[] {
	return [...new Set(values)].sort();
}
