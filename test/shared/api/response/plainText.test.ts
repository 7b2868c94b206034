import fc, { runs } from '../../../support/fastCheck';

import { plainText } from '../../../../nodes/shared/api/response/plainText';

describe('a description as text', () => {
	it.each([
		['<p>Best price</p>', 'Best price'],
		['<p>Flexible<br>No changes, no refunds.</p>', 'Flexible\nNo changes, no refunds.'],
		['Corporate: <em>for contracted companies</em>', 'Corporate: for contracted companies'],
		['<ul><li>Breakfast</li><li>Parking</li></ul>', '• Breakfast\n• Parking'],
		['<p>One</p>\n\n<p>Two</p>', 'One\nTwo'],
		['<a href="https://hotel.example/?a=1&amp;b=2">Terms</a> &amp; conditions', 'Terms & conditions'],
		['Bed&nbsp;&amp;&nbsp;breakfast', 'Bed & breakfast'],
		['from 20&nbsp;&euro;, 24&#8239;h, &#x2013; &unknown;', 'from 20 €, 24\u202fh, – &unknown;'],
		[
			'Fr&uuml;hst&uuml;ck &agrave; la carte, 1 &times; &frac12; &Yacute;&yuml;&copy;',
			'Frühstück à la carte, 1 × ½ Ýÿ©',
		],
		['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
		['<style>p { color: red }</style><p>Text</p><!-- <b>note</b> -->', 'Text'],
		['<SCRIPT type="x">alert(1)</SCRIPT>Text', 'Text'],
		['&#0; &#9999999;', '&#0; &#9999999;'],
	])('%j', (html, text) => {
		expect(plainText(html)).toBe(text);
	});

	it.each(['Rooms < 20 m² & > 10 m²', 'Bed & breakfast\n\n  for two', '5 <3 6', '', null, undefined, 7])(
		'%j stays as it is',
		(description) => {
			expect(plainText(description)).toBe(description);
		},
	);

	it('leaves no tag', () => {
		const part = fc.constantFrom(
			'<p>',
			'</p>',
			'<b',
			'>',
			'<',
			'x',
			' ',
			'<br/>',
			'<!--',
			'-->',
			'<li>',
			'<script>',
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
				const text = plainText(parts.join(''));
				expect(text).not.toMatch(/<\/?(p|br|li)\b[^<>]*>/);
			}),
			{ numRuns: runs(500) },
		);
	});
});
