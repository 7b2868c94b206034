import { faker } from '@faker-js/faker/locale/en';
import { hash, Random } from '../random.mts';

/** A corporate client (specification, Corporate client). */
export interface Corporate {
	id: string;
	taxpayerIdentificationNumber: string;
	registrationReasonCode: string;
	legalName: string;
	metaData: string | null;
}

export type CorporateRequest = Omit<Corporate, 'id' | 'legalName'>;

/** Describes a new corporate client; the same requisites always give the same one. */
export function generateCorporate(seed: number, request: CorporateRequest): Corporate {
	const { taxpayerIdentificationNumber, registrationReasonCode } = request;
	const key = `${taxpayerIdentificationNumber}\u0000${registrationReasonCode}`;
	faker.seed(new Random(seed, 'corporate', key).integer(0, 0x7fffffff));
	return {
		id: ['corporate', 'id'].map((part) => hash(`${seed} ${part} ${key}`)).join(''),
		taxpayerIdentificationNumber,
		registrationReasonCode,
		legalName: `${faker.company.name()} Ltd`,
		metaData: request.metaData,
	};
}
