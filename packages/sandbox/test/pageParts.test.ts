import { isFromOtherOrigin, isNavigation, namesThisMachine } from '../src/http/origin.mts';
import { html } from '../src/page/html.mts';
import { Messages } from '../src/page/messages.mts';
import { slackText } from '../src/page/slackText.mts';

describe('A template', () => {
	it('escapes what is put into it, in texts, attributes and lists', () => {
		const name = `<b title="x">O'Neil & Co</b>`;
		const shown = '&lt;b title=&quot;x&quot;&gt;O&#39;Neil &amp; Co&lt;/b&gt;';

		expect(html`<p title="${name}">${[name, html`<i>${name}</i>`]}</p>`.text).toBe(
			`<p title="${shown}">${shown}<i>${shown}</i></p>`,
		);
	});

	it('writes nothing for what is not there, and numbers as they are', () => {
		expect(html`${undefined}${null}${false}${[]}${0}${''}`.text).toBe('0');
	});
});

describe('A Slack message', () => {
	it.each<[string, string, string]>([
		['bold words', '*New booking* 1', '<p><strong>New booking</strong> 1</p>'],
		['italic and struck words', '_one_ ~two~', '<p><em>one</em> <s>two</s></p>'],
		['marks within marks', '*_both_*', '<p><strong><em>both</em></strong></p>'],
		['marks in code', '`*not bold*`', '<p><code>*not bold*</code></p>'],
		['marks within words', 'snake_case_name 2*3*4', '<p>snake_case_name 2*3*4</p>'],
		['lines', 'one\ntwo', '<p>one</p><p>two</p>'],
		['an empty line', 'one\n\ntwo', '<p>one</p><p>&nbsp;</p><p>two</p>'],
		['a quote', '&gt; said', '<blockquote>said</blockquote>'],
		['a list', '• first', '<p class="item">• first</p>'],
		['code over lines', '```a\n*b*```', '<pre>a\n*b*</pre>'],
		['signs that Slack takes encoded', 'A &amp; B &lt;c&gt;', '<p>A &amp; B &lt;c&gt;</p>'],
		[
			'a link with words',
			'<https://hotel.example/?a=1&amp;b=2|Open>',
			'<p><a href="https://hotel.example/?a=1&amp;b=2" rel="noreferrer" target="_blank">Open</a></p>',
		],
		['a mention', 'Hi <!here>', '<p>Hi <span class="mention">@here</span></p>'],
		['markup', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
		['another kind of address', '<javascript:alert(1)|x>', '<p>&lt;javascript:alert(1)|x&gt;</p>'],
		[
			'an address with a sign',
			'<https://x.example/"onclick="alert(1)>',
			'<p><a href="https://x.example/&quot;onclick=&quot;alert(1)" rel="noreferrer" target="_blank">' +
				'https://x.example/&quot;onclick=&quot;alert(1)</a></p>',
		],
	])('shows %s', (_, sent, shown) => {
		expect(slackText(sent).text).toBe(shown);
	});
});

describe('A request', () => {
	const host = '127.0.0.1:4010';
	const sent = (headers: Record<string, string>, method = 'POST') => ({
		method,
		headers: { host, ...headers },
	});

	it.each<[string, Record<string, string>, boolean]>([
		['of a program', {}, false],
		['of the page itself', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, false],
		['of another port', { origin: 'http://127.0.0.1:5678' }, true],
		['of another page', { origin: 'https://evil.example' }, true],
		['of a page that hides its origin', { origin: 'null' }, true],
		['without an origin, of another page', { 'sec-fetch-site': 'cross-site' }, true],
		['that a user typed', { 'sec-fetch-site': 'none' }, false],
	])('%s', (_, headers, other) => {
		expect(isFromOtherOrigin(sent(headers))).toBe(other);
	});

	it('for a link that is followed is told from one of a frame and from a form', () => {
		const followed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

		expect(isNavigation(sent(followed, 'GET'))).toBe(true);
		expect(isNavigation(sent(followed, 'POST'))).toBe(false);
		expect(isNavigation(sent({ ...followed, 'sec-fetch-dest': 'iframe' }, 'GET'))).toBe(false);
	});

	it.each<[string, boolean]>([
		['127.0.0.1:4010', true],
		['[::1]:4010', true],
		['localhost:4010', true],
		['desk.example', true],
		['evil.example:4010', false],
		['127.0.0.1.evil.example', false],
		['', false],
	])('for %j names this machine: %s', (name, expected) => {
		expect(namesThisMachine({ headers: { host: name } }, 'Desk.example')).toBe(expected);
	});
});

describe('The messages', () => {
	it('are kept with the latest first, and the oldest are dropped', () => {
		const messages = new Messages();
		for (let number = 1; number <= 2_005; number += 1)
			messages.add({ kind: 'slack', text: String(number) }, number);

		expect(messages.count).toBe(2_005);
		expect(messages.latest(2).map(({ id }) => id)).toEqual([2_005, 2_004]);
		expect(messages.latest(Infinity)).toHaveLength(2_000);
		expect(messages.get(5)).toBeUndefined();
		expect(messages.get(6)).toMatchObject({ text: '6' });
	});
});
