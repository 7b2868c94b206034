import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../nodes/shared/util/json';
import type { FakeAnswer } from './fakeApi';
import { proxyOf, type Proxy } from './proxy';
import { publishedFields } from './publishedFields';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

/**
 * What tells of a person or is written about one, by record: names, contacts, documents, birth, nationality, language,
 * comments and free texts, cards, wishes. Decided here a second time, apart from the nodes.
 */
const GUEST_DATA: Readonly<Record<string, readonly string[]>> = {
	'Booking.Customer': ['firstName', 'lastName'],
	'Booking.Discount': ['name'],
	'Booking.Guest': ['firstName', 'lastName'],
	'Booking.LoyaltyCard': ['cardNumber'],
	'Booking.POS': ['sourceUrl'],
	'Pms.Amenity': ['name'],
	'Pms.Company': ['name'],
	'Pms.Email': ['address'],
	'Pms.GuestStatus': ['id', 'displayName'],
	'Pms.Payer': ['name'],
	'Pms.Person': ['birthDate', 'citizenship', 'gender'],
	'Pms.PersonLoyalty': ['cardNumber'],
	'Pms.PersonName': ['firstName', 'lastName', 'middleName'],
	'Pms.Phone': ['phoneNumber'],
	'Pms.Reservation': ['customerComment', 'customerLanguageCode', 'groupName'],
	'Pms.VisitPurpose': ['id', 'displayName'],
	'Reviews.Review': ['authorName', 'originalText'],
	'Storage.BookingCancellationInfo': ['cancelReason'],
	'Storage.BookingChannel': ['name'],
};

/** The hotel's directory of companies, which is not about guests. */
const NOT_OF_GUESTS: ReadonlySet<string> = new Set(['companies']);

export const MARKER = /zyxel/i;

const RESPONSES: ReadonlyArray<[prefix: string, record: string]> = [
	['/api/read-reservation/', 'Booking.Response'],
	['/api/pms/', 'Pms.Response'],
	['/api/pms-integration-storage/', 'Storage.Response'],
	['/api/reputation-public-reviews/', 'Reviews.Response'],
];

/** A sandbox in which every value of a guest is a marker. */
export interface MarkedSandbox extends Proxy {
	/** Adds warnings and fields that are not published, at every depth. */
	addsUnpublished: boolean;
	/** Fields of the sandbox that are not in the list of published fields. */
	readonly unlisted: Set<string>;
}

export async function markedSandbox(sandbox: Sandbox): Promise<MarkedSandbox> {
	const proxy = await proxyOf(sandbox);
	const marked: MarkedSandbox = Object.assign(proxy, { addsUnpublished: true, unlisted: new Set<string>() });
	proxy.between = async (request) => {
		const answer = await proxy.forward(request);
		const response = RESPONSES.find(([prefix]) => request.path.startsWith(prefix))?.[1];
		return response === undefined || answer.status !== 200 ? answer : marks(marked, response, answer);
	};
	return marked;
}

function marks(marked: MarkedSandbox, response: string, answer: FakeAnswer): FakeAnswer {
	const body = JSON.parse(String(answer.body)) as IDataObject;
	const known = Object.keys(body).some((key) => key in (publishedFields[response] ?? {}));
	if (!known) return answer;
	const warnings = [{ code: '11', message: 'Zyxel, born 1987' }];
	const told = marked.addsUnpublished ? { ...body, warnings } : body;
	return { ...answer, body: JSON.stringify(markedRecord(marked, response, told)) };
}

function markedRecord(marked: MarkedSandbox, name: string, record: IDataObject): IDataObject {
	const fields = publishedFields[name] ?? {};
	for (const key of Object.keys(record)) if (!(key in fields)) marked.unlisted.add(`${name}.${key}`);
	const missing = Object.keys(name.endsWith('.Response') ? {} : fields).filter((key) => !(key in record));
	const all = { ...Object.fromEntries(missing.map((key) => [key, null])), ...record };
	const told = Object.entries(all).filter(([key]) => key in record || tellsOfGuests(fields[key] ?? ''));
	const below = told.map(([key, value]) => {
		const isPassed = NOT_OF_GUESTS.has(key);
		return [key, isPassed ? value : markedValue(marked, fields[key] ?? 'value', value)] as const;
	});
	const own = (GUEST_DATA[name] ?? []).map((key) => [key, `Zyxel ${name} ${key}`] as const);
	const text = `Zyxel of ${name}`;
	return {
		...Object.fromEntries([...below, ...own]),
		...(marked.addsUnpublished && { licencePlate: text, documents: [{ text, pages: [{ text }] }] }),
	} as IDataObject;
}

/** Records that tell of a person are there, even where the sandbox has none. */
function markedValue(marked: MarkedSandbox, field: string, value: unknown): unknown {
	if (field === 'value') return value;
	const name = field.replace('[]', '');
	const isList = field.endsWith('[]');
	if (isList && Array.isArray(value)) {
		const entries: unknown[] = value.length === 0 && tellsOfGuests(name) ? [{}] : value;
		return entries.map((entry) => (isRecord(entry) ? markedRecord(marked, name, entry) : entry));
	}
	if (isRecord(value)) return markedRecord(marked, name, value);
	if (value !== null || !tellsOfGuests(name)) return value;
	const filled = markedRecord(marked, name, {});
	return isList ? [filled] : filled;
}

function tellsOfGuests(field: string): boolean {
	const name = field.replace('[]', '');
	return name in GUEST_DATA || name === 'Booking.Loyalty';
}
