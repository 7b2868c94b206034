import type { ReceivedMail, ReceivedSlackMessage } from './inbox.mts';

const STYLE =
	'body{font:15px/1.5 sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem}' +
	'article{border:1px solid #ccc;border-radius:8px;margin:1rem 0;padding:.5rem 1rem}pre{white-space:pre-wrap}iframe{width:100%;height:30rem;border:0}small{color:#666}';

/** What was received, the latest first; it looks for more by itself. */
export function inboxPage(
	mails: readonly ReceivedMail[],
	slackMessages: readonly ReceivedSlackMessage[],
): string {
	const entries = [
		...mails.map((mail) => ({ at: mail.receivedAt, html: mailEntry(mail) })),
		...slackMessages.map((message) => ({ at: message.receivedAt, html: slackEntry(message) })),
	];
	const shown = entries.sort((one, other) => other.at.getTime() - one.at.getTime()).map(({ html }) => html);
	return (
		'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5">' +
		`<title>Messages of the workflows</title><style>${STYLE}</style><h1>Messages of the workflows</h1>` +
		`${shown.join('') || '<p>Nothing yet. It appears here by itself.</p>'}</html>`
	);
}

function mailEntry({ receivedAt, to, subject, text, html, attachments }: ReceivedMail): string {
	const files = attachments.map(({ name }) => name).join(', ');
	return entry(
		receivedAt,
		`E-mail to ${to.join(', ')}`,
		`${subject}\n\n${text}${files && `\n\nAttached: ${files}`}`,
		html,
	);
}

function slackEntry({ receivedAt, text }: ReceivedSlackMessage): string {
	// Slack takes these three signs encoded.
	const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
	return entry(receivedAt, 'Slack', shown);
}

function entry(at: Date, title: string, body: string, html = ''): string {
	// Without the rights to run scripts, and to reach this page.
	const page = html && `<iframe sandbox title="The message in HTML" srcdoc="${encoded(html)}"></iframe>`;
	return `<article><small>${at.toLocaleTimeString()} · ${encoded(title)}</small><pre>${encoded(body)}</pre>${page}</article>`;
}

function encoded(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
