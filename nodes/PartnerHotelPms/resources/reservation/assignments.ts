import type { IDataObject } from 'n8n-workflow';

import { ParameterError } from '../../../shared/util/parameterError';
import type { WantedRoom } from '../stayReadBack';

interface Assignment {
	pmsRoomStayId: string;
	removeRoom: boolean;
	roomId: string;
}

/** @throws ParameterError when there is no assignment, or one is incomplete or given twice */
export function assignmentBody(rows: Assignment[]): Array<WantedRoom & IDataObject> {
	if (rows.length === 0)
		throw new ParameterError('assignments', '', 'are empty', 'Add at least one room stay with its room.');
	const stays = new Set<string>();
	for (const { pmsRoomStayId: stay, removeRoom, roomId: room } of rows) {
		if (stay === '')
			throw new ParameterError('pmsRoomStayId', '', 'is empty', 'Choose the room stay of each assignment.');
		if (room === '' && !removeRoom)
			throw new ParameterError(
				'roomId',
				'',
				`of the room stay ${stay} is empty`,
				'Choose the room of each assignment.',
			);
		if (stays.has(stay))
			throw new ParameterError(
				'pmsRoomStayId',
				stay,
				'is listed twice',
				'Assign one room to each room stay.',
			);
		stays.add(stay);
	}
	return rows.map((row) => ({
		pmsRoomStayId: row.pmsRoomStayId,
		roomId: row.removeRoom ? null : row.roomId,
	}));
}
