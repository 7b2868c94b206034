import type { PmsView } from '../pms/pmsView.mts';
import { nightsOf } from '../pms/stay.mts';
import { nightsOfRequest, type StayRequest } from './stayRequest.mts';

/** How many rooms of each type are free on every night of the stay, by room type id. */
export function freeRooms({ pms }: PmsView, request: StayRequest): Map<string, number> {
	const nights = nightsOfRequest(request);
	const { arrivalDay, departureDay } = request;
	const stays = pms.calendar.between(arrivalDay, departureDay).filter(({ cancelled }) => !cancelled);
	const takenOn = (day: number, roomTypeId: string) => {
		const closed = pms.closures.on(day).filter((room) => room.roomTypeId === roomTypeId).length;
		const occupied = stays.filter((stay) => {
			const { fromDay, untilDay } = nightsOf(stay);
			return stay.outline.roomType.id === roomTypeId && fromDay <= day && day < untilDay;
		}).length;
		return closed + occupied;
	};
	return new Map(
		[...pms.inventory.byType].map(([roomTypeId, rooms]) => {
			const fullest = Math.max(...nights.map((day) => takenOn(day, roomTypeId)));
			return [roomTypeId, Math.max(0, rooms.length - fullest)];
		}),
	);
}
