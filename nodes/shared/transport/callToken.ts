import { expiryOf } from './accessToken';
import type { ApiArea } from './areas';
import type { RequestFailure } from './classifyResponse';
import { readConnection, type Connection } from './connection';
import type { Clock } from '../rateLimit/clock';
import type { RateSlot } from '../rateLimit/scopeLimiter';
import { LATE, type Tokens } from './tokens';
import type { ApiContext } from './types';
import { TimeOverError, within } from './waiting';

/** The token endpoint has at least this long to respond, however short the wait. */
const MIN_TOKEN_WAIT_MS = 5_000;
/** A token of this age cannot have expired. */
const FRESH_MS = 1_000;

/** What the token of a call needs of the call. */
interface TokenCall {
	context: ApiContext;
	area: ApiArea;
	signal: AbortSignal;
	/** Of the total wait. */
	remainingMs(): number;
	/** For one attempt. */
	timeoutMs(): number;
	/** In the windows of token requests. */
	acquireSlot(connection: Connection): Promise<RateSlot>;
	/** @throws the failure when there is no next attempt */
	waitBeforeNext(failure: RequestFailure, attempts: number, connection: Connection): Promise<void>;
	failed(failure: RequestFailure, connection: Connection): Error;
}

/**
 * The token of one call: fetched where there is none, waited for where another call fetches it, given up when it is
 * refused.
 */
export class CallToken {
	/** The token that the service refused. */
	private refused: string | undefined;
	private renewedAt = -Infinity;
	private renewedIdentity: string | undefined;

	constructor(
		private readonly tokens: Tokens,
		private readonly clock: Clock,
		private readonly call: TokenCall,
	) {}

	/** A connection whose token has not expired. */
	async valid(): Promise<Connection> {
		const stored = await this.connection();
		if ((expiryOf(stored.accessToken) ?? Infinity) > Date.now()) return stored;
		this.refused = stored.accessToken;
		return await this.connection();
	}

	/** A connection that is ready. */
	async connection(): Promise<Connection> {
		for (let attempts = 1; ; attempts++) {
			const connection = await readConnection(this.call.context);
			if (this.isReady(connection)) return connection;
			const underWay = this.tokens.underWay(connection.identity);
			if (underWay) await this.waitForOthers(underWay, connection);
			else if (await this.renew(connection, attempts)) this.renewedIdentity = connection.identity;
			this.renewedAt = this.clock.now();
		}
	}

	/** If n8n fetches no token, as in evaluations with mocked responses, the request is sent without one. */
	isReady(connection: Connection): boolean {
		if (this.tokens.underWay(connection.identity)) return false;
		return this.mayUse(connection) || connection.identity === this.renewedIdentity;
	}

	/** A token that is refused right after it was fetched has not expired. */
	isToBeRenewed(failure: RequestFailure, sentAt: number): boolean {
		const isRefused = 'statusCode' in failure && failure.statusCode === 401;
		const isFirst = this.refused === undefined;
		const isOld = sentAt - this.renewedAt > FRESH_MS;
		return isRefused && (isFirst || (isOld && this.call.remainingMs() > 0));
	}

	giveUp(connection: Connection): void {
		this.refused = connection.accessToken;
		this.renewedIdentity = undefined;
		this.tokens.noteRefused(connection, this.call.area);
	}

	private mayUse(connection: Connection): boolean {
		const { accessToken } = connection;
		if (accessToken === undefined || accessToken === this.refused) return false;
		return !this.tokens.isRefused(connection, this.call.area);
	}

	private async waitForOthers(renewal: Promise<void>, connection: Connection): Promise<void> {
		await within(renewal, this.timeoutMs(), this.call.signal).catch((error) => {
			if (!(error instanceof TimeOverError)) throw error;
			if (this.call.remainingMs() <= 0) throw this.call.failed(LATE, connection);
		});
	}

	private async renew(connection: Connection, attempts: number): Promise<boolean> {
		const { context, signal } = this.call;
		const renewed = await this.tokens.renew(connection, {
			context,
			signal,
			timeoutMs: this.timeoutMs(),
			attempts,
			mayUse: (current) => this.mayUse(current),
			acquire: async () => await this.call.acquireSlot(connection),
		});
		if (typeof renewed === 'boolean') return renewed;
		signal.throwIfAborted();
		await this.call.waitBeforeNext(renewed, attempts, connection);
		return false;
	}

	private timeoutMs(): number {
		return Math.min(this.call.timeoutMs(), Math.max(this.call.remainingMs(), MIN_TOKEN_WAIT_MS));
	}
}
