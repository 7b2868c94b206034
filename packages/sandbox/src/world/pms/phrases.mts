/** Names that the PMS shows in the requested language. */

/** The values of `languageCode` (specification, PMS). */
export const LANGUAGE_CODES = [
	'en',
	'ru',
	'bg',
	'cs',
	'fr',
	'id',
	'ka',
	'km',
	'ko',
	'pl',
	'th',
	'tr',
	'uk',
	'uz',
	'vi',
] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** English comes first in every entry; languages without an entry show English. */
const PHRASES = {
	notSelected: { en: 'Not selected', ru: 'Не выбран', fr: 'Non choisi', pl: 'Nie wybrano', tr: 'Seçilmedi' },
	vip: { en: 'VIP', ru: 'VIP', fr: 'VIP', pl: 'VIP', tr: 'VIP' },
	business: { en: 'Business', ru: 'Деловая', fr: 'Affaires', pl: 'Biznes', tr: 'İş' },
	tourism: { en: 'Tourism', ru: 'Туризм', fr: 'Tourisme', pl: 'Turystyka', tr: 'Turizm' },
	online: { en: 'Online', ru: 'Онлайн', fr: 'En ligne', pl: 'Online', tr: 'Çevrimiçi' },
	channel: { en: 'Channel', ru: 'Канал', fr: 'Canal', pl: 'Kanał', tr: 'Kanal' },
	frontDesk: { en: 'Front desk', ru: 'Стойка', fr: 'Réception', pl: 'Recepcja', tr: 'Resepsiyon' },
	other: { en: 'Other', ru: 'Другое', fr: 'Autre', pl: 'Inne', tr: 'Diğer' },
	cash: { en: 'Cash', ru: 'Наличные', fr: 'Espèces', pl: 'Gotówka', tr: 'Nakit' },
	card: { en: 'Bank card', ru: 'Банковская карта', fr: 'Carte bancaire', pl: 'Karta', tr: 'Banka kartı' },
	legalTransfer: {
		en: 'Bank transfer for legal entities',
		ru: 'Безналичный расчёт для юридических лиц',
		fr: 'Virement pour les entreprises',
		pl: 'Przelew dla firm',
		tr: 'Tüzel kişiler için banka havalesi',
	},
	privateTransfer: {
		en: 'Bank transfer for individuals',
		ru: 'Банковский перевод для физических лиц',
		fr: 'Virement pour les particuliers',
		pl: 'Przelew dla osób prywatnych',
		tr: 'Bireyler için banka havalesi',
	},
	voucher: { en: 'Voucher', ru: 'Ваучер', fr: 'Bon', pl: 'Voucher', tr: 'Kupon' },
	deposit: { en: 'Deposit', ru: 'Депозит', fr: 'Acompte', pl: 'Zaliczka', tr: 'Depozito' },
	accommodation: {
		en: 'Accommodation',
		ru: 'Проживание',
		fr: 'Hébergement',
		pl: 'Zakwaterowanie',
		tr: 'Konaklama',
	},
	earlyArrival: {
		en: 'Early check-in',
		ru: 'Ранний заезд',
		fr: 'Arrivée anticipée',
		pl: 'Wcześniejszy przyjazd',
		tr: 'Erken giriş',
	},
	lateDeparture: {
		en: 'Late check-out',
		ru: 'Поздний выезд',
		fr: 'Départ tardif',
		pl: 'Późniejszy wyjazd',
		tr: 'Geç çıkış',
	},
} as const;

export type Phrase = keyof typeof PHRASES;

export function inLanguage(phrase: Phrase, language: LanguageCode): string {
	const translations: Partial<Record<LanguageCode, string>> & { en: string } = PHRASES[phrase];
	return translations[language] ?? translations.en;
}
