import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { simplify } from '../../../shared/parameters/simplify';
import { pmsPersonId } from '../../parameters';
import { GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { simplifyGuestStays } from './simplifyGuestStays';

const addGuestNames = defineParameter({
	displayName: 'Add Guest Names',
	name: 'addGuestNames',
	type: 'boolean',
	displayOptions: { show: { simplify: [true] } },
	default: true,
	description:
		'Whether to add the names of all guests of the room stays. Takes one more request per guest, each once.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...roomsOverrides],
});

export const getGuestStays = defineOperation({
	option: {
		name: 'Get Stays',
		value: 'getStays',
		action: 'Get guest stays',
		description: 'Get the room stays of a guest',
	},
	readOnly: true,
	personalColumns: personalColumns.roomStay,
	parameters: [propertyId, pmsPersonId, ...paging, simplify, addGuestNames, options],
	request: (values) => pmsRequest('GET', `${GUEST}/find-occupied-room-stays`, values),
	list: pmsList('roomStays'),
	view: async (stays, args) => (args.values.simplify ? await simplifyGuestStays(stays, args) : stays),
	errors: guestErrors,
});
