import type { Posting } from './account.mts';

/** An identity document as the API takes it (specification, PMS records). */
export interface IdentityDocument {
	type: string;
	series: string | null;
	number: string | null;
	/** `YYYY-MM-DD`. */
	effectiveDate: string | null;
	expiryDate: string | null;
	departmentCode: string | null;
	issueAuthority: string | null;
}

/** An uploaded scan; its content is not kept. */
export interface Scan {
	name: string;
	/** Bytes, after decoding. */
	size: number;
	/** Hexadecimal. */
	sha256: string;
}

export interface RoomChoice {
	pmsRoomStayId: string;
	/** null = no room. */
	roomId: string | null;
}

/** Everything that the PMS area can write. */
export type PmsChange =
	| { kind: 'checkedIn' | 'checkedOut'; pmsRoomStayId: string; at: string }
	| { kind: 'roomsAssigned'; rooms: RoomChoice[] }
	| { kind: 'posted'; pmsRoomStayId: string; posting: Posting }
	| { kind: 'documentSet'; pmsPersonId: string; document: IdentityDocument }
	| { kind: 'birthCountrySet'; pmsPersonId: string; countryCode: string | null }
	| { kind: 'scansAdded'; pmsPersonId: string; scans: Scan[] };
