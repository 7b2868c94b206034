import type { IDataObject } from 'n8n-workflow';

import { money } from '../shared/api/money';
import { at } from '../shared/api/records';

export interface Price extends IDataObject {
	currencyCode: IDataObject[string];
	priceBeforeTax: number | null;
	taxAmount: number | null;
	/** The price before tax plus the tax; null if one of them is unknown. */
	totalPrice: number | null;
}

/** What an offer or an extra costs, in the decimals of its currency (provider: Search, total). */
export function priceOf(record: IDataObject): Price {
	const currencyCode = at(record, 'currencyCode');
	const priceBeforeTax = money(at(record, 'total', 'priceBeforeTax'), currencyCode);
	const taxAmount = money(at(record, 'total', 'taxAmount'), currencyCode);
	const isKnown = priceBeforeTax !== null && taxAmount !== null;
	return {
		currencyCode,
		priceBeforeTax,
		taxAmount,
		totalPrice: isKnown ? money(priceBeforeTax + taxAmount, currencyCode) : null,
	};
}
