import type { IExecuteFunctions } from 'n8n-workflow';

import type { Api } from '../transport/types';
import { ParameterError } from '../util/parameterError';
import { reserveWrite } from './earlierWrites';
import type { Outcome, WriteAttempt } from './outcome';
import { readBackOutcome } from './readBack';
import type { Write, Written } from './write';

/** An identical write is under way, or its outcome is unknown. */
export class RepeatedWriteError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'RepeatedWriteError';
	}
}

/** Where and how a write is carried out. */
export interface WriteSettings {
	context: IExecuteFunctions;
	/** May send writes; its errors are those of the transport. */
	api: Api;
	signal: AbortSignal;
	/** Resource and operation. */
	operation: string;
	/** How long an identical write is refused after one with an unknown outcome. */
	refuseWithinMs: number;
}

/**
 * Carries out a write, once, and finds out what became of it. Its outcome is put into `attempt`, whatever happens.
 * @throws what the transport throws, unless the hotel's records show that the write was made
 */
export async function carryOut(
	write: Write,
	settings: WriteSettings,
	attempt: WriteAttempt,
): Promise<Written> {
	const { context, api, operation, refuseWithinMs, signal } = settings;
	Object.assign(attempt, { subject: write.subject, howToCheck: write.howToCheck });
	const fingerprint = JSON.stringify([await api.recipient(write.request.area), operation, ...write.identity]);
	attempt.isKeyChecked = true;
	const reserved = await reserveWrite(context, { fingerprint, key: write.key, refuseWithinMs });
	if (reserved.state === 'repeated') {
		attempt.outcome = 'done';
		return { repeated: true };
	}
	if (reserved.state === 'otherWrite') throw otherWrite(write);
	if (reserved.state === 'unknown') {
		attempt.outcome = 'unknown';
		throw notSent(reserved.by, refuseWithinMs);
	}
	try {
		await write.permit?.();
		return await send(write, api, attempt, signal);
	} finally {
		const { outcome } = attempt;
		await reserved.settle(outcome).catch(() => {
			context.logger.warn(`Partner Hotel: ${write.subject}: its outcome (${outcome}) could not be stored`);
		});
		if (signal.aborted) context.logger.info(stoppedText(write.subject, outcome));
	}
}

async function send(
	{ request, errors, check, readBack }: Write,
	api: Api,
	attempt: WriteAttempt,
	signal: AbortSignal,
): Promise<Written> {
	const onAttempt = (mayBeProcessed: boolean) => {
		attempt.outcome = mayBeProcessed ? 'unknown' : 'notDone';
	};
	return await api
		.send(request, { errors, onAttempt })
		.then(({ body }) => {
			check?.(body);
			attempt.outcome = 'done';
			return { body };
		})
		.catch(async (error) => {
			if (attempt.outcome !== 'unknown' || !readBack) throw error;
			const { outcome, figures } = await readBackOutcome(readBack, api, signal);
			Object.assign(attempt, { outcome, figures });
			if (outcome !== 'done') throw error;
			return { readBack: true };
		});
}

function otherWrite({ key }: Write): ParameterError {
	return new ParameterError(
		'idempotencyKey',
		key,
		'was used for another write in this workflow',
		'Use a key of its own for each write, such as the number of its invoice.',
	);
}

function notSent(by: 'identical' | 'key', refuseWithinMs: number): RepeatedWriteError {
	const same = by === 'key' ? 'The one with the same Idempotency Key' : 'An identical one';
	const minutes = Math.round(refuseWithinMs / 60_000);
	return new RepeatedWriteError(
		`${same} has no known outcome, so this one was not sent.`,
		by === 'key'
			? "If it was not made, enter another 'Idempotency Key'."
			: `If it was not made, it is accepted ${minutes} minutes after the first one, or at once with 'Refuse Repeats For (Minutes)' set to 0 under Options.`,
	);
}

function stoppedText(subject: string, outcome: Outcome): string {
	const text = { done: 'made', notDone: 'not made', unknown: 'unknown whether it was made' }[outcome];
	return `Partner Hotel: ${subject}: ${text}. The execution was stopped meanwhile.`;
}
