import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, readOverrides, withOverrides } from '../../../shared/pms/overrides';
import { pmsLanguage } from '../../../shared/parameters/language';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { number } from '../../parameters';
import { pmsRequest, RESERVATION } from '../../../shared/pms/pmsRequests';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [pmsLanguage, ...readOverrides],
});

export const getInvoices = defineOperation({
	option: {
		name: 'Get Invoices',
		value: 'getInvoices',
		action: 'Get invoices of reservation',
		description: 'Get the invoices of a reservation with payers and items',
	},
	readOnly: true,
	personalColumns: personalColumns.none,
	parameters: [propertyId, number, ...paging, options],
	request: (values) =>
		withOverrides(
			pmsRequest('GET', `${RESERVATION}/invoices`, values, {
				query: { languageCode: values.options.languageCode },
			}),
			values.options,
		),
	list: pmsList('invoices'),
	errors: (values) =>
		overrideErrors({
			message: `The reservation '${values.number}' was not found at the property '${values.propertyId}'`,
			description: "Check 'Reservation Number' and 'Property'.",
		}),
});
