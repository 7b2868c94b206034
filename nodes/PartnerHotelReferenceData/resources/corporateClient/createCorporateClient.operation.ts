import { recordIn } from '../../../shared/util/json';
import { requireText } from '../../../shared/parameters/checks';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';

const taxpayerIdentificationNumber = defineParameter({
	displayName: 'Taxpayer Identification Number',
	name: 'taxpayerIdentificationNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 770493581',
	description: 'The number under which the company pays taxes',
});

const registrationReasonCode = defineParameter({
	displayName: 'Registration Reason Code',
	name: 'registrationReasonCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 771401001',
	description: 'The code of the reason for which the company is registered at its tax office',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Metadata',
			name: 'metaData',
			type: 'string',
			default: '',
			placeholder: 'e.g. Contract 2027-114',
			description: 'Further data of the client, kept as it is',
		},
	],
});

export const createCorporateClient = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create corporate client and change hotel data',
		description: 'Create a corporate client from its tax numbers. Changes data at the hotel platform.',
	},
	parameters: [taxpayerIdentificationNumber, registrationReasonCode, options],
	request: (values) => ({
		area: 'referenceData',
		method: 'POST',
		path: '/corporates',
		body: {
			taxpayerIdentificationNumber: requireText(
				'taxpayerIdentificationNumber',
				values.taxpayerIdentificationNumber,
			),
			registrationReasonCode: requireText('registrationReasonCode', values.registrationReasonCode),
			...(values.options.metaData !== undefined && { metaData: values.options.metaData }),
		},
	}),
	items: (body) => [recordIn(body, 'corporate')],
});
