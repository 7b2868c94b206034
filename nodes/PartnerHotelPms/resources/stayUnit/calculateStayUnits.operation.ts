import { propertyClock } from '../../../shared/api/property/propertyClock';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { requireText } from '../../../shared/parameters/checks';
import { propertyId } from '../../../shared/parameters/property';
import { ResponseError, isRecord } from '../../../shared/util/json';
import { timeZone } from '../../parameters';
import { storageErrors, storageRequest } from '../../storageRequests';
import { enteredRange } from '../occupancy/stayDates';

const firstStayDate = defineParameter({
	displayName: 'First Stay Date',
	name: 'firstStayDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.toISODate() }}',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day of the stay, in the time zone of the hotel',
});

const lastStayDate = defineParameter({
	displayName: 'Last Stay Date',
	name: 'lastStayDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.plus({ days: 1 }).toISODate() }}',
	placeholder: 'e.g. 2026-03-03',
	description: 'Last day of the stay, which counts as well, in the time zone of the hotel',
});

const pmsSideRatePlanCode = defineParameter({
	displayName: 'Rate Plan Code',
	name: 'pmsSideRatePlanCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. BAR1',
	description:
		'Code of the rate plan in the outside PMS; upper and lower case differ. The API has no list of them.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [timeZone],
});

export const calculateStayUnits = defineOperation({
	option: {
		name: 'Calculate',
		value: 'calculate',
		action: 'Calculate stay units',
		description: 'Calculate how many nights or days a stay has with a rate plan of an outside PMS',
	},
	readOnly: true,
	parameters: [propertyId, firstStayDate, lastStayDate, pmsSideRatePlanCode, options],
	run: async ({ values, api }) => {
		const code = requireText('pmsSideRatePlanCode', values.pmsSideRatePlanCode);
		const clock = propertyClock(api, values.propertyId, values.options.timeZone);
		const { first, last } = await enteredRange(values, 'firstStayDate', 'lastStayDate', clock);
		const asked = { firstStayDate: first, lastStayDate: last, pmsSideRatePlanCode: code };
		const request = storageRequest('GET', '/calculate-stay-units', values, { query: asked });
		const notAccepted = {
			message: `The stay units for the rate plan '${code}' could not be calculated`,
			description:
				"Check 'Rate Plan Code', where upper and lower case differ, 'Property' and the dates, and that an outside PMS is connected to the property.",
		};
		const { body } = await api.send(request, { errors: storageErrors(notAccepted, notAccepted) });
		return [{ propertyId: values.propertyId, ...asked, stayUnits: unitsIn(body) }];
	},
});

function unitsIn(body: unknown): number {
	const units = isRecord(body) ? body.stayUnits : undefined;
	if (typeof units === 'number') return units;
	throw new ResponseError("The response of the partner API has no number 'stayUnits'");
}
