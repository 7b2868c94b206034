/** What became of a write: carried out, certainly not carried out, or unknown. */
export type Outcome = 'done' | 'notDone' | 'unknown';

/** A write of one input item, as far as it is known. */
export interface WriteAttempt {
	/** What is written, without personal data: "Payment of 100.00 EUR". */
	subject: string;
	outcome: Outcome;
	/** Where a person sees whether it was made; completes "Do not repeat it; …". */
	howToCheck: string;
	/** What was read back, where the outcome is still unknown, or what else is known. */
	figures?: string;
	/** Earlier writes with the same Idempotency Key were asked for. */
	isKeyChecked?: true;
}

/** The other input items of the same run of a node, by index. */
export interface OtherItems {
	done: readonly number[];
	unknown: readonly number[];
}

/**
 * The message of a write that failed. It begins with the outcome, because an AI agent may be told nothing else
 * (n8n drops the description of an error on one of the ways in which it runs a tool).
 * @param reason the message of the failure itself
 */
export function outcomeMessage({ subject, outcome, howToCheck }: WriteAttempt, reason: string): string {
	switch (outcome) {
		case 'notDone':
			return `${subject}: not made. ${reason}`;
		case 'done':
			return `${subject}: made. Do not repeat it. ${reason}`;
		case 'unknown':
			return `${subject}: unknown whether it was made. Do not repeat it; ${howToCheck}. ${reason}`;
	}
}

/**
 * The description of a write that failed: what to do about it, and what else the run did.
 * @param advice the description of the failure itself
 */
export function outcomeDescription(
	{ outcome, figures }: WriteAttempt,
	advice: string | undefined,
	itemIndex: number,
	others: OtherItems,
): string {
	const which = itemIndex > 0 ? `This is item ${itemIndex}.` : undefined;
	return [advice, figures, which, othersText(outcome, others)].filter(Boolean).join(' ');
}

function othersText(outcome: Outcome, { done, unknown }: OtherItems): string | undefined {
	if (done.length === 0 && unknown.length === 0) {
		return outcome === 'notDone' ? 'Nothing was carried out before in this run.' : undefined;
	}
	const carriedOut = `Carried out before in this run: ${itemsText(done)}.`;
	const notKnown = `Unknown whether carried out: ${itemsText(unknown)}.`;
	return [
		done.length > 0 ? carriedOut : undefined,
		unknown.length > 0 ? notKnown : undefined,
		'Leave them out of any other run, which would carry them out twice.',
	]
		.filter(Boolean)
		.join(' ');
}

const MAX_NAMED = 20;

function itemsText(indexes: readonly number[]): string {
	const [first, ...more] = indexes;
	if (more.length === 0) return `item ${first}`;
	if (indexes.length > MAX_NAMED) return `${indexes.length} items, the last of them item ${indexes.at(-1)}`;
	return `items ${indexes.slice(0, -1).join(', ')} and ${indexes.at(-1)}`;
}
