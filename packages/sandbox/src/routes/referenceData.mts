import { bodyOf } from '../http/bodyFields.mts';
import { matching, nonEmptyText, text } from '../http/fieldTypes.mts';
import { ok, type ApiResponse, type ApiCall, type Query, type Route } from '../http/route.mts';
import { QueryFields } from '../http/queryFields.mts';
import { noWarnings } from '../serializers/dialect.mts';
import { generateCorporate } from '../world/reference/corporates.mts';
import {
	AMENITY_TYPES,
	PAYMENT_METHODS,
	PROPERTY_KINDS,
	type Names,
} from '../world/reference/dictionaries.mts';

const PREFIX = '/api/reference-data';
const LANGUAGE_CODE = matching(/^[a-z]{2}$/, 'must be an ISO 639-1 code');
const AREA = { area: 'reference_data', scope: 'default' } as const;

/** The five operations of the reference data (specification, Reference data). */
export const referenceDataRoutes: readonly Route[] = [
	{ ...AREA, method: 'POST', path: `${PREFIX}/corporates`, onArea: createCorporate },
	{ ...AREA, method: 'GET', path: `${PREFIX}/corporates/{corporateId}`, onArea: showCorporate },
	{
		...AREA,
		method: 'GET',
		path: `${PREFIX}/payment-methods`,
		onArea: () => ok({ paymentMethods: PAYMENT_METHODS }),
	},
	{ ...AREA, method: 'GET', path: `${PREFIX}/property-amenity-types`, onArea: listAmenityTypes },
	{ ...AREA, method: 'GET', path: `${PREFIX}/property-kinds`, onArea: listPropertyKinds },
];

function listAmenityTypes({ query }: ApiCall): ApiResponse {
	const nameOf = namingIn(query);
	const amenityTypes = AMENITY_TYPES.map(({ code, names, chargeTypeApplicable }) => ({
		code,
		displayName: nameOf(names),
		chargeTypeApplicable,
	}));
	return ok({ amenityTypes });
}

function listPropertyKinds({ query }: ApiCall): ApiResponse {
	const nameOf = namingIn(query);
	const propertyKinds = PROPERTY_KINDS.map(({ id, names, propertyKindType }) => ({
		id,
		displayName: nameOf(names),
		propertyKindType,
	}));
	return ok({ propertyKinds });
}

/** The same requisites give the same corporate client, whoever creates it and however often. */
function createCorporate(call: ApiCall): ApiResponse {
	const { world, settings } = call.sandbox;
	const fields = bodyOf(call);
	const corporate = generateCorporate(world.plan.seed, {
		taxpayerIdentificationNumber: fields.require('taxpayerIdentificationNumber', nonEmptyText),
		registrationReasonCode: fields.require('registrationReasonCode', nonEmptyText),
		metaData: fields.read('metaData', text) ?? null,
	});
	const known = world.corporates.get(corporate.id);
	if (known === undefined) world.apply({ kind: 'corporateCreated', corporate });
	return ok({ corporate: known ?? corporate, ...noWarnings(settings.dialect) });
}

/** The response for an unknown corporate client has a warning, as published. */
function showCorporate({ sandbox, params }: ApiCall): ApiResponse {
	const { world, settings } = sandbox;
	const corporate = world.corporates.get(params['corporateId'] ?? '');
	if (corporate === undefined) {
		return {
			status: 404,
			body: { corporate: null, warnings: [{ code: '404', message: 'Corporate not found' }] },
		};
	}
	return ok({ corporate, ...noWarnings(settings.dialect) });
}

/** Names in the requested language, or in English if there is no translation. */
function namingIn(query: Query): (names: Names) => string {
	const languageCode = new QueryFields(query).read('languageCode', LANGUAGE_CODE) ?? 'en';
	return (names) => names[languageCode] ?? names.en;
}
