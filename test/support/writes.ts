import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { AnyOperation, Resource, WriteArguments } from '../../nodes/shared/operation/defineOperation';
import type { Write } from '../../nodes/shared/writes/write';
import { filesBelow, load } from './files';

const lists = filesBelow('nodes', 'resources/index.ts').map((file) => ({
	folder: file.replace('resources/index.ts', ''),
	operations: (load(file).resources as Resource[])
		.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })))
		.filter(({ operation }) => operation.writes !== undefined),
}));

/** Every operation that changes data, with its resource. */
export const writingOperations = lists.flatMap(({ operations }) => operations);

/** The sources that they can use. */
export const writingSources = [
	'nodes/shared/',
	...lists.filter(({ operations }) => operations.length > 0).map(({ folder }) => folder),
].flatMap((folder) => filesBelow(folder, '.ts'));

/** Values with which each of them has something to write. */
const VALUES = {
	propertyId: '1024',
	number: 'R1',
	pmsRoomStayId: '7',
	roomId: '8',
	removeRoom: false,
	assignments: { assignment: [{ pmsRoomStayId: '7', roomId: '8', removeRoom: false }] },
	actualCheckInDateTime: '2026-11-20T14:00',
	actualCheckOutDateTime: '2026-11-22T11:00',
	actionDateTime: '2026-11-20T14:00',
	pmsPaymentSystemId: 'p',
	amount: 10,
	currencyCode: 'EUR',
	pmsPersonId: '5',
	documentType: 'Passport',
	documentNumber: '1',
	documentFields: {},
	clearFields: ['departmentCode', 'effectiveDate', 'expiryDate', 'issueAuthority', 'series'],
	removeCountry: false,
	countryCode: 'NLD',
	binaryFields: 'scan',
	taxpayerIdentificationNumber: '1',
	registrationReasonCode: '2',
	options: {},
};

const amount = (value: number) => ({ value, currencyCode: 'EUR' });

const HOTEL: IDataObject = {
	reservation: {
		currencyCode: 'EUR',
		roomStays: [
			{
				pmsRoomStayId: '7',
				totalPrice: { amount: amount(100), payAmount: amount(100), refundAmount: amount(50) },
			},
		],
	},
	paymentSystems: [{ pmsPaymentSystemId: 'p', displayName: 'Cash' }],
	corporate: { id: '9' },
	hasNextPage: false,
};

/** What an operation writes, as it hands it over to be carried out. */
export async function writeOf({ run }: AnyOperation): Promise<Write> {
	const writes: Write[] = [];
	const args: Partial<WriteArguments<unknown>> = {
		values: VALUES,
		timezone: 'UTC',
		api: {
			send: async () => await Promise.resolve({ statusCode: 200, headers: {}, body: HOTEL }),
			client: async () => await Promise.resolve('client'),
			recipient: async () => await Promise.resolve('recipient'),
			maxDurationMs: () => 1_000,
		},
		saved: () => undefined,
		readFile: async () => await Promise.resolve({ fileName: 'scan.pdf', content: Buffer.from('x') }),
		write: async (write) => {
			writes.push(write);
			return await Promise.resolve({ body: HOTEL });
		},
	};
	await run?.(args as WriteArguments<never>);
	const [only, ...others] = writes;
	if (!only || others.length > 0) throw new Error(`The operation handed over ${writes.length} writes`);
	return only;
}

/** As much of n8n's context as `carryOut` uses. */
export const quietContext = {
	logger: { warn: () => undefined, info: () => undefined },
} as unknown as IExecuteFunctions;
