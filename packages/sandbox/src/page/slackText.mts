import { Html, html, type Part } from './html.mts';

/** Renders text as Slack does: bold, italic, struck and code words, links, quotes and lists. */
export function slackText(mrkdwn: string): Html {
	return html`${mrkdwn
		.split(/```/)
		.map((part, index) => (index % 2 === 1 ? html`<pre>${decoded(part).trim()}</pre>` : lines(part)))}`;
}

/** The line ends beside a block of code belong to it. */
function lines(text: string): Html[] {
	const inner = text.replace(/^\n|\n$/g, '');
	return inner === '' ? [] : inner.split('\n').map(line);
}

function line(text: string): Html {
	const quote = /^(?:&gt;|>) ?(.*)$/.exec(text);
	if (quote !== null) return html`<blockquote>${inline(quote[1] ?? '')}</blockquote>`;
	const item = /^[•*-] +(.*)$/.exec(text);
	if (item !== null) return html`<p class="item">• ${inline(item[1] ?? '')}</p>`;
	return html`<p>${text.trim() === '' ? new Html('&nbsp;') : inline(text)}</p>`;
}

const LINK = /<(https?:\/\/[^|>\s]+|mailto:[^|>\s]+)(?:\|([^>]*))?>/;
const MENTION = /<([!@#])([^|>]*)(?:\|([^>]*))?>/;
/** Slack formats words only if the mark is between a space or sign and a letter. */
const MARK = /(^|[\s([{"'.,;:!?])([*_~`])(\S(?:[^\n]*?\S)?)\2(?=$|[\s)\]}"'.,;:!?])/;
const TAGS: Record<string, (inner: Part) => Html> = {
	'*': (inner) => html`<strong>${inner}</strong>`,
	_: (inner) => html`<em>${inner}</em>`,
	'~': (inner) => html`<s>${inner}</s>`,
	'`': (inner) => html`<code>${inner}</code>`,
};

function inline(text: string): Part {
	const link = LINK.exec(text);
	if (link !== null) {
		const [, address = '', label = address] = link;
		const anchor = html`<a href="${decoded(address)}" rel="noreferrer" target="_blank">${decoded(label)}</a>`;
		return around(text, link, anchor);
	}
	const mention = MENTION.exec(text);
	if (mention !== null) {
		const [, kind, name = '', label] = mention;
		const shown = `${kind === '#' ? '#' : '@'}${decoded(label ?? name)}`;
		return around(text, mention, html`<span class="mention">${shown}</span>`);
	}
	const mark = MARK.exec(text);
	if (mark === null) return decoded(text);
	const [whole, lead = '', sign = '', words = ''] = mark;
	const inner = sign === '`' ? decoded(words) : inline(words);
	const tagged = TAGS[sign]?.(inner) ?? whole;
	return [inline(text.slice(0, mark.index)), lead, tagged, inline(text.slice(mark.index + whole.length))];
}

function around(text: string, { index, 0: whole }: RegExpExecArray, middle: Html): Part {
	return [inline(text.slice(0, index)), middle, inline(text.slice(index + whole.length))];
}

/** Slack expects these three characters escaped. */
function decoded(text: string): string {
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
