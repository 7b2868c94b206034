import { recordIn } from '../../../shared/answers';
import { defineOperation, defineParameter } from '../../../shared/operation';

const corporateId = defineParameter({
	displayName: 'Corporate Client ID',
	name: 'corporateId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 4821',
	description: 'The ID that Create returned',
});

export const getCorporateClient = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a corporate client',
		description: 'Get a corporate client: legal name and tax numbers',
	},
	parameters: [corporateId],
	request: (values) => ({
		area: 'referenceData',
		method: 'GET',
		path: '/corporates/{corporateId}',
		pathParameters: { corporateId: values.corporateId },
	}),
	items: (body) => [recordIn(body, 'corporate')],
	errors: (values) => ({
		'404': {
			message: `The corporate client '${values.corporateId}' was not found`,
			description: "Check 'Corporate Client ID': it is the ID that Create returned.",
		},
	}),
});
