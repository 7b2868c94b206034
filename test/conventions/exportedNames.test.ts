import { filesBelow, readText } from '../support/files';

/** Each node of a kind has these once, in its own folder. */
const PATTERN = [
	// A node's resources, and resources of two nodes, which are named as their folders.
	'resources',
	'guestJourney',
	'roomStay',
	// A trigger's settings.
	'parameters',
	'Settings',
	'readSettings',
	// A polling trigger's state, and what pollingTrigger.ts needs of it.
	'TriggerState',
	'PropertyState',
	'stateFormat',
	'startMissing',
	'startProperty',
	'forgetOld',
	'putFirst',
	'poll',
	'runPoll',
	'fetchTestEvent',
];

const EXPORT = /^export (?:async function|const|function|type|interface|class|enum) (\w+)/gm;

/** The files by the names that they export. */
function exportedNames(files: string[]): Map<string, string[]> {
	const filesByName = new Map<string, string[]>();
	for (const file of files) {
		for (const [, name = ''] of readText(file).matchAll(EXPORT)) {
			filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
		}
	}
	return filesByName;
}

describe('an exported name of nodes/', () => {
	const exported = exportedNames(filesBelow('nodes', '.ts'));

	it('has one meaning, and so one file', () => {
		const others = [...exported].filter(([name]) => !PATTERN.includes(name));
		expect(others.length).toBeGreaterThan(500);
		expect(others.filter(([, files]) => files.length > 1)).toEqual([]);
	});

	it.each(PATTERN)('%s is of several nodes, each of which has one', (name) => {
		const folders = (exported.get(name) ?? []).map((file) => file.split('/').slice(0, 2).join('/'));
		expect(folders.length).toBeGreaterThan(1);
		expect(new Set(folders).size).toBe(folders.length);
		expect(folders).not.toContain('nodes/shared');
	});
});
