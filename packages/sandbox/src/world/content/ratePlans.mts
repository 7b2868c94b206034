import type { Property } from '../properties.mts';
import { Random } from '../random.mts';
import type { Language } from './language.mts';
import type {
	CancellationRule,
	ExtraStayRule,
	RatePlanRecord,
	RoomTypeRecord,
	ServiceRecord,
	Vat,
} from './types.mts';
import { bilingual, type Word } from './vocabulary.mts';

interface Pattern {
	word: Word;
	/** Positions in the property's list of cancellation rules: a property has one of them. */
	cancellationRules: readonly number[];
	/** Position in the property's list of extra-stay rules; absent = no extra stays. */
	extraStayRule?: number;
	includesBreakfast: boolean;
	includesDinner: boolean;
	withChildrenOnly: boolean;
	corporateOnly: boolean;
	vat?: Vat;
	/** Receives the plan's name. */
	description: ((name: string) => string) | null;
}

const PATTERNS: readonly Pattern[] = [
	{
		word: 'bestPrice',
		cancellationRules: [1, 5],
		extraStayRule: 0,
		includesBreakfast: true,
		includesDinner: false,
		withChildrenOnly: false,
		corporateOnly: false,
		vat: { applicable: true, included: true, percent: 20 },
		description: (name) =>
			`<p><strong>${name}</strong> &ndash; best price.</p><ul><li>Wi-Fi</li><li>1&nbsp;&times; breakfast</li></ul>`,
	},
	{
		word: 'nonRefundable',
		cancellationRules: [3],
		includesBreakfast: false,
		includesDinner: false,
		withChildrenOnly: false,
		corporateOnly: false,
		vat: { applicable: false },
		description: (name) => `<p>${name}<br>No changes, no refunds.</p>`,
	},
	{
		word: 'halfBoard',
		cancellationRules: [2],
		extraStayRule: 1,
		includesBreakfast: true,
		includesDinner: true,
		withChildrenOnly: true,
		corporateOnly: false,
		description: null,
	},
	{
		word: 'corporate',
		cancellationRules: [0, 6],
		extraStayRule: 2,
		includesBreakfast: false,
		includesDinner: false,
		withChildrenOnly: false,
		corporateOnly: true,
		description: (name) => `${name}: <em>for contracted companies</em>`,
	},
];

export interface RelatedRecords {
	roomTypes: readonly RoomTypeRecord[];
	services: readonly ServiceRecord[];
	cancellationRules: readonly CancellationRule[];
	extraStayRules: readonly ExtraStayRule[];
}

/** The rate plans of a property, with the ids of the rules, services and room types they refer to. */
export function ratePlans(
	seed: number,
	property: Property,
	language: Language,
	related: RelatedRecords,
): RatePlanRecord[] {
	const random = new Random(seed, property.id, 'rate plans');
	const choice = new Random(seed, property.id, 'cancellation rules');
	let id = random.integer(100_000, 500_000);
	return PATTERNS.map((pattern) => {
		id += random.integer(1, 700);
		const name = bilingual(property.place.words, pattern.word)[language];
		const extraStayRule =
			pattern.extraStayRule === undefined ? undefined : related.extraStayRules[pattern.extraStayRule];
		return {
			id: String(id),
			name,
			description: pattern.description?.(name) ?? null,
			currency: property.place.currency,
			isStayWithChildrenOnly: pattern.withChildrenOnly,
			cancellationRuleId: related.cancellationRules[choice.pick(pattern.cancellationRules)]?.id ?? '',
			extraStayRuleId: extraStayRule?.id ?? null,
			...(pattern.vat !== undefined && { vat: pattern.vat }),
			availableServices: availableServices(pattern, related),
			corporateOnly: pattern.corporateOnly,
		};
	});
}

function availableServices(pattern: Pattern, related: RelatedRecords): RatePlanRecord['availableServices'] {
	const [breakfast, dinner, transfer] = related.services;
	if (breakfast === undefined || dinner === undefined || transfer === undefined) return null;
	const forAll = { roomTypeIds: null, roomTypeAvailability: 'All' } as const;
	const firstRoomTypes = related.roomTypes.slice(0, 2).map((roomType) => Number(roomType.id));
	return [
		{ id: Number(breakfast.id), included: pattern.includesBreakfast, ...forAll },
		{ id: Number(dinner.id), included: pattern.includesDinner, ...forAll },
		{
			id: Number(transfer.id),
			included: false,
			roomTypeIds: firstRoomTypes,
			roomTypeAvailability: 'Selective',
		},
	];
}
