import type { PmsView } from './pmsView.mts';
import { idInBlock } from './ids.mts';
import { guestsOf, type GuestPlace } from './guestList.mts';
import { describePerson, describeRegular, type Person } from './person.mts';
import type { Stay } from './stay.mts';

/** Which guests are wanted; absent = any. */
export interface GuestFilter {
	/** Part of a first or last name. */
	name?: string;
	/** Part of a phone number. */
	phone?: string;
	/** Display name of a room in which the guest stays now or later. */
	roomName?: string;
}

export interface GuestCandidate {
	id: string;
	/** undefined if the guest does not match. */
	read: () => Person | undefined;
}

/** Places for guests in the largest room type. */
const MAX_GUESTS = 4;

/** The guests who may match, in the order of their ids. Their records are computed when read. */
export function* guestCandidates(view: PmsView, filter: GuestFilter): Generator<GuestCandidate> {
	if (filter.roomName !== undefined) {
		yield* guestsInRoom(view, filter.roomName, filter);
		return;
	}
	const { pms } = view;
	const entries = [
		...pms.regularIds.map((id) => ({ id, stay: undefined })),
		...pms.staysById().map((stay) => ({ id: stay.id, stay })),
	].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, stay } of entries) {
		if (stay === undefined) {
			yield { id, read: () => fitting(describeRegular(view, id), filter) };
		} else {
			yield* guestsOfStay(view, stay, filter);
		}
	}
}

function* guestsOfStay(view: PmsView, stay: Stay, filter: GuestFilter): Generator<GuestCandidate> {
	for (let place = 1; place <= MAX_GUESTS; place += 1) {
		const id = idInBlock(stay.id, place);
		yield {
			id,
			read: () => {
				const guest = guestsOf(view, stay, () => view.detailOf(stay)).find((one) => one.id === id);
				if (guest === undefined || !hasName(guest, filter)) return undefined;
				return fitting(describePerson(view, id, guest.name), filter);
			},
		};
	}
}

function* guestsInRoom(view: PmsView, roomName: string, filter: GuestFilter): Generator<GuestCandidate> {
	const room = view.pms.inventory.rooms.find(({ displayName }) => displayName === roomName);
	if (room === undefined) return;
	const places = new Map<string, GuestPlace>();
	for (const stay of view.pms.staysById()) {
		if (!isOrWillBeIn(view, stay, room.id)) continue;
		for (const guest of guestsOf(view, stay, () => view.detailOf(stay))) places.set(guest.id, guest);
	}
	const guests = [...places.values()].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, name } of guests) {
		yield { id, read: () => fitting(describePerson(view, id, name), filter) };
	}
}

function isOrWillBeIn(view: PmsView, stay: Stay, roomId: string): boolean {
	if (stay.plannedRoomId !== roomId && stay.written.roomId !== roomId) return false;
	const state = view.stateOf(stay);
	if (state.roomId !== roomId) return false;
	return state.status === 'CheckedIn' || (state.status === 'New' && !view.isOver(stay));
}

function hasName({ name }: Pick<GuestPlace, 'name'>, filter: GuestFilter): boolean {
	if (filter.name === undefined) return true;
	const part = filter.name.toLowerCase();
	return [name.firstName, name.lastName].some((text) => text?.toLowerCase().includes(part) === true);
}

function fitting(person: Person, filter: GuestFilter): Person | undefined {
	const part = filter.phone?.replace(/\s/g, '');
	const hasPhone = part === undefined || person.phones.some((phone) => phone.includes(part));
	return hasPhone && hasName(person, filter) ? person : undefined;
}
