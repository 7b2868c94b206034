import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { paymentSystemsRequest } from '../../listSearch';
import { pmsLanguage } from '../../../shared/parameters/language';
import { number, pmsRoomStayId } from '../../parameters';
import { roomStayErrors } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';

const paymentAction = defineParameter({
	displayName: 'Action',
	name: 'paymentAction',
	type: 'options',
	required: true,
	options: [
		{ name: 'Payment', value: 'Payment' },
		{ name: 'Refund', value: 'Refund' },
	],
	default: 'Payment',
	description: 'Whether to list payment systems for payments or for refunds',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [pmsLanguage, ...roomsOverrides],
});

export const getPaymentSystems = defineOperation({
	option: {
		name: 'Get Payment Systems',
		value: 'getPaymentSystems',
		action: 'Get payment systems of room stay',
		description: 'Get the payment systems available for a room stay. Use it before a payment or refund.',
	},
	readOnly: true,
	parameters: [propertyId, number, pmsRoomStayId, paymentAction, ...paging, options],
	request: (values) => paymentSystemsRequest(values, values.paymentAction, values.options.languageCode),
	list: pmsList('paymentSystems'),
	errors: roomStayErrors,
});
