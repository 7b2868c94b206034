import { recordIn } from '../../../shared/util/json';
import { requireText } from '../../../shared/parameters/checks';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { protectedOption } from '../../../shared/operation/protectedOption';
import { idempotencyKey } from '../../../shared/parameters/idempotencyKey';

const taxpayerIdentificationNumber = defineParameter({
	displayName: 'Taxpayer Identification Number',
	name: 'taxpayerIdentificationNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 770493581',
	description: 'Tax number of the company',
});

const registrationReasonCode = defineParameter({
	displayName: 'Registration Reason Code',
	name: 'registrationReasonCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 771401001',
	description: 'Code of the reason why the company is registered with its tax office',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		idempotencyKey,
		{
			displayName: 'Metadata',
			name: 'metaData',
			type: 'string',
			typeOptions: { mayBeEmpty: true },
			default: '',
			placeholder: 'e.g. Contract 2027-114',
			description: 'Additional data of the client, stored unchanged',
		},
	],
});

export const createCorporateClient = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create corporate client and save',
		description: 'Create a corporate client from its tax numbers. Changes data on the hotel platform.',
	},
	writes: 'New corporate client',
	parameters: [taxpayerIdentificationNumber, registrationReasonCode, options],
	run: async ({ values, saved, write }) => {
		const { metaData } = values.options;
		const numbers = {
			taxpayerIdentificationNumber: requireText(
				'taxpayerIdentificationNumber',
				values.taxpayerIdentificationNumber,
			),
			registrationReasonCode: requireText('registrationReasonCode', values.registrationReasonCode),
		};
		const { body, repeated } = await write({
			subject: 'New corporate client',
			request: {
				area: 'referenceData',
				method: 'POST',
				path: '/corporates',
				body: { ...numbers, ...(metaData !== undefined && { metaData }) },
			},
			howToCheck:
				'look for its tax number among the corporate clients of the hotel account first, because the API cannot search them',
			identity: [numbers],
			key: protectedOption(values.options, 'idempotencyKey', saved),
			check: (response) => recordIn(response, 'corporate'),
		});
		return [repeated ? numbers : recordIn(body, 'corporate')];
	},
});
