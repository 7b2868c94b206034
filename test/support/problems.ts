/** A failure as the transport reports it. */
export function problem(kind: 'status' | 'wait', status?: number): Error {
	return Object.assign(new Error(`${kind} ${status}`), { httpCode: String(status), context: { kind } });
}
