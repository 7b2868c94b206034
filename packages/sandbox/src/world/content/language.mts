/** `own` = the property's language; `en` = the only `languageCode` the content area allows. */
export type Language = 'own' | 'en';
