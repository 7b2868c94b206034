import { filesBelow, readText } from '../support/files';

const API = ['api/bookings', 'api/property', 'api/response'];

/** From the bottom to the top: a room may import from the rooms named, all of which stand before it. */
const ROOMS: Record<string, readonly string[]> = {
	util: [],
	dates: ['util'],
	rateLimit: ['util'],
	transport: ['rateLimit', 'util'],
	privacy: ['transport', 'util'],
	'api/response': ['transport', 'util'],
	'api/property': ['api/response', 'transport', 'rateLimit', 'dates', 'util'],
	'api/bookings': ['api/property', 'api/response', 'transport', 'dates', 'util'],
	rules: ['api/property', 'api/response', 'dates'],
	writes: ['transport', 'util'],
	operation: ['writes', 'api/response', 'privacy', 'transport', 'dates', 'util'],
	parameters: ['operation', ...API, 'transport', 'dates', 'util'],
	pms: ['parameters', 'operation', ...API, 'transport', 'rateLimit', 'util'],
	polling: ['pms', 'operation', 'api/property', 'api/response', 'transport', 'rateLimit', 'dates', 'util'],
	journey: ['polling', 'pms', 'operation', 'rules', 'privacy', ...API, 'transport', 'dates', 'util'],
};

const SHARED = 'nodes/shared';

function importsOf(file: string): string[] {
	return [...readText(file).matchAll(/from '(\.[^']+)'/g)].map(([, target]) =>
		new URL(target as string, `file:///${file}`).pathname.slice(1),
	);
}

/** A folder of nodes/shared, or one within it if it has folders. */
function roomOf(file: string): string {
	return file
		.slice(SHARED.length + 1)
		.split('/')
		.slice(0, -1)
		.join('/');
}

describe('the rooms of nodes/shared', () => {
	const files = filesBelow(SHARED, '.ts');

	it('hold every file', () => {
		expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ROOMS).sort());
	});

	it('stand one above the other', () => {
		const names = Object.keys(ROOMS);
		for (const [index, name] of names.entries()) {
			expect(names.slice(0, index)).toEqual(expect.arrayContaining([...(ROOMS[name] ?? [])]));
		}
	});

	it.each(Object.entries(ROOMS))('%s imports from the rooms below it: %j', (room, below) => {
		const targets = files.filter((file) => roomOf(file) === room).flatMap(importsOf);
		const others = new Set(targets.map(roomOf).filter((target) => target !== room));
		expect([...others].sort()).toEqual([...below].sort());
	});

	it('know no node', () => {
		const outside = files.flatMap(importsOf).filter((target) => !target.startsWith(`${SHARED}/`));
		expect(outside).toEqual([]);
	});

	it('are entered by a node without passing through another node', () => {
		const nodes = filesBelow('nodes', '.ts').filter((file) => !file.startsWith(SHARED));
		const strangers = nodes.flatMap((file) => {
			const own = file.split('/').slice(0, 2).join('/');
			return importsOf(file).filter((target) => ![own, SHARED].some((room) => target.startsWith(`${room}/`)));
		});
		expect(strangers).toEqual([]);
	});
});

it('no file imports one that imports it, directly or through others', () => {
	const imports = new Map(
		filesBelow('nodes', '.ts').map((file) => [file, importsOf(file).map((target) => `${target}.ts`)]),
	);
	const left = new Set(imports.keys());
	const isFree = (file: string) => !imports.get(file)?.some((target) => left.has(target));
	for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree))
		for (const file of free) left.delete(file);
	expect([...left]).toEqual([]);
});
