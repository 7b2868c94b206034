const MAX_LINES = 70;
const MAX_DEPTH = 8;
const MAX_TEXT = 90;
const LEFT_OUT = '…';

/** Cuts lists to their first entry and texts to a readable length, and deep records where it would get long. */
export function shortened(value: unknown): unknown {
	for (let depth = MAX_DEPTH; depth > 1; depth--) {
		const cut = cutBelow(value, depth);
		if (json(cut).split('\n').length <= MAX_LINES) return cut;
	}
	return cutBelow(value, 1);
}

function cutBelow(value: unknown, depth: number): unknown {
	if (typeof value === 'string') {
		return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}${LEFT_OUT}` : value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return cutList(value, depth);
	if (Object.keys(value).length > 0 && depth === 0) return LEFT_OUT;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cutBelow(entry, depth - 1)]));
}

function cutList(list: readonly unknown[], depth: number): unknown {
	if (list.length === 0) return [];
	const first = cutBelow(list[0], depth);
	if (first === LEFT_OUT) return [LEFT_OUT];
	return list.length === 1 ? [first] : [first, LEFT_OUT];
}

/** JSON with short lists and records on one line. */
export function json(value: unknown): string {
	const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');
	return JSON.stringify(value, null, 2).replace(/[[{]\n[^[\]{}]*\n\s*[\]}]/g, (short) => {
		const line = onOneLine(short);
		return line.length <= 80 ? line : short;
	});
}
