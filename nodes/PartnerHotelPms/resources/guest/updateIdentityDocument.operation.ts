import { requireText } from '../../../shared/parameters/checks';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { pmsPersonId } from '../../parameters';
import { changed, GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
import { documentType } from './documentType';
import { documentBody } from './identityDocument';

const documentNumber = defineParameter({
	displayName: 'Document Number',
	name: 'documentNumber',
	type: 'string',
	typeOptions: { mayBeEmpty: true },
	default: '',
	placeholder: 'e.g. 999999',
	description: 'Document number, 1 to 64 letters and digits',
});

const documentFields = defineParameter({
	displayName: 'Additional Fields',
	name: 'documentFields',
	type: 'collection',
	typeOptions: { mayBeEmpty: true },
	placeholder: 'Add Field',
	default: {},
	description: "The other fields of the document. Choose those that it does not have in 'Clear'.",
	options: [
		{
			displayName: 'Department Code',
			name: 'departmentCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 770-001',
			description: 'Code of the issuing department, at most 16 characters',
		},
		{
			displayName: 'Expiry Date',
			name: 'expiryDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2031-05-20',
			description: 'Date until which the document is valid',
		},
		{
			displayName: 'Issue Date',
			name: 'effectiveDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2021-05-20',
			description: 'Date on which the document was issued',
		},
		{
			displayName: 'Issuing Authority',
			name: 'issueAuthority',
			type: 'string',
			default: '',
			placeholder: 'e.g. City of Utrecht',
			description: 'Authority that issued the document, at most 2048 characters',
		},
		{
			displayName: 'Series',
			name: 'series',
			type: 'string',
			default: '',
			placeholder: 'e.g. 4510',
			description: 'Document series, 1 to 64 letters and digits',
		},
	],
});

const clearFields = defineParameter({
	displayName: 'Clear',
	name: 'clearFields',
	type: 'multiOptions',
	typeOptions: { mayBeEmpty: true },
	options: [
		{ name: 'Department Code', value: 'departmentCode' },
		{ name: 'Document Number', value: 'documentNumber' },
		{ name: 'Expiry Date', value: 'expiryDate' },
		{ name: 'Issue Date', value: 'effectiveDate' },
		{ name: 'Issuing Authority', value: 'issueAuthority' },
		{ name: 'Series', value: 'series' },
	],
	default: [],
	description:
		'Fields that the document does not have. The API replaces the whole document and does not return the stored one, so each field is either filled in or chosen here.',
});

export const updateIdentityDocument = defineOperation({
	option: {
		name: 'Update Identity Document',
		value: 'updateIdentityDocument',
		action: 'Update guest identity document and save',
		description: 'Replace the whole identity document of a guest. Changes hotel data.',
	},
	writes: 'Change of the identity document',
	parameters: [propertyId, pmsPersonId, documentType, documentNumber, documentFields, clearFields],
	run: async ({ values, write }) => {
		const type = requireText('documentType', values.documentType);
		const { documentNumber: number, documentFields: others, clearFields: cleared } = values;
		const body = documentBody(type, { documentNumber: number, ...others }, cleared);
		await write({
			subject: 'Change of the identity document',
			request: pmsRequest('PUT', `${GUEST}/personal-document`, values, { body }),
			errors: guestErrors(values),
			howToCheck:
				"look at the guest's document in the hotel system first, because the API does not return it",
			identity: [values.propertyId, values.pmsPersonId, body],
		});
		return [changed(values)];
	},
});
