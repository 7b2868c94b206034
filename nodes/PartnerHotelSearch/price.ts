import type { IDataObject } from 'n8n-workflow';

import { amountText, money } from '../shared/api/response/money';
import { at } from '../shared/api/response/records';

interface Price extends IDataObject {
	/** With tax; null if one of its parts is unknown. */
	total: number | null;
	totalText: string | null;
	currency: IDataObject[string];
	totalBeforeTax: number | null;
	taxAmount: number | null;
}

/** What an offer or an extra costs, in the decimals of its currency (provider: Search, total). */
export function priceOf(record: IDataObject): Price {
	const currency = at(record, 'currencyCode');
	const totalBeforeTax = money(at(record, 'total', 'priceBeforeTax'), currency);
	const taxAmount = money(at(record, 'total', 'taxAmount'), currency);
	const isKnown = totalBeforeTax !== null && taxAmount !== null;
	const total = isKnown ? money(totalBeforeTax + taxAmount, currency) : null;
	return { total, totalText: amountText(total, currency), currency, totalBeforeTax, taxAmount };
}
