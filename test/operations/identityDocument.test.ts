import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf } from '../support/failures';
import { byId, pmsTests, records, stayIn } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

const WHOLE = {
	documentNumber: '999999',
	documentFields: {
		departmentCode: '770-001',
		effectiveDate: '2021-05-20',
		expiryDate: '2031-05-20',
		issueAuthority: 'City of Utrecht',
		series: '4510',
	},
};
const STORED = {
	type: 'Passport',
	number: '999999',
	departmentCode: '770-001',
	effectiveDate: '2021-05-20',
	expiryDate: '2031-05-20',
	issueAuthority: 'City of Utrecht',
	series: '4510',
};
const NAMES: Record<string, string> = {
	departmentCode: 'Department Code',
	documentNumber: 'Document Number',
	effectiveDate: 'Issue Date',
	expiryDate: 'Expiry Date',
	issueAuthority: 'Issuing Authority',
	series: 'Series',
};
const FIELDS = Object.keys(NAMES);
/** Fields of the API have other names only for the number. */
const keyOf = (field: string) => (field === 'documentNumber' ? 'number' : field);

let guest = '';

async function update(changes: INodeParameters) {
	return await pms({
		resource: 'guest',
		operation: 'updateIdentityDocument',
		pmsPersonId: byId(guest),
		documentType: byId('Passport'),
		...changes,
	});
}

/** The whole document with one field entered in another way. */
function withField(field: string, value: unknown): INodeParameters {
	const others = { ...WHOLE.documentFields, [field]: value };
	const changed = field === 'documentNumber' ? { documentNumber: value } : { documentFields: others };
	return { ...WHOLE, ...changed } as INodeParameters;
}

/** The whole document without one field. */
function withoutField(field: string): INodeParameters {
	const others = Object.fromEntries(Object.entries(WHOLE.documentFields).filter(([name]) => name !== field));
	return field === 'documentNumber' ? { documentFields: others } : { ...WHOLE, documentFields: others };
}

async function stored(): Promise<unknown> {
	return (await sandbox().guest('1024', guest)).document;
}

beforeAll(async () => {
	guest = (await stayIn(sandbox(), 'CheckedOut')).stay.guestsIds[0] ?? '';
});
beforeEach(async () => {
	await (await update(WHOLE)).execute();
	expect(await stored()).toEqual(STORED);
	await sandbox().resetReport();
});

async function refused(changes: INodeParameters, input?: IDataObject[]) {
	const failure = await failureOf((await update(changes)).execute(input));
	expect(await sent('/api')).toEqual([]);
	expect(await stored()).toEqual(STORED);
	return failure;
}

const NOT_MADE = 'Change of the identity document: not made.';

describe('a document', () => {
	it('is told by no record of a guest, so that nothing of it can be kept', async () => {
		const [read] = await records(
			await pms({ resource: 'guest', operation: 'get', pmsPersonId: byId(guest), simplify: false }),
		);
		expect(JSON.stringify(read)).not.toContain(STORED.number);
		expect(read).not.toHaveProperty('document');
	});

	it('keeps its number where only a new expiry date is entered', async () => {
		const { message, description } = await refused({ documentFields: { expiryDate: '2041-05-20' } });
		expect(message).toBe(`${NOT_MADE} Document Number is empty.`);
		for (const field of FIELDS.filter((name) => name !== 'expiryDate')) {
			expect(description).toContain(`'${NAMES[field]}'`);
		}
		expect(description).not.toContain("'Expiry Date'");
		expect(description).toContain("'Clear'");
	});

	it.each(FIELDS)('keeps its %s where it is left out', async (field) => {
		expect((await refused(withoutField(field))).message).toBe(`${NOT_MADE} ${NAMES[field]} is empty.`);
	});

	it.each(
		FIELDS.flatMap((field) =>
			['={{ $json.missing }}', '={{ null }}', "={{ '' }}", "={{ ' ' }}", '={{ $json.no.path }}'].map(
				(value) => [field, value],
			),
		),
	)('keeps its %s where the expression is %s', async (field, value) => {
		expect((await refused(withField(field, value), [{ other: 1 }])).message).toBe(
			`${NOT_MADE} ${NAMES[field]} is empty.`,
		);
	});

	it.each(['={{ $json.missing }}', '={{ null }}', "={{ '' }}"])(
		'keeps its type where that is %s',
		async (value) => {
			expect((await refused({ ...WHOLE, documentType: byId(value) })).message).toBe(
				`${NOT_MADE} Document Type is empty.`,
			);
		},
	);

	it.each(FIELDS)('has no %s any more where that is to be cleared', async (field) => {
		await (await update({ ...withoutField(field), clearFields: [field] })).execute();
		expect(await stored()).toEqual({ ...STORED, [keyOf(field)]: null });
	});

	it.each(FIELDS)('is refused where %s is filled in and to be cleared', async (field) => {
		const { message, description } = await refused({ ...WHOLE, clearFields: [field] });
		expect(message).toBe(`${NOT_MADE} ${NAMES[field]} is both filled in and to be cleared.`);
		expect(description).toContain(`Empty '${NAMES[field]}', or take it out of 'Clear'.`);
	});

	it('is refused where what to clear is no field', async () => {
		const { message } = await refused({ ...WHOLE, clearFields: '={{ ["number"] }}' });
		expect(message).toBe(`${NOT_MADE} Clear is not one of the options.`);
	});

	it('loses nothing where what to clear is an expression without a result', async () => {
		const { message } = await refused({ ...withoutField('series'), clearFields: '={{ $json.missing }}' });
		expect(message).toBe(`${NOT_MADE} Series is empty.`);
	});

	it('can have a field for some guests and not for others', async () => {
		const parameters = {
			...withField('series', '={{ $json.series }}'),
			clearFields: '={{ $json.series ? [] : ["series"] }}',
		};
		await (await update(parameters)).execute([{ series: null }]);
		expect(await stored()).toEqual({ ...STORED, series: null });
		await (await update(parameters)).execute([{ series: '4711' }]);
		expect(await stored()).toEqual({ ...STORED, series: '4711' });
	});

	it.each([
		['documentNumber', '****99'],
		['series', '4***'],
		['departmentCode', '770-***'],
		['issueAuthority', 'City of U******'],
		['expiryDate', '****-05-20'],
	])('gets no masked %s', async (field, value) => {
		expect((await refused(withField(field, value))).message).toMatch(
			new RegExp(`^${NOT_MADE} ${NAMES[field]} is `),
		);
	});
});
