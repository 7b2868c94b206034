import { ApiError } from '../http/apiError.mts';
import { bodyOf } from '../http/fields.mts';
import { ok, type Answer, type ApiCall, type Operation } from '../http/route.mts';
import { textOf } from '../http/query.mts';
import type { Sandbox } from '../sandbox.mts';
import { noWarnings } from '../serializers/dialect.mts';
import { generateCorporate } from '../world/reference/corporates.mts';
import {
	AMENITY_TYPES,
	PAYMENT_METHODS,
	PROPERTY_KINDS,
	type Names,
} from '../world/reference/dictionaries.mts';

const PREFIX = '/api/reference-data';
const AREA = { method: 'GET', area: 'reference_data' } as const;

/** The five operations of the reference data (specification, Reference data). */
export function referenceDataOperations(sandbox: Sandbox): Operation[] {
	return [
		{
			method: 'POST',
			area: 'reference_data',
			path: `${PREFIX}/corporates`,
			onArea: (call) => createCorporate(sandbox, call),
		},
		{
			...AREA,
			path: `${PREFIX}/corporates/{corporateId}`,
			onArea: ({ params }) => showCorporate(sandbox, params['corporateId'] ?? ''),
		},
		{ ...AREA, path: `${PREFIX}/payment-methods`, onArea: () => ok({ paymentMethods: PAYMENT_METHODS }) },
		{
			...AREA,
			path: `${PREFIX}/property-amenity-types`,
			onArea: ({ query }) => {
				const nameOf = namingIn(query);
				const amenityTypes = AMENITY_TYPES.map(({ code, names, chargeTypeApplicable }) => ({
					code,
					displayName: nameOf(names),
					chargeTypeApplicable,
				}));
				return ok({ amenityTypes });
			},
		},
		{
			...AREA,
			path: `${PREFIX}/property-kinds`,
			onArea: ({ query }) => {
				const nameOf = namingIn(query);
				const propertyKinds = PROPERTY_KINDS.map(({ id, names, propertyKindType }) => ({
					id,
					displayName: nameOf(names),
					propertyKindType,
				}));
				return ok({ propertyKinds });
			},
		},
	];
}

/** The same requisites give the same corporate client, whoever asks and however often. */
function createCorporate({ world, settings }: Sandbox, call: ApiCall): Answer {
	const fields = bodyOf(call);
	const corporate = generateCorporate(world.plan.seed, {
		taxpayerIdentificationNumber: fields.requiredText('taxpayerIdentificationNumber'),
		registrationReasonCode: fields.requiredText('registrationReasonCode'),
		metaData: fields.text('metaData') ?? null,
	});
	const known = world.corporates.get(corporate.id);
	if (known === undefined) world.apply({ kind: 'corporateCreated', corporate });
	return ok({ corporate: known ?? corporate, ...noWarnings(settings.dialect) });
}

/** An unknown corporate client is told with a warning, as published. */
function showCorporate({ world, settings }: Sandbox, corporateId: string): Answer {
	const corporate = world.corporates.get(corporateId);
	if (corporate === undefined) {
		return {
			status: 404,
			body: { corporate: null, warnings: [{ code: '404', message: 'Corporate not found' }] },
		};
	}
	return ok({ corporate, ...noWarnings(settings.dialect) });
}

/** Names in the language asked for; English where there is no translation. */
function namingIn(query: ApiCall['query']): (names: Names) => string {
	const languageCode = textOf(query, 'languageCode') ?? 'en';
	if (!/^[a-z]{2}$/.test(languageCode)) {
		throw new ApiError(400, 'InvalidLanguageCode', 'languageCode must be an ISO 639-1 code');
	}
	return (names) => names[languageCode] ?? names.en;
}
