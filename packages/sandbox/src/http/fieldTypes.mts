import { parseDate, parseInstant } from '../world/time.mts';

/** The type of a field of a request. `Input` = how it is written in the request. */
export interface FieldType<Value, Input = Value> {
	/** Completes an error message: `must be a text`. */
	rule: string;
	/** undefined = the value is of another type. */
	read: (value: unknown) => Value | undefined;
	/** For types only, never set. */
	input?: Input;
}

export const anything: FieldType<unknown> = { rule: 'must be there', read: (value) => value };

export const text: FieldType<string> = {
	rule: 'must be a text',
	read: (value) => (typeof value === 'string' ? value : undefined),
};

export const nonEmptyText: FieldType<string> = {
	rule: 'must be a text that is not empty',
	read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

export function textUpTo(length: number): FieldType<string> {
	return {
		rule: `must have at most ${length} characters`,
		read: (value) => (typeof value === 'string' && value.length <= length ? value : undefined),
	};
}

export const flag: FieldType<boolean> = {
	rule: 'must be true or false',
	read: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** A switch as queries have it. */
export const flagText: FieldType<boolean> = {
	rule: flag.rule,
	read: (value) => {
		const word = String(value).toLowerCase();
		return word === 'true' || word === 'false' ? word === 'true' : undefined;
	},
};

export const number: FieldType<number> = {
	rule: 'must be a number',
	read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
};

export function numberBetween(lowest: number, highest: number): FieldType<number> {
	return {
		rule: `must be a number from ${lowest} to ${highest}`,
		read: (value) => within(number.read(value), lowest, highest),
	};
}

export function integer(lowest: number, highest: number): FieldType<number> {
	return {
		rule: `must be a whole number from ${lowest} to ${highest}`,
		read: (value) => within(Number.isInteger(value) ? Number(value) : undefined, lowest, highest),
	};
}

/** A whole number as queries have it. */
export function integerText(lowest: number, highest: number): FieldType<number, string> {
	const { rule } = integer(lowest, highest);
	return { rule, read: (value) => within(digits.read(value), lowest, highest) };
}

export const digits: FieldType<number, string> = {
	rule: 'must be a whole number',
	read: (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined),
};

export function matching(pattern: RegExp, rule: string): FieldType<string> {
	return { rule, read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) };
}

export function oneOf<const T extends string>(
	choices: readonly T[],
	rule = `must be one of ${choices.join(', ')}`,
): FieldType<T> {
	return { rule, read: (value) => choices.find((choice) => choice === value) };
}

export function someOf<const T extends string>(choices: readonly T[]): FieldType<T[]> {
	return {
		rule: `must be a list of ${choices.join(', ')}`,
		read: (value) => {
			if (!Array.isArray(value)) return undefined;
			const chosen = choices.filter((choice) => value.includes(choice));
			return chosen.length === new Set(value).size ? chosen : undefined;
		},
	};
}

export const list: FieldType<unknown[]> = {
	rule: 'must be a list',
	read: (value) => (Array.isArray(value) ? value : undefined),
};

export const texts = listOf(text, 'must be a list of texts');

export function integers(lowest: number, highest: number): FieldType<number[]> {
	return listOf(integer(lowest, highest), `must be a list of whole numbers from ${lowest} to ${highest}`);
}

/** Epoch milliseconds of a UTC instant. */
export const instant: FieldType<number, string> = {
	rule: 'must be a UTC time such as 2026-03-27T11:41:04.250Z',
	read: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
};

/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
export const date: FieldType<number, string> = {
	rule: 'must be a date such as 2026-03-27',
	read: (value) => (typeof value === 'string' ? parseDate(value) : undefined),
};

function listOf<T>(item: FieldType<T>, rule: string): FieldType<T[]> {
	return {
		rule,
		read: (value) => {
			if (!Array.isArray(value)) return undefined;
			const items = value.map(item.read).filter((one) => one !== undefined);
			return items.length === value.length ? items : undefined;
		},
	};
}

function within(value: number | undefined, lowest: number, highest: number): number | undefined {
	return value !== undefined && value >= lowest && value <= highest ? value : undefined;
}
