export type ReservationEvent = 'new' | 'changed' | 'cancelled' | 'checkedIn' | 'checkedOut' | 'roomChanged';

/** A room stay that an event is about. */
export interface ChangedStay {
	key: string;
	pmsRoomStayId: string | null;
	roomId: string | null;
	/** Only of a changed room. */
	previousRoomId?: string | null;
}

export interface Occurrence {
	event: ReservationEvent;
	/** Empty: the reservation as a whole. */
	stays: ChangedStay[];
}
