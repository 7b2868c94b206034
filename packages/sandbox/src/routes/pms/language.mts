import { oneOf } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import type { Query } from '../../http/route.mts';
import { LANGUAGE_CODES, type LanguageCode } from '../../world/pms/phrases.mts';

/** One of the languages of the specification; English unless another is asked for. */
export function languageOf(query: Query): LanguageCode {
	return new QueryFields(query).read('languageCode', oneOf(LANGUAGE_CODES)) ?? 'en';
}
