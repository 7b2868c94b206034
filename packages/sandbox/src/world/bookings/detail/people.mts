import { faker as arabic } from '@faker-js/faker/locale/ar';
import { faker as english } from '@faker-js/faker/locale/en';
import { faker as french } from '@faker-js/faker/locale/fr';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as japanese } from '@faker-js/faker/locale/ja';
import { faker as nepali } from '@faker-js/faker/locale/ne';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';
import { faker as turkish } from '@faker-js/faker/locale/tr';
import type { Random } from '../../random.mts';
import type { PersonName } from './types.mts';

const NAME_SOURCES = [english, english, french, german, japanese, nepali, portuguese, arabic, turkish];
const LATIN_SOURCES = [english, english, english, french, german, portuguese, turkish];

/** What the provider shows instead of a name it hides. */
const MASKED: PersonName = { firstName: '*', lastName: '*' };

const MASKED_SHARE = 0.12;
const NO_FIRST_NAME_SHARE = 0.05;

/**
 * An invented name. It is computed on access: statistics do not need it.
 * @param latin whether it is in Latin letters, otherwise in one of several scripts
 */
export function generateName(random: Random, latin = false): PersonName {
	const source = random.pick(latin ? LATIN_SOURCES : NAME_SOURCES);
	const seed = random.integer(0, 0x7fffffff);
	let name: PersonName | undefined;
	const look = (): PersonName => {
		if (name !== undefined) return name;
		source.seed(seed);
		name = { firstName: source.person.firstName(), lastName: source.person.lastName() };
		return name;
	};
	return {
		get firstName() {
			return look().firstName;
		},
		get lastName() {
			return look().lastName;
		},
	};
}

/** The person who booked: sometimes hidden, sometimes without a first name, sometimes unknown. */
export function generateCustomer(random: Random, latin = false): PersonName | null {
	const draw = random.fraction();
	const name = generateName(random, latin);
	if (draw < 0.12) return null;
	if (draw < 0.12 + MASKED_SHARE) return MASKED;
	const hasFirstName = draw >= 0.12 + MASKED_SHARE + NO_FIRST_NAME_SHARE;
	return hasFirstName ? name : { firstName: null, lastName: name.lastName };
}

/**
 * The guests of a room stay, up to the number of adults: all, some, none (empty list), null, or the field
 * absent (undefined), as real bookings have it.
 */
export function generateGuests(
	random: Random,
	adultCount: number,
	latin = false,
): PersonName[] | null | undefined {
	const draw = random.fraction();
	if (draw < 0.1) return [];
	if (draw < 0.15) return null;
	if (draw < 0.2) return undefined;
	const masked = random.chance(MASKED_SHARE);
	const count = random.chance(0.8) ? adultCount : 1;
	return Array.from({ length: count }, () => (masked ? { ...MASKED } : generateName(random, latin)));
}

/** A full name as it is entered: the last word is the last name. */
export function enteredName(fullName: string): PersonName {
	const words = fullName.trim().split(/\s+/);
	return { firstName: words.slice(0, -1).join(' ') || null, lastName: words.at(-1) ?? null };
}

/** The guest who was named when the booking was made, before those who are generated. */
export function namedFirst(
	guests: PersonName[] | null | undefined,
	named: PersonName | undefined,
): PersonName[] | null | undefined {
	return named === undefined ? guests : [named, ...(guests ?? []).slice(1)];
}
