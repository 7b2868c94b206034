import type { PmsView } from './pmsView.mts';
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
export function* guestCandidates(view: PmsView, wishes: GuestWishes): Generator<GuestCandidate> {
	if (wishes.roomName !== undefined) {
		yield* guestsInRoom(view, wishes.roomName, wishes);
		return;
	}
	const { pms } = view;
	const entries = [
		...pms.regularIds.map((id) => ({ id, stay: undefined })),
		...pms.staysById().map((stay) => ({ id: stay.id, stay })),
	].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, stay } of entries) {
		if (stay === undefined) {
			yield { id, read: () => fitting(describeRegular(view, id), wishes) };
		} else {
			yield* guestsOfStay(view, stay, wishes);
		}
	}
}

function* guestsOfStay(view: PmsView, stay: Stay, wishes: GuestWishes): Generator<GuestCandidate> {
	for (let place = 1; place <= MOST_GUESTS; place += 1) {
		const id = idInBlock(stay.id, place);
		yield {
			id,
			read: () => {
				const guest = guestsOf(view, stay, () => view.detailOf(stay)).find((one) => one.id === id);
				if (guest === undefined || !hasName(guest, wishes)) return undefined;
				return fitting(describePerson(view, id, guest.name), wishes);
			},
		};
	}
}

function* guestsInRoom(view: PmsView, roomName: string, wishes: GuestWishes): Generator<GuestCandidate> {
	const room = view.pms.inventory.rooms.find(({ displayName }) => displayName === roomName);
	if (room === undefined) return;
	const places = new Map<string, GuestPlace>();
	for (const stay of view.pms.staysById()) {
		if (!isOrWillBeIn(view, stay, room.id)) continue;
		for (const guest of guestsOf(view, stay, () => view.detailOf(stay))) places.set(guest.id, guest);
	}
	const guests = [...places.values()].sort((one, other) => Number(one.id) - Number(other.id));
	for (const { id, name } of guests) {
		yield { id, read: () => fitting(describePerson(view, id, name), wishes) };
	}
}

function isOrWillBeIn(view: PmsView, stay: Stay, roomId: string): boolean {
	if (stay.plannedRoomId !== roomId && stay.written.roomId !== roomId) return false;
	const state = view.stateOf(stay);
	if (state.roomId !== roomId) return false;
	return state.status === 'CheckedIn' || (state.status === 'New' && !view.isOver(stay));
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
