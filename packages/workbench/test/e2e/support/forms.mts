import assert from 'node:assert/strict';
import type { ReceivedMail } from '../../../src/demo/inbox/inbox.mts';

/** n8n takes a visitor without a browser for a program that looks at links in advance. */
export const BROWSER = {
	'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/130 Safari/537.36',
};

/**
 * Every address in an e-mail, as it is reached from here.
 * @param url of n8n
 */
export function linksIn({ html }: ReceivedMail, url: string): string[] {
	return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) => {
		const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
		return `${url}${pathname}${search}`;
	});
}

/** Sends the form behind a link with these values of its fields. */
export async function sendForm(link: string, ...values: string[]): Promise<void> {
	const form = new FormData();
	for (const [position, value] of values.entries()) form.set(`field-${position}`, value);
	const response = await fetch(link, { method: 'POST', headers: BROWSER, body: form });
	assert.equal(response.status, 200);
}
