import type { IDataObject } from 'n8n-workflow';

import { ResponseError, isRecord, recordIn } from '../../../shared/util/json';
import { warningsIn } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';

const corporateId = defineParameter({
	displayName: 'Corporate Client ID',
	name: 'corporateId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 4821',
	description: 'The ID returned by the Create operation',
});

const HOW_TO_FIND = "Check 'Corporate Client ID': it is the ID returned by Create.";

/** The response for an unknown client can also be a success with a warning and no record (provider: code 404). */
function readCorporate(body: unknown): IDataObject {
	const isUnknown = isRecord(body) && body.corporate === null && warningsIn(body).length > 0;
	if (isUnknown) throw new ResponseError('The corporate client was not found', HOW_TO_FIND);
	return recordIn(body, 'corporate');
}

export const getCorporateClient = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get corporate client',
		description: 'Get a corporate client: legal name and tax numbers',
	},
	readOnly: true,
	parameters: [corporateId],
	request: (values) => ({
		area: 'referenceData',
		method: 'GET',
		path: '/corporates/{corporateId}',
		pathParameters: { corporateId: values.corporateId },
	}),
	items: (body) => [readCorporate(body)],
	errors: (values) => ({
		'404': {
			message: `The corporate client '${values.corporateId}' was not found`,
			description: HOW_TO_FIND,
		},
	}),
});
