import { defineParameter } from '../operation/defineOperation';

/** Content has one language besides the property's own (specification, Content). */
export const contentLanguage = defineParameter({
	displayName: 'Language',
	name: 'languageCode',
	type: 'options',
	options: [
		{ name: 'English', value: 'en' },
		{ name: "Property's Language", value: '' },
	],
	default: '',
	description: 'Language of names and descriptions',
});

/** Options that consist of the language alone. */
export const contentLanguageOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [contentLanguage],
});

/** The dictionaries of reference data take any language code (specification, Reference data). */
export const dictionaryLanguageOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Language',
			name: 'languageCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. en',
			description: 'Language code for the names. Leave empty for the default language of the API.',
		},
	],
});

/** The languages of the PMS (specification, PMS). */
export const pmsLanguage = defineParameter({
	displayName: 'Language',
	name: 'languageCode',
	type: 'options',
	options: [
		{ name: 'Bulgarian', value: 'bg' },
		{ name: 'Czech', value: 'cs' },
		{ name: 'Default', value: '' },
		{ name: 'English', value: 'en' },
		{ name: 'French', value: 'fr' },
		{ name: 'Georgian', value: 'ka' },
		{ name: 'Indonesian', value: 'id' },
		{ name: 'Khmer', value: 'km' },
		{ name: 'Korean', value: 'ko' },
		{ name: 'Polish', value: 'pl' },
		{ name: 'Russian', value: 'ru' },
		{ name: 'Thai', value: 'th' },
		{ name: 'Turkish', value: 'tr' },
		{ name: 'Ukrainian', value: 'uk' },
		{ name: 'Uzbek', value: 'uz' },
		{ name: 'Vietnamese', value: 'vi' },
	],
	default: '',
	description: 'Language of the names that the hotel system translates',
});
