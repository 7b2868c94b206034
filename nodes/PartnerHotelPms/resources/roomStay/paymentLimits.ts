import { protectedOption } from '../../../shared/operation/protectedOption';
import { entriesOf } from '../../../shared/operation/readValues';
import { requireCurrency } from '../../../shared/parameters/checks';
import { ParameterError } from '../../../shared/util/parameterError';
import type { PaymentAction } from '../../listSearch';
import { totalText, dueOf, type Account, type Total } from './account';

/** What the user accepts. */
interface PaymentLimits {
	maxAmount?: number;
	/** The only ones. */
	currencies?: readonly string[];
	allowMoreThanDue: boolean;
}

/** @throws ParameterError for one without a value, or one that an AI model fills */
export function limitsOf(
	options: { maxAmount?: number; currencies?: string; allowMoreThanDue?: boolean },
	saved: (path: string) => unknown,
): PaymentLimits {
	const maxAmount = protectedOption(options, 'maxAmount', saved);
	const currencies = protectedOption(options, 'currencies', saved);
	return {
		maxAmount,
		...(currencies !== undefined && { currencies: currencyList(currencies) }),
		allowMoreThanDue: protectedOption(options, 'allowMoreThanDue', saved) === true,
	};
}

function currencyList(text: string): string[] {
	const entries = entriesOf('currencies', text);
	if (entries.length > 0) return entries.map((entry) => requireCurrency('currencies', entry));
	throw new ParameterError('currencies', text, 'have no entry', 'Enter three letters for each, like EUR.');
}

export function requireAllowed(
	{ value, currencyCode }: Total,
	{ maxAmount, currencies }: PaymentLimits,
): void {
	if (maxAmount !== undefined && value > maxAmount) {
		throw new ParameterError(
			'amount',
			value,
			`is above the largest amount that is accepted, ${maxAmount}`,
			'Enter a smaller amount. The limit is {maxAmount} under Options.',
		);
	}
	if (currencies === undefined || currencies.includes(currencyCode)) return;
	throw new ParameterError(
		'currencyCode',
		currencyCode,
		'is not accepted',
		`Enter one of: ${currencies.join(', ')}. They are set with {currencies} under Options.`,
	);
}

/** At most what is payable or refundable, as far as the API tells it in this currency. */
export function requireDue(action: PaymentAction, total: Total, before: Account): void {
	const due = dueOf(action, before);
	if (due === undefined || before.currencyCode !== total.currencyCode || total.value <= due) return;
	const what = action === 'Payment' ? 'payable' : 'refundable';
	const dueText = totalText({ value: due, currencyCode: total.currencyCode });
	throw new ParameterError(
		'amount',
		totalText(total),
		`is more than is ${what} for the room stay: ${dueText}`,
		'Enter at most that, or switch on {allowMoreThanDue} under Options.',
	);
}
