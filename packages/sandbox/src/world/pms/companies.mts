import { faker } from '@faker-js/faker/locale/en';
import { Random } from '../random.mts';

export interface Company {
	id: string;
	name: string;
	type: 'Customer' | 'Payer';
}

const COMPANIES = 14;
const FIRST_ID = 4_503_599_628_227_391;

/** The company directory of a property, in the order of the ids. */
export function generateCompanies(seed: number, propertyId: string): Company[] {
	const random = new Random(seed, propertyId, 'companies');
	let id = FIRST_ID;
	return Array.from({ length: COMPANIES }, (_, index) => {
		id += random.integer(1, 900);
		faker.seed(random.integer(0, 0x7fffffff));
		return {
			id: String(id),
			name: `${faker.company.name()} Incorporated`,
			type: index % 3 === 0 ? 'Payer' : 'Customer',
		};
	});
}
