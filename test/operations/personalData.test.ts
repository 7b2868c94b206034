import type { IDataObject, INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { resources } from '../../nodes/PartnerHotelPms/resources';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import { filesBelow, load } from '../support/files';
import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { loggedNode } from '../support/loggedNode';
import { byId, pmsNode } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 47, properties: 1, bookings: 20 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const guest = resources.find(({ option }) => option.value === 'guest') as Resource;

/** Values that no check takes, and none of which may come back. */
const BAD: Record<string, string[]> = {
	string: ['Zyxel/Vuong 4711-0815', `Zyxel${'4711'.repeat(600)}`, '[Zyxel'],
	resourceLocator: ['Zyxel/Vuong 4711'],
	dateTime: ['Zyxel 4711', '4711-08-15'],
	number: ['Zyxel'],
	boolean: ['Zyxel'],
	options: ['Zyxel'],
};
const GOOD: Record<string, unknown> = {
	propertyId: byId('1024'),
	pmsPersonId: byId('1'),
	documentType: byId('Passport'),
	countryCode: byId('NLD'),
	documentNumber: '1',
	binaryFields: 'data',
};
const TRACES = /zyxel|vuong|4711|0815/i;

/** Where it was entered, the parameters, and the value: it comes from the input, as n8n shows parameters anyway. */
type Case = [string, INodeParameters, string];
const ENTERED = '={{ $json.entered }}';

const cases: Case[] = guest.operations.flatMap(({ option, parameters }) => {
	const good = { resource: 'guest', operation: option.value, ...GOOD };
	const asEntered = ({ type }: INodeProperties) => (type === 'resourceLocator' ? byId(ENTERED) : ENTERED);
	const badValues = (parameter: INodeProperties) => BAD[parameter.type] ?? [];
	return parameters.flatMap((parameter): Case[] => {
		if (parameter.type !== 'collection') {
			return badValues(parameter).map((value) => [
				`${option.name}: ${parameter.displayName}`,
				{ ...good, returnAll: false, [parameter.name]: asEntered(parameter) } as INodeParameters,
				value,
			]);
		}
		return (parameter.options as INodeProperties[]).flatMap((field) =>
			badValues(field).map(
				(value): Case => [
					`${option.name}: ${field.displayName}`,
					{ ...good, [parameter.name]: { [field.name]: asEntered(field) } } as INodeParameters,
					value,
				],
			),
		);
	});
});

function everything(error: unknown): string {
	const { message, stack, cause, ...rest } = error as Error & Record<string, unknown>;
	// Its digits are chance.
	delete rest.timestamp;
	return JSON.stringify([message, stack, String(cause), rest]);
}

const file = (fileName: string, json: IDataObject = {}): INodeExecutionData => ({
	json,
	binary: { data: { fileName, mimeType: 'application/pdf', data: 'eA==' } },
});

describe('data of guests', () => {
	it.each(cases)('is in no error and no log: %s', async (_, parameters, entered) => {
		const { type, lines } = loggedNode(new PartnerHotelPms());
		const node = await pmsNode(sandbox, parameters, { type });
		const failed = await node.execute([file('scan.pdf', { entered })]).then(
			() => '',
			(error) => everything(error),
		);
		expect(failed).not.toMatch(TRACES);
		expect(lines.join('\n')).not.toMatch(TRACES);
	});

	it('all checks of guest operations are among those cases', async () => {
		const failures = await Promise.all(
			cases.map(async ([, parameters, entered]) => {
				const node = await pmsNode(sandbox, parameters);
				return await node.execute([file('scan.pdf', { entered })]).then(
					() => false,
					() => true,
				);
			}),
		);
		expect(failures.filter(Boolean).length).toBeGreaterThan(20);
	});

	it.each(['zyxel-4711.exe', 'zyxel-4711', ''])('is in no error about the file %j', async (fileName) => {
		const parameters = { ...GOOD, resource: 'guest', operation: 'uploadDocumentScans' } as INodeParameters;
		const failure = await failureOf((await pmsNode(sandbox, parameters)).execute([file(fileName)]));
		expect(failure.message).toMatch(
			/^Upload of document scans: not made\. Input Data Field Names name a file \(number 1\) whose name does not end in \.pdf/,
		);
		expect(everything(failure)).not.toMatch(TRACES);
	});
});

/** Text that users type into operations that are not said to be personal: none of it is data of a person. */
const REVIEWED = [
	'bookingId',
	'childAges',
	'comment',
	'continueFrom',
	'corporateId',
	'corporateIds',
	'countries',
	'currencies',
	'currency',
	'currencyCode',
	'guestArrivalTime',
	'idempotencyKey',
	'inventoryBlockId',
	'languageCode',
	'languages',
	'metaData',
	'modifiedField',
	'nightPrices',
	'notAfter',
	'notBefore',
	'numberField',
	'placements',
	'pmsSideRatePlanCode',
	'propertyField',
	'ratePlans',
	'registrationReasonCode',
	'requestPath',
	'roomTypeCodes',
	'roomTypes',
	'roomsRequestPath',
	'sources',
	'statusField',
	'statuses',
	'taxpayerIdentificationNumber',
	'time',
	'timeZone',
];

it('every other operation with text of its own was looked at: its values are quoted in errors', () => {
	const all = filesBelow('nodes', 'resources/index.ts').flatMap((path) => load(path).resources as Resource[]);
	const others = all.filter(({ personal }) => !personal);
	const fields = others.flatMap(({ operations }) =>
		operations.flatMap(({ parameters }) =>
			parameters.flatMap((parameter) => [
				parameter,
				...(parameter.type === 'collection' ? (parameter.options as INodeProperties[]) : []),
			]),
		),
	);
	const typed = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
	expect([...new Set(typed)].sort()).toEqual(REVIEWED);
});
