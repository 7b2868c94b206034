import assert from 'node:assert/strict';
import type { Inbox, ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { until } from './examples.mts';

/** No value is missing, and no expression is left. */
export function assertComplete({ subject, text, html }: ReceivedMail): void {
	for (const part of [subject, text, html])
		assert.doesNotMatch(part, /undefined|\bnull\b|NaN|\[object|\{\{|\{hotel\}/);
}

export function mailsAbout({ mails }: Inbox, number: string): ReceivedMail[] {
	return mails.filter(({ text }) => text.includes(number));
}

/** Waits for a mail. @param part of its subject or text */
export async function mailTo(inbox: Inbox, to: string, part: string): Promise<ReceivedMail> {
	return await mailThat(
		inbox,
		`an e-mail to ${to} with '${part}'`,
		(one) => one.to.includes(to) && `${one.subject}\n${one.text}`.includes(part),
	);
}

/** Waits for a mail. */
export async function mailThat(
	{ mails }: Inbox,
	what: string,
	isIt: (mail: ReceivedMail) => boolean,
): Promise<ReceivedMail> {
	return await until(what, () => mails.find(isIt));
}
