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

/** What the provider shows instead of a name it hides. */
const MASKED: PersonName = { firstName: '*', lastName: '*' };

const MASKED_SHARE = 0.12;
const NO_FIRST_NAME_SHARE = 0.05;

/** An invented name, in one of several scripts. It is computed on access: statistics do not need it. */
export function generateName(random: Random): PersonName {
	const source = random.pick(NAME_SOURCES);
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
export function generateCustomer(random: Random): PersonName | null {
	const draw = random.fraction();
	const name = generateName(random);
	if (draw < 0.12) return null;
	if (draw < 0.12 + MASKED_SHARE) return MASKED;
	const hasFirstName = draw >= 0.12 + MASKED_SHARE + NO_FIRST_NAME_SHARE;
	return hasFirstName ? name : { firstName: null, lastName: name.lastName };
}

/**
 * The guests of a room stay, up to the number of adults: all, some, none (empty list), null, or the field
 * absent (undefined), as real bookings have it.
 */
export function generateGuests(random: Random, adultCount: number): PersonName[] | null | undefined {
	const draw = random.fraction();
	if (draw < 0.1) return [];
	if (draw < 0.15) return null;
	if (draw < 0.2) return undefined;
	const masked = random.chance(MASKED_SHARE);
	const count = random.chance(0.8) ? adultCount : 1;
	return Array.from({ length: count }, () => (masked ? { ...MASKED } : generateName(random)));
}
