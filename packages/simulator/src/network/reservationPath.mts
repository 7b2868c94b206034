const RESERVATION = /\/api\/pms\/v2\/properties\/([^/]+)\/reservations\/(?!search$)([^/]+)$/;

/** The reservation that a request reads, or changes as a whole. */
export function reservationAt(url: string): { propertyId: string; number: string } | undefined {
	const [, propertyId, number] = RESERVATION.exec(new URL(url).pathname) ?? [];
	return propertyId === undefined || number === undefined ? undefined : { propertyId, number };
}
