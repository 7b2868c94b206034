import type { IdentityDocument, Scan } from './pmsChange.mts';

/** The hotel's notes about a guest. */
export interface GuestFile {
	document: IdentityDocument | null;
	birthCountryCode: string | null;
	scans: readonly Scan[];
}

const EMPTY: GuestFile = { document: null, birthCountryCode: null, scans: [] };

/** The files of all guests of a property. */
export class GuestFiles {
	private readonly files = new Map<string, GuestFile>();

	of(pmsPersonId: string): GuestFile {
		return this.files.get(pmsPersonId) ?? EMPTY;
	}

	update(pmsPersonId: string, change: Partial<GuestFile>): void {
		this.files.set(pmsPersonId, { ...this.of(pmsPersonId), ...change });
	}

	addScans(pmsPersonId: string, scans: readonly Scan[]): void {
		this.update(pmsPersonId, { scans: [...this.of(pmsPersonId).scans, ...scans] });
	}
}
