import type { Desk } from '../pms/pmsView.mts';
import { nightsOf } from '../pms/stay.mts';
import { nightsOfRequest, type StayRequest } from './stayRequest.mts';

/** How many rooms of each type are free on every night of the stay, by room type id. */
export function freeRooms({ house }: Desk, request: StayRequest): Map<string, number> {
	const nights = nightsOfRequest(request);
	const { arrivalDay, departureDay } = request;
	const stays = house.calendar.between(arrivalDay, departureDay).filter(({ cancelled }) => !cancelled);
	const takenOn = (day: number, roomTypeId: string) => {
		const closed = house.closures.on(day).filter((room) => room.roomTypeId === roomTypeId).length;
		const occupied = stays.filter((stay) => {
			const { fromDay, untilDay } = nightsOf(stay);
			return stay.outline.roomType.id === roomTypeId && fromDay <= day && day < untilDay;
		}).length;
		return closed + occupied;
	};
	return new Map(
		[...house.inventory.byType].map(([roomTypeId, rooms]) => {
			const fullest = Math.max(...nights.map((day) => takenOn(day, roomTypeId)));
			return [roomTypeId, Math.max(0, rooms.length - fullest)];
		}),
	);
}
