import { defineParameter } from '../operation/defineOperation';

/** An option of what returns bookings. */
export const cancellationDeadline = defineParameter({
	displayName: 'Add Cancellation Deadline',
	name: 'addCancellationDeadline',
	type: 'boolean',
	default: false,
	description:
		'Whether to add until when the booking can be cancelled free of charge, by the cancellation rules of its rate plans. Requires access to Content.',
});
