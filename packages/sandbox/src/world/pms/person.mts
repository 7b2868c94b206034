import { generateName } from '../bookings/detail/people.mts';
import type { PersonName } from '../bookings/detail/types.mts';
import { Random } from '../random.mts';
import { toWireDate } from '../time.mts';
import type { PmsView } from './pmsView.mts';

/** A guest or customer as the PMS knows them. */
export interface Person {
	id: string;
	name: { lastName: string | null; firstName: string | null; middleName: string | null };
	/** `YYYY-MM-DD`. */
	birthDate: string | null;
	/** ISO 3166-1 alpha-3. */
	citizenship: string | null;
	isVip: boolean;
	emails: string[];
	phones: string[];
	gender: 'Male' | 'Female' | 'Unknown';
}

const CITIZENSHIPS = ['GBR', 'DEU', 'FRA', 'JPN', 'NPL', 'BRA', 'EGY', 'TUR', 'USA', 'NLD', 'KIR', 'AUS'];
const MAX_BIRTH_DAY = 13_000;
const MIN_BIRTH_DAY = -10_000;

export function describeRegular(view: PmsView, regularId: string): Person {
	return describePerson(view, regularId, generatedName(view, regularId));
}

export function describePerson(view: PmsView, id: string, name: PersonName): Person {
	const random = new Random(view.seed, view.property.id, id, 'person');
	const phone = `+${random.integer(10_000_000, 99_999_999)}${random.integer(1_000, 9_999)}`;
	const otherPhone = `+${random.integer(100_000_000, 999_999_999)}`;
	const phoneDraw = random.fraction();
	const birthDay = random.integer(MIN_BIRTH_DAY, MAX_BIRTH_DAY);
	return {
		id,
		name: {
			lastName: name.lastName,
			firstName: name.firstName,
			middleName: random.chance(0.15) ? 'M.' : null,
		},
		birthDate: random.chance(0.2) ? null : toWireDate(birthDay),
		citizenship: random.chance(0.1) ? null : random.pick(CITIZENSHIPS),
		isVip: random.chance(0.1),
		emails: random.chance(0.25) ? [] : [`guest-${id}@example.com`],
		phones: phoneDraw < 0.15 ? [] : phoneDraw < 0.8 ? [phone] : [phone, otherPhone],
		gender: random.pick(['Male', 'Female', 'Unknown'] as const),
	};
}

/** The name of a person whom the booking does not name. */
export function generatedName(view: PmsView, personId: string): PersonName {
	return generateName(
		new Random(view.seed, view.property.id, personId, 'name'),
		view.property.place.latinNames,
	);
}
