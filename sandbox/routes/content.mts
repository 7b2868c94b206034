import { ApiError } from '../http/apiError.mts';
import { ok, type ApiCall, type Answer, type Operation } from '../http/route.mts';
import { countOf, textOf } from '../http/query.mts';
import type { Sandbox } from '../sandbox.mts';
import {
	serializeCancellationRule,
	serializeProperty,
	serializeRoomAmenities,
} from '../serializers/content.mts';
import { noWarnings } from '../serializers/dialect.mts';
import { mayUseProperty } from '../world/clients.mts';
import { MEAL_PLANS, ROOM_AMENITIES, ROOM_TYPE_CATEGORIES } from '../world/content/dictionaries.mts';
import type { Language } from '../world/content/language.mts';
import type { Property } from '../world/properties.mts';

const MAX_PROPERTIES_PER_PAGE = 200;
const PREFIX = '/api/content/v1';
const AREA = { method: 'GET', area: 'content' } as const;

/** The seven operations of the content area (specification, Content). */
export function contentOperations(sandbox: Sandbox): Operation[] {
	const { world, settings } = sandbox;
	const one = `${PREFIX}/properties/{propertyId}`;
	return [
		{ ...AREA, path: `${PREFIX}/properties`, onArea: (call) => listProperties(sandbox, call) },
		{
			...AREA,
			path: one,
			onProperty: ({ query }, property) =>
				ok(serializeProperty(world.content(property).record[languageOf(query)], settings.dialect)),
		},
		{
			...AREA,
			path: `${one}/cancellation-rules`,
			onProperty: (_call, property) => {
				const rules = world.content(property).cancellationRules;
				return ok({
					cancellationRules: rules.map((rule) => serializeCancellationRule(rule, settings.dialect)),
				});
			},
		},
		{
			...AREA,
			path: `${one}/extra-stay-rules`,
			onProperty: (_call, property) => ok({ extraStayRules: world.content(property).extraStayRules }),
		},
		{ ...AREA, path: `${PREFIX}/meal-plans`, onArea: () => ok(MEAL_PLANS) },
		{ ...AREA, path: `${PREFIX}/room-type-categories`, onArea: () => ok(ROOM_TYPE_CATEGORIES) },
		{
			...AREA,
			path: `${PREFIX}/room-amenity-categories`,
			onArea: () => ok(serializeRoomAmenities(ROOM_AMENITIES, settings.dialect)),
		},
	];
}

function listProperties({ world, settings }: Sandbox, { client, query }: ApiCall): Answer {
	const language = languageOf(query);
	const complete = isComplete(query);
	const count = countOf(query, MAX_PROPERTIES_PER_PAGE);
	const visible = world.properties.filter(({ id }) => mayUseProperty(client, id));
	const start = startOf(query, world.properties, visible);
	const page = visible.slice(start, start + count);
	const last = page.at(-1);
	const describe = (property: Property): unknown =>
		complete
			? serializeProperty(world.content(property).record[language], settings.dialect)
			: { id: property.id };
	return ok({
		next: last === undefined || start + count >= visible.length ? null : continuationAfter(last),
		properties: page.map(describe),
		...noWarnings(settings.dialect),
	});
}

function languageOf(query: ApiCall['query']): Language {
	const languageCode = textOf(query, 'languageCode');
	if (languageCode !== undefined && languageCode !== 'en') {
		throw new ApiError(400, 'InvalidLanguageCode', 'The value of languageCode must be en');
	}
	return languageCode ?? 'own';
}

/** True = whole records, false = ids only. */
function isComplete(query: ApiCall['query']): boolean {
	const include = textOf(query, 'include');
	if (include !== undefined && include !== 'All') {
		throw new ApiError(400, 'InvalidInclude', 'The value of include must be All or empty');
	}
	return include === 'All';
}

/** The continuation key has the form of the published sample: base64 of a prefix and the last id sent. */
function continuationAfter(property: Property): string {
	return Buffer.from(`XX-${property.id}`).toString('base64');
}

/** Index, among the visible properties, at which the page starts. */
function startOf(query: ApiCall['query'], all: readonly Property[], visible: readonly Property[]): number {
	const since = textOf(query, 'since');
	if (since === undefined) return 0;
	const id = /^XX-(\d+)$/.exec(Buffer.from(since, 'base64').toString('utf8'))?.[1];
	const position = all.findIndex((property) => property.id === id);
	if (position < 0) throw new ApiError(400, 'InvalidSince', 'The value of since is not a continuation key');
	const seen = new Set(all.slice(0, position + 1));
	return visible.filter((property) => seen.has(property)).length;
}
