import { capabilitiesOf } from '../../src/n8n/capabilities.mts';
import { screensOf } from '../../src/n8n/screens.mts';
import { isAtLeast, versionOf } from '../../src/n8n/versionNumbers.mts';
import { readText } from '../../../../test/support/files';

const { dependencies } = JSON.parse(readText('runtime/package.json')) as { dependencies: { n8n: string } };
const NEWEST = dependencies.n8n;

describe('The version of n8n for the end-to-end tests', () => {
	it.each([
		['newest', NEWEST],
		['older', '1.123.81'],
		['2.40.7', '2.40.7'],
		['2.40', undefined],
		['oldest', undefined],
		['', undefined],
	])('chosen as %j is %j', (choice, version) => {
		expect(versionOf(choice, NEWEST)).toBe(version);
	});

	it.each([
		['2.40.7', '2.40.7', true],
		['2.41.0', '2.40.7', true],
		['2.9.10', '2.40.0', false],
		['1.123.81', '2.0.0', false],
		['10.0.0', '2.45.0', true],
	])('%s is at least %s: %s', (version, other, expected) => {
		expect(isAtLeast(version, other)).toBe(expected);
	});

	it('tells what it can', () => {
		expect(Object.values(capabilitiesOf('1.123.81'))).not.toContain(true);
		expect(Object.values(capabilitiesOf(NEWEST))).not.toContain(false);
	});

	it('tells what its editor writes to the console by itself', () => {
		const own = (version: string, error: string) =>
			screensOf(version).ownErrors.some((pattern) => pattern.test(error));
		const refused = 'Failed to load resource: the server responded with a status of 403 (Forbidden)';
		expect(own('1.123.81', `${refused} (/rest/ai/sessions/metadata)`)).toBe(true);
		expect(own(NEWEST, `${refused} (/rest/ai/sessions/metadata)`)).toBe(false);
		expect(own('1.123.81', `${refused} (/rest/credentials)`)).toBe(false);
	});

	it.each(['README.md', 'docs/versions.md'])('is named in %s', (file) => {
		expect(readText(file)).toMatch(
			new RegExp(`newest tested \\| ${NEWEST} |\\| ${NEWEST}, the newest tested `),
		);
		expect(readText(file)).toContain(versionOf('older', NEWEST));
	});
});
