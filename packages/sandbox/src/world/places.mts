/**
 * The places in which the sandbox's invented hotels stand: time zones at both ends of the calendar, with
 * quarter-hour offsets and with daylight saving, and names in several scripts.
 */

/** A text in the property's own language and in English (the one `languageCode` the API allows). */
export interface LocalText {
	own: string;
	en: string;
}

export interface Place {
	/** IANA zone name. */
	timeZone: string;
	/** Key of the words for room types, rate plans and services. */
	words: 'ar' | 'de' | 'en' | 'es' | 'fr' | 'ja' | 'ne' | 'pt' | 'zh';
	/** ISO 3166-1 alpha-3. */
	countryCode: string;
	/** ISO 4217. */
	currency: string;
	/** A usual price of one night, in whole units of the currency. */
	nightPrice: number;
	name: LocalText;
	city: LocalText;
	region: string;
	regionId: string;
	cityId: string;
	postalCode: string;
	addressLine: LocalText;
	latitude: number;
	longitude: number;
	phonePrefix: string;
	/** Whether all guests have names in Latin letters; absent = in several scripts. */
	latinNames?: boolean;
}

export const PLACES: readonly Place[] = [
	{
		timeZone: 'Europe/London',
		words: 'fr',
		countryCode: 'GBR',
		currency: 'GBP',
		nightPrice: 140,
		name: { own: 'Hôtel de l’Étoile', en: 'Star Hotel' },
		city: { own: 'Londres', en: 'London' },
		region: 'Greater London',
		regionId: '020',
		cityId: '1',
		postalCode: 'ZZ1 1ZZ',
		addressLine: { own: '12 Invented Lane', en: '12 Invented Lane' },
		latitude: 51.5074,
		longitude: -0.1278,
		phonePrefix: '+44 20 7946',
	},
	{
		timeZone: 'Pacific/Kiritimati',
		words: 'zh',
		countryCode: 'KIR',
		currency: 'AUD',
		nightPrice: 180,
		name: { own: '圣诞岛环礁酒店', en: 'Atoll Lagoon Hotel' },
		city: { own: '伦敦村', en: 'London Village' },
		region: 'Line Islands',
		regionId: '3',
		cityId: '5107',
		postalCode: 'KI0201',
		addressLine: { own: '椰树路 8 号', en: '8 Coconut Palm Road' },
		latitude: 1.9836,
		longitude: -157.4755,
		phonePrefix: '+686 555',
	},
	{
		timeZone: 'Pacific/Pago_Pago',
		words: 'en',
		countryCode: 'ASM',
		currency: 'USD',
		nightPrice: 165,
		name: { own: 'Fale Tālimālō o le Moana', en: 'Ocean House Hotel' },
		city: { own: 'Pago Pago', en: 'Pago Pago' },
		region: 'Tutuila',
		regionId: '11',
		cityId: '8830',
		postalCode: '96799',
		addressLine: { own: '3 Harbour Loop', en: '3 Harbour Loop' },
		latitude: -14.2756,
		longitude: -170.702,
		phonePrefix: '+1 684 555',
	},
	{
		timeZone: 'Asia/Kathmandu',
		words: 'ne',
		countryCode: 'NPL',
		currency: 'NPR',
		nightPrice: 9500,
		name: { own: 'होटल हिमाल दर्शन', en: 'Himal View Hotel' },
		city: { own: 'काठमाडौं', en: 'Kathmandu' },
		region: 'Bagmati',
		regionId: '27',
		cityId: '640',
		postalCode: '44600',
		addressLine: { own: 'काल्पनिक मार्ग २१', en: '21 Imaginary Marg' },
		latitude: 27.7172,
		longitude: 85.324,
		phonePrefix: '+977 1 555',
	},
	{
		timeZone: 'America/New_York',
		words: 'es',
		countryCode: 'USA',
		currency: 'USD',
		nightPrice: 260,
		name: { own: 'Hotel Puente Viejo', en: 'Old Bridge Hotel' },
		city: { own: 'Nueva York', en: 'New York' },
		region: 'New York',
		regionId: '36',
		cityId: '88',
		postalCode: '10099',
		addressLine: { own: 'Calle Inventada 400', en: '400 Made Up Street' },
		latitude: 40.7128,
		longitude: -74.006,
		phonePrefix: '+1 212 555',
	},
	{
		timeZone: 'Europe/Berlin',
		words: 'de',
		countryCode: 'DEU',
		currency: 'EUR',
		nightPrice: 120,
		name: { own: 'Gasthof Grünes Ufer', en: 'Green Bank Inn' },
		city: { own: 'Spreestadt', en: 'Spreestadt' },
		region: 'Brandenburg',
		regionId: '12',
		cityId: '301',
		postalCode: '15999',
		addressLine: { own: 'Erfundene Straße 5', en: 'Erfundene Straße 5' },
		latitude: 52.4201,
		longitude: 13.6872,
		phonePrefix: '+49 30 55555',
	},
	{
		timeZone: 'Asia/Tokyo',
		words: 'ja',
		countryCode: 'JPN',
		currency: 'JPY',
		nightPrice: 18000,
		name: { own: '旅館 桜の宿', en: 'Cherry Blossom Inn' },
		city: { own: '東京', en: 'Tokyo' },
		region: 'Kantō',
		regionId: '13',
		cityId: '77',
		postalCode: '100-0999',
		addressLine: { own: '架空町1丁目2番3号', en: '1-2-3 Imaginary Town' },
		latitude: 35.6762,
		longitude: 139.6503,
		phonePrefix: '+81 3 5555',
	},
	{
		timeZone: 'America/Sao_Paulo',
		words: 'pt',
		countryCode: 'BRA',
		currency: 'BRL',
		nightPrice: 480,
		name: { own: 'Pousada Céu Azul', en: 'Blue Sky Guesthouse' },
		city: { own: 'São Paulo', en: 'São Paulo' },
		region: 'São Paulo',
		regionId: '35',
		cityId: '412',
		postalCode: '01099-000',
		addressLine: { own: 'Rua Inventada, 77', en: 'Rua Inventada, 77' },
		latitude: -23.5505,
		longitude: -46.6333,
		phonePrefix: '+55 11 5555',
	},
	{
		timeZone: 'Africa/Cairo',
		words: 'ar',
		countryCode: 'EGY',
		currency: 'EGP',
		nightPrice: 3200,
		name: { own: 'فندق ضفاف النيل', en: 'Nile Banks Hotel' },
		city: { own: 'القاهرة', en: 'Cairo' },
		region: 'Cairo',
		regionId: '2',
		cityId: '903',
		postalCode: '11599',
		addressLine: { own: '٩ شارع الخيال', en: '9 Imagination Street' },
		latitude: 30.0444,
		longitude: 31.2357,
		phonePrefix: '+20 2 5555',
	},
	{
		timeZone: 'Australia/Lord_Howe',
		words: 'en',
		countryCode: 'AUS',
		currency: 'AUD',
		nightPrice: 310,
		name: { own: 'The Shearwater & Sons Lodge', en: 'Shearwater Lodge' },
		city: { own: 'Lord Howe Island', en: 'Lord Howe Island' },
		region: 'New South Wales',
		regionId: '61',
		cityId: '2001',
		postalCode: '2898',
		addressLine: { own: '1 Half Hour Track', en: '1 Half Hour Track' },
		latitude: -31.5553,
		longitude: 159.0821,
		phonePrefix: '+61 2 5550',
	},
];
