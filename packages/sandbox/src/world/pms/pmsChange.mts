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

/** A record or correction of the front desk: it replaces the whole record of a stay. */
export interface StaffRecordChange {
	kind: 'staffRecordChanged';
	pmsRoomStayId: string;
	/** `YYYY-MM-DDThh:mm`, property time; null = withdrawn. */
	checkedIn: string | null;
	checkedOut: string | null;
	/** The room that the stay has and keeps; null = none that is known. */
	roomId: string | null;
	/** Whether the bill stays paid. */
	settled: boolean;
	/** True if the desk acted by itself, at the recorded time. */
	byItself?: true;
}

/** Everything that happens in the PMS area. */
export type PmsChange =
	| { kind: 'checkedIn' | 'checkedOut'; pmsRoomStayId: string; at: string }
	| StaffRecordChange
	| { kind: 'roomsAssigned'; rooms: RoomChoice[] }
	| { kind: 'posted'; pmsRoomStayId: string; posting: Posting }
	| { kind: 'documentSet'; pmsPersonId: string; document: IdentityDocument }
	| { kind: 'birthCountrySet'; pmsPersonId: string; countryCode: string | null }
	| { kind: 'scansAdded'; pmsPersonId: string; scans: Scan[] };
