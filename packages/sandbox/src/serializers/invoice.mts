import type { Invoice } from '../world/pms/invoices.mts';
import type { Dialect, JsonObject } from './dialect.mts';
import { serializeAmount } from './pmsAmount.mts';

export function serializeInvoice(invoice: Invoice, dialect: Dialect): JsonObject {
	return {
		number: invoice.number,
		pmsRoomStayId: invoice.pmsRoomStayId,
		payer: invoice.payerName === null ? null : { name: invoice.payerName },
		items: invoice.items.map((item) => ({
			...item,
			total: serializeAmount(item.total, invoice.currencyCode, dialect),
		})),
	};
}
