import { markdownTable } from '../../../simulator/src/util/markdownTable.mts';
import { withFigures } from '../../src/figures/writeFigures.mts';

const document = `# Trigger

<!-- figures: kills -->

| old |

<!-- end of figures -->

Between.

<!-- figures: soak -->
<!-- end of figures -->
`;

describe('A table of figures', () => {
	it('has a line for the heads and one for each row', () => {
		expect(markdownTable(['', 'Measured'], [['Lost', 0]])).toBe(
			'|  | Measured |\n| --- | --- |\n| Lost | 0 |',
		);
	});

	it('keeps a bar within its cell', () => {
		expect(markdownTable(['a | b'], [])).toContain('| a \\| b |');
	});
});

describe('Figures in a document', () => {
	it('take the place of the earlier ones, and leave the rest as it is', () => {
		expect(withFigures(document, { kills: '| new |\n' })).toBe(document.replace('| old |', '| new |'));
	});

	it('stand apart from the marks where there were none before', () => {
		expect(withFigures(document, { soak: '0 lost' })).toContain(
			'<!-- figures: soak -->\n\n0 lost\n\n<!-- end of figures -->\n',
		);
	});

	it('keep what looks like a pattern of a replacement', () => {
		expect(withFigures(document, { kills: "$& $' $1" })).toContain("\n\n$& $' $1\n\n");
	});

	it.each([
		['there is no place', document, { history: '' }],
		['the place has no end', '<!-- figures: kills -->\n', { kills: '' }],
		['there are two places', document + document, { kills: '' }],
	])('are refused where %s', (_, text, figures) => {
		expect(() => withFigures(text, figures)).toThrow('There must be one place for the figures');
	});
});
