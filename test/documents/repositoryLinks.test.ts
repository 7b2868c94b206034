import { readText, writesDocuments, writeText } from '../support/files';
import { filesWithLinks, REPOSITORY } from '../support/repository';

describe.each(filesWithLinks)('%s', (file, withLinks) => {
	it('links to the repository of package.json; if not: npm run docs', () => {
		const expected = withLinks(readText(file));
		expect(expected).toContain(REPOSITORY);
		if (writesDocuments) writeText(file, expected);
		expect(readText(file)).toBe(expected);
	});
});
