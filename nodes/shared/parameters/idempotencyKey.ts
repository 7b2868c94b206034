import { defineParameter } from '../operation/defineOperation';

export const idempotencyKey = defineParameter({
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. INV-2027-0114',
	description:
		'A text that stands for this write, such as an invoice number. A second write with the same key in this workflow is not sent: it returns an item with repeated = true, or fails while the outcome of the first one is unknown.',
});
