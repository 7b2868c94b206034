import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { locator, searchStatic } from '../../../shared/parameters/locator';

/** The list may grow (specification, Versioning), so another value can be entered. */
export const documentType = locator({
	displayName: 'Document Type',
	name: 'documentType',
	required: true,
	searchListMethod: 'searchDocumentTypes',
	description: 'Type of the identity document',
	example: 'Passport',
});

const DOCUMENT_TYPES = [
	['Another', 'Another'],
	['BirthCertificate', 'Birth Certificate'],
	['BirthCertificateForeign', 'Birth Certificate Foreign'],
	['Cis', 'CIS'],
	['Diplomatic', 'Diplomatic'],
	['DiplomaticForeign', 'Diplomatic Foreign'],
	['DriverLicense', 'Driver License'],
	['ForeignPassport', 'Foreign Passport'],
	['ForeignPassportForeign', 'Foreign Passport Foreign'],
	['InternationalPassport', 'International Passport'],
	['InternationalPassportBiometric', 'International Passport Biometric'],
	['KazPassport', 'Kazakh Passport'],
	['MilitaryOfficer', 'Military Officer'],
	['NationalPassport', 'National Passport'],
	['Passport', 'Passport'],
	['Patent', 'Patent'],
	['PersonalCard', 'Personal Card'],
	['Residence', 'Residence'],
	['ResidenceStateless', 'Residence Stateless'],
	['ResidenceStatelessBiometric', 'Residence Stateless Biometric'],
	['TemporaryPassport', 'Temporary Passport'],
	['TemporaryRefuge', 'Temporary Refuge'],
	['TemporaryResidence', 'Temporary Residence'],
	['TemporaryResidenceStateless', 'Temporary Residence Stateless'],
	['TemporaryResidenceStatelessBlank', 'Temporary Residence Stateless Blank'],
	['WorkPassport', 'Work Passport'],
] as const;

export async function searchDocumentTypes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return searchStatic(DOCUMENT_TYPES, filter);
}
