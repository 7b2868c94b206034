import { parseDate, parseInstant } from '../world/time.mts';

/** A control request that cannot be understood or met. */
export class ControlError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** The fields of a control request's JSON body, read one by one; a wrong one is refused by name. */
export class Fields {
	private constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

	/** An absent body counts as an empty one. Fields outside `known` are refused: they are typing errors. */
	static of(body: unknown, known: readonly string[], what = 'The body'): Fields {
		const fields = body ?? {};
		if (typeof fields !== 'object' || Array.isArray(fields)) {
			throw new ControlError(400, `${what} must be a JSON object`);
		}
		const unknown = Object.keys(fields).filter((name) => !known.includes(name));
		if (unknown.length > 0) {
			throw new ControlError(400, `${what} has no ${unknown.join(', ')}; known: ${known.join(', ')}`);
		}
		return new Fields(fields as Record<string, unknown>);
	}

	raw(name: string): unknown {
		return this.fields[name];
	}

	text(name: string): string | undefined {
		return this.read(name, 'a text that is not empty', (value) =>
			typeof value === 'string' && value !== '' ? value : undefined,
		);
	}

	flag(name: string): boolean | undefined {
		return this.read(name, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
	}

	number(name: string, lowest: number, highest: number): number | undefined {
		return this.read(name, `a number from ${lowest} to ${highest}`, (value) =>
			typeof value === 'number' && value >= lowest && value <= highest ? value : undefined,
		);
	}

	integer(name: string, lowest: number, highest: number): number | undefined {
		return this.read(name, `a whole number from ${lowest} to ${highest}`, (value) =>
			Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest
				? Number(value)
				: undefined,
		);
	}

	oneOf<const T extends string>(name: string, choices: readonly T[]): T | undefined {
		return this.read(name, `one of ${choices.join(', ')}`, (value) =>
			choices.find((choice) => choice === value),
		);
	}

	someOf<const T extends string>(name: string, choices: readonly T[]): T[] | undefined {
		return this.read(name, `a list of ${choices.join(', ')}`, (value) => {
			if (!Array.isArray(value)) return undefined;
			const chosen = choices.filter((choice) => value.includes(choice));
			return chosen.length === new Set(value).size ? chosen : undefined;
		});
	}

	texts(name: string): string[] | undefined {
		return this.read(name, 'a list of texts', (value) =>
			Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined,
		);
	}

	/** Epoch milliseconds of a UTC instant. */
	instant(name: string): number | undefined {
		return this.read(name, 'a UTC time such as 2026-03-27T11:41:04.250Z', (value) =>
			typeof value === 'string' ? parseInstant(value) : undefined,
		);
	}

	/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
	date(name: string): number | undefined {
		return this.read(name, 'a date such as 2026-03-27', (value) =>
			typeof value === 'string' ? parseDate(value) : undefined,
		);
	}

	private read<T>(name: string, wanted: string, read: (value: unknown) => T | undefined): T | undefined {
		const value = this.fields[name];
		if (value === undefined) return undefined;
		const result = read(value);
		if (result === undefined) throw new ControlError(400, `${name} must be ${wanted}`);
		return result;
	}
}

export function required<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new ControlError(400, `${name} is missing`);
	return value;
}
