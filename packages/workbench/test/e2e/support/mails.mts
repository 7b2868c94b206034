import assert from 'node:assert/strict';
import type { Inbox, ReceivedMail } from '../../../src/demo/inbox/inbox.mts';

/** No value is missing, and no expression is left. */
export function assertComplete({ subject, text, html }: ReceivedMail): void {
	for (const part of [subject, text, html])
		assert.doesNotMatch(part, /undefined|\bnull\b|NaN|\[object|\{\{|\{hotel\}/);
}

export function mailsAbout({ mails }: Inbox, number: string): ReceivedMail[] {
	return mails.filter(({ text }) => text.includes(number));
}
