/** A control request that is wrong or cannot be fulfilled. */
export class ControlError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

export function badControlRequest(message: string): ControlError {
	return new ControlError(400, message);
}
