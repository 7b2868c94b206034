import { text } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import { ok, type ApiResponse, type Query } from '../../http/route.mts';
import { serializePerson } from '../../serializers/person.mts';
import { serializeRecord } from '../../serializers/pmsResponse.mts';
import { serializeStay } from '../../serializers/reservation.mts';
import { guestCandidates } from '../../world/pms/guestSearch.mts';
import { loyaltyCardsOf } from '../../world/pms/loyaltyCards.mts';
import { staysOfGuest } from '../../world/pms/people.mts';
import type { Person } from '../../world/pms/person.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { describeStay, type StayRecord } from '../../world/pms/stayRecord.mts';
import { languageOf } from './language.mts';
import { pageResponse } from './lists.mts';
import { candidatesOf, numericKey, type Candidate } from './paging.mts';
import { guestOf, type PmsCall } from './pmsCall.mts';

export function searchGuests(call: PmsCall): ApiResponse {
	return pageResponse(call, {
		name: 'guests',
		candidates: (query) => {
			languageOf(query);
			return matchingGuests(call.view, query);
		},
		serialize: (person, query) => serializePerson(person, languageOf(query)),
	});
}

export function showGuest(call: PmsCall): ApiResponse {
	const language = languageOf(call.query);
	const person = serializePerson(guestOf(call), language);
	return ok(serializeRecord('guest', person, call.sandbox.settings.dialect));
}

export function listLoyaltyCards(call: PmsCall): ApiResponse {
	const cards = loyaltyCardsOf(call.view, guestOf(call));
	return pageResponse(call, {
		name: 'loyaltyCards',
		candidates: () => candidatesOf(cards, (_card, index) => numericKey(index)),
		serialize: (card) => card,
	});
}

export function listOccupiedStays(call: PmsCall): ApiResponse {
	return pageResponse(call, {
		name: 'roomStays',
		candidates: () => stayCandidates(call),
		serialize: (stay) => serializeStay(stay, call.sandbox.settings.dialect),
	});
}

function* matchingGuests(view: PmsView, query: Query): Generator<Candidate<Person>> {
	const fields = new QueryFields(query);
	const filter = {
		name: fields.read('name', text),
		phone: fields.read('phone', text),
		roomName: fields.read('roomName', text),
	};
	for (const { id, read } of guestCandidates(view, filter)) yield { key: id, read };
}

function stayCandidates(call: PmsCall): Array<Candidate<StayRecord>> {
	const { view } = call;
	return staysOfGuest(view, guestOf(call)).map((stay) => ({
		key: numericKey(stay.outline.arrivalDay, Number(stay.id)),
		read: () => describeStay(view, stay, view.detailOf(stay)),
	}));
}
