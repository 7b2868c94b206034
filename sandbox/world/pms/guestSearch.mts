import type { Desk } from './pmsView.mts';
import { idInBlock } from './ids.mts';
import { describePerson, describeRegular, guestsOf, type GuestPlace, type Person } from './people.mts';
import type { Stay } from './stay.mts';

/** What is known of the guests wanted; absent = no matter. */
export interface GuestWishes {
	/** Part of a first or last name. */
	name?: string;
	/** Part of a phone number. */
	phone?: string;
	/** Display name of a room in which the guest stays now or later. */
	roomName?: string;
}

export interface GuestCandidate {
	id: string;
	/** undefined when the guest does not fit. */
	read: () => Person | undefined;
}

/** Places for guests in the largest room type. */
const MOST_GUESTS = 4;

/** The guests who may fit, in the order of their ids. Nobody is described before being read. */
export function* guestCandidates(desk: Desk, wishes: GuestWishes): Generator<GuestCandidate> {
	if (wishes.roomName !== undefined) {
		yield* guestsInRoom(desk, wishes.roomName, wishes);
		return;
	}
	const { house } = desk;
	const entries = [
		...house.regularIds.map((id) => ({ id, stay: undefined })),
		...house.staysById().map((stay) => ({ id: stay.id, stay })),
	].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, stay } of entries) {
		if (stay === undefined) {
			yield { id, read: () => fitting(describeRegular(desk, id), wishes) };
		} else {
			yield* guestsOfStay(desk, stay, wishes);
		}
	}
}

function* guestsOfStay(desk: Desk, stay: Stay, wishes: GuestWishes): Generator<GuestCandidate> {
	for (let place = 1; place <= MOST_GUESTS; place += 1) {
		const id = idInBlock(stay.id, place);
		yield {
			id,
			read: () => {
				const guest = guestsOf(desk, stay, () => desk.detailOf(stay)).find((one) => one.id === id);
				if (guest === undefined || !hasName(guest, wishes)) return undefined;
				return fitting(describePerson(desk, id, guest.name), wishes);
			},
		};
	}
}

function* guestsInRoom(desk: Desk, roomName: string, wishes: GuestWishes): Generator<GuestCandidate> {
	const room = desk.house.inventory.rooms.find(({ displayName }) => displayName === roomName);
	if (room === undefined) return;
	const places = new Map<string, GuestPlace>();
	for (const stay of desk.house.staysById()) {
		if (!isOrWillBeIn(desk, stay, room.id)) continue;
		for (const guest of guestsOf(desk, stay, () => desk.detailOf(stay))) places.set(guest.id, guest);
	}
	const guests = [...places.values()].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, name } of guests) {
		yield { id, read: () => fitting(describePerson(desk, id, name), wishes) };
	}
}

function isOrWillBeIn(desk: Desk, stay: Stay, roomId: string): boolean {
	if (stay.plannedRoomId !== roomId && stay.written.roomId !== roomId) return false;
	const state = desk.stateOf(stay);
	if (state.roomId !== roomId) return false;
	return state.status === 'CheckedIn' || (state.status === 'New' && !desk.isOver(stay));
}

function hasName({ name }: Pick<GuestPlace, 'name'>, wishes: GuestWishes): boolean {
	if (wishes.name === undefined) return true;
	const part = wishes.name.toLowerCase();
	return [name.firstName, name.lastName].some((text) => text?.toLowerCase().includes(part) === true);
}

function fitting(person: Person, wishes: GuestWishes): Person | undefined {
	const part = wishes.phone?.replace(/\s/g, '');
	const hasPhone = part === undefined || person.phones.some((phone) => phone.includes(part));
	return hasPhone && hasName(person, wishes) ? person : undefined;
}
