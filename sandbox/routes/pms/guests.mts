import { ok, type Operation } from '../../http/route.mts';
import { textOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import { serializePerson, serializeRecord, serializeStay } from '../../serializers/pms.mts';
import { guestCandidates } from '../../world/pms/guestSearch.mts';
import { loyaltyCardsOf, staysOfGuest } from '../../world/pms/people.mts';
import { describeStay } from '../../world/pms/reservation.mts';
import { candidatesOf, numericKey, type Candidate, type Query } from './paging.mts';
import type { Person } from '../../world/pms/people.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { answerPage, GUEST, guestOf, languageOf, pmsCall, PROPERTY, type PmsCall } from './shared.mts';

const AREA = { method: 'GET', area: 'pms' } as const;

/** What can be read about guests. */
export function guestOperations(sandbox: Sandbox): Operation[] {
	const { settings } = sandbox;
	return [
		{
			...AREA,
			path: `${PROPERTY}/guests/search`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				return answerPage(request, {
					name: 'guests',
					candidates: (query) => {
						languageOf(query);
						return matchingGuests(request.view, query);
					},
					serialize: (person, query) => serializePerson(person, languageOf(query)),
				});
			},
		},
		{
			...AREA,
			path: GUEST,
			onProperty: (call, property) => {
				const language = languageOf(call.query);
				const person = guestOf(pmsCall(sandbox, property, call));
				return ok(serializeRecord('guest', serializePerson(person, language), settings.dialect));
			},
		},
		{
			...AREA,
			path: `${GUEST}/loyalty-cards`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				const cards = loyaltyCardsOf(request.view, guestOf(request));
				return answerPage(request, {
					name: 'loyaltyCards',
					candidates: () => candidatesOf(cards, (_card, index) => numericKey(index)),
					serialize: (card) => card,
				});
			},
		},
		{
			...AREA,
			path: `${GUEST}/find-occupied-room-stays`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				return answerPage(request, {
					name: 'roomStays',
					candidates: () => stayCandidates(request),
					serialize: (stay) => serializeStay(stay, settings.dialect),
				});
			},
		},
	];
}

function* matchingGuests(view: PmsView, query: Query): Generator<Candidate<Person>> {
	const filter = {
		name: textOf(query, 'name'),
		phone: textOf(query, 'phone'),
		roomName: textOf(query, 'roomName'),
	};
	for (const { id, read } of guestCandidates(view, filter)) yield { key: id, read };
}

function stayCandidates(request: PmsCall): Array<Candidate<ReturnType<typeof describeStay>>> {
	const { view } = request;
	return staysOfGuest(view, guestOf(request)).map((stay) => ({
		key: numericKey(stay.outline.arrivalDay, Number(stay.id)),
		read: () => describeStay(view, stay, view.detailOf(stay)),
	}));
}
