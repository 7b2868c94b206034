import { defineParameter } from './defineOperation';
import { protectedOption } from './protectedOption';

/** An option of everything that returns bookings, reservations, room stays or guests. */
export const leaveOutPersonalData = defineParameter({
	displayName: 'Leave Out Personal Data',
	name: 'leaveOutPersonalData',
	type: 'boolean',
	default: true,
	description:
		'Whether to leave out what tells of a person: names, contacts, documents, comments and other texts of guests and customers, so that neither executions nor an AI model has them. Numbers, IDs, dates, counts, rooms, rate plans, amounts and the status stay. Without this option, nothing is left out.',
});

/**
 * Whether personal data is left out, as the user set it.
 * @param saved reads a parameter before its expressions are resolved
 * @throws ParameterError if the option has no value, or an AI model fills it
 */
export function leavesOutPersonalData(
	options: { leaveOutPersonalData?: boolean },
	saved: (path: string) => unknown,
): boolean {
	return protectedOption(options, leaveOutPersonalData.name, saved) ?? false;
}
