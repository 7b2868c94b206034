import { ApiError } from '../../http/apiError.mts';
import { textOf } from '../../http/query.mts';
import type { Query } from '../../http/route.mts';
import { LANGUAGE_CODES, type LanguageCode } from '../../world/pms/phrases.mts';

/** One of the languages of the specification; English unless another is asked for. */
export function languageOf(query: Query): LanguageCode {
	const text = textOf(query, 'languageCode');
	const language = LANGUAGE_CODES.find((code) => code === (text ?? 'en'));
	if (language === undefined) {
		throw new ApiError(
			400,
			'InvalidLanguageCode',
			`languageCode must be one of ${LANGUAGE_CODES.join(', ')}`,
		);
	}
	return language;
}
