import { ok, type ApiResponse, type ApiCall, type Route } from '../http/route.mts';
import { integerText, oneOf, text } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
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
const PROPERTY = `${PREFIX}/properties/{propertyId}`;
const GET = { method: 'GET', area: 'content', scope: 'default' } as const;

/** The seven operations of the content area (specification, Content). */
export const contentRoutes: readonly Route[] = [
	{ ...GET, path: `${PREFIX}/properties`, onArea: listProperties },
	{ ...GET, path: PROPERTY, onProperty: showProperty },
	{ ...GET, path: `${PROPERTY}/cancellation-rules`, onProperty: listCancellationRules },
	{ ...GET, path: `${PROPERTY}/extra-stay-rules`, onProperty: listExtraStayRules },
	{ ...GET, path: `${PREFIX}/meal-plans`, onArea: () => ok(MEAL_PLANS) },
	{ ...GET, path: `${PREFIX}/room-type-categories`, onArea: () => ok(ROOM_TYPE_CATEGORIES) },
	{
		...GET,
		path: `${PREFIX}/room-amenity-categories`,
		onArea: ({ sandbox }) => ok(serializeRoomAmenities(ROOM_AMENITIES, sandbox.settings.dialect)),
	},
];

function showProperty({ sandbox, query }: ApiCall, property: Property): ApiResponse {
	const { world, settings } = sandbox;
	return ok(
		serializeProperty(world.content(property).record[languageOf(new QueryFields(query))], settings.dialect),
	);
}

function listCancellationRules({ sandbox }: ApiCall, property: Property): ApiResponse {
	const { world, settings } = sandbox;
	const rules = world.content(property).cancellationRules;
	return ok({ cancellationRules: rules.map((rule) => serializeCancellationRule(rule, settings.dialect)) });
}

function listExtraStayRules({ sandbox }: ApiCall, property: Property): ApiResponse {
	return ok({ extraStayRules: sandbox.world.content(property).extraStayRules });
}

function listProperties({ sandbox, client, query }: ApiCall): ApiResponse {
	const { world, settings } = sandbox;
	const fields = new QueryFields(query);
	const language = languageOf(fields);
	const complete = fields.read('include', oneOf(['All'], 'must be All or empty')) === 'All';
	const count = fields.read('count', integerText(1, MAX_PROPERTIES_PER_PAGE)) ?? MAX_PROPERTIES_PER_PAGE;
	const visible = world.properties.filter(({ id }) => mayUseProperty(client, id));
	const start = startOf(fields, world.properties, visible);
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

function languageOf(fields: QueryFields): Language {
	return fields.read('languageCode', oneOf(['en'], 'must be en')) ?? 'own';
}

/** The continuation key has the form of the published sample: base64 of a prefix and the last id sent. */
function continuationAfter(property: Property): string {
	return Buffer.from(`XX-${property.id}`).toString('base64');
}

/** Index, among the visible properties, at which the page starts. */
function startOf(fields: QueryFields, all: readonly Property[], visible: readonly Property[]): number {
	const since = fields.read('since', text);
	if (since === undefined) return 0;
	const id = /^XX-(\d+)$/.exec(Buffer.from(since, 'base64').toString('utf8'))?.[1];
	const position = all.findIndex((property) => property.id === id);
	if (position < 0) throw fields.error('since', 'is not a continuation key');
	const seen = new Set(all.slice(0, position + 1));
	return visible.filter((property) => seen.has(property)).length;
}
