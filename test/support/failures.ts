export interface NodeFailure {
	message: string;
	description?: string;
	httpCode?: string;
	failure?: { cause: string; retryAfterMs?: number };
	context: {
		itemIndex?: number;
		apiErrors?: unknown;
		outcome?: string;
		doneItems?: number[];
		unknownItems?: number[];
	};
}

/** The error of work that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<NodeFailure> {
	return await work.then(
		(value) => {
			throw new Error(`It should have failed, yet it gave ${JSON.stringify(value)}`);
		},
		(error: unknown) => error as NodeFailure,
	);
}
