import { createRequire } from 'node:module';
import { HOST, inRoot } from '../util/paths.mts';
import { messageOf, UserError } from '../util/userError.mts';

/* PostgreSQL and Redis for queue mode, with n8n's own drivers. */

export interface QueueServers {
	postgres: URL;
	redis: URL;
}

interface PostgresClient {
	connect(): Promise<void>;
	query(text: string): Promise<unknown>;
	end(): Promise<void>;
}

interface RedisClient {
	connect(): Promise<void>;
	keys(pattern: string): Promise<string[]>;
	del(keys: readonly string[]): Promise<number>;
	disconnect(): void;
}

const ofN8n = createRequire(inRoot('runtime', 'package.json'));

/** Their addresses: from the environment, or the usual ones on the local machine. */
export function queueServers(env: NodeJS.ProcessEnv = process.env): QueueServers {
	const postgres = new URL(`postgres://${env['PGHOST'] ?? HOST}:${env['PGPORT'] ?? '5432'}`);
	postgres.username = env['PGUSER'] ?? 'postgres';
	postgres.password = env['PGPASSWORD'] ?? '';
	return { postgres, redis: new URL(env['REDIS_URL'] ?? `redis://${HOST}:6379`) };
}

export async function createDatabase({ postgres }: QueueServers, name: string): Promise<void> {
	await runSql(postgres, [`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`, `CREATE DATABASE "${name}"`]);
}

export async function dropDatabase({ postgres }: QueueServers, name: string): Promise<void> {
	await runSql(postgres, [`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`]);
}

/** @throws UserError if Redis cannot be reached */
export async function deleteKeys({ redis: url }: QueueServers, prefix: string): Promise<void> {
	const { Redis } = ofN8n('ioredis') as {
		Redis: new (url: string, options: object) => RedisClient & ErrorSource;
	};
	const redis = new Redis(url.href, { lazyConnect: true, retryStrategy: () => null });
	// Without a listener it would write every error to the terminal.
	redis.on('error', () => undefined);
	try {
		await redis.connect();
		const keys = await redis.keys(`${prefix}*`);
		if (keys.length > 0) await redis.del(keys);
	} catch (error) {
		throw unreachable({
			server: 'Redis',
			url,
			error,
			start: 'docker run --rm -p 127.0.0.1:6379:6379 redis:7',
			variable: 'REDIS_URL',
		});
	} finally {
		redis.disconnect();
	}
}

interface ErrorSource {
	on(event: 'error', listener: () => void): void;
}

async function runSql(url: URL, statements: readonly string[]): Promise<void> {
	const { Client } = ofN8n('pg') as { Client: new (options: object) => PostgresClient };
	const client = new Client({ connectionString: new URL('/postgres', url).href });
	try {
		await client.connect();
		for (const statement of statements) await client.query(statement);
	} catch (error) {
		throw unreachable({
			server: 'PostgreSQL, as a user who may create databases,',
			url,
			error,
			start: 'docker run --rm -p 127.0.0.1:5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:15',
			variable: 'PGHOST, PGPORT, PGUSER and PGPASSWORD',
		});
	} finally {
		await client.end().catch(() => undefined);
	}
}

interface Unreachable {
	server: string;
	url: URL;
	error: unknown;
	start: string;
	variable: string;
}

function unreachable({ server, url, error, start, variable }: Unreachable): UserError {
	return new UserError(
		`Queue mode needs ${server} at ${url.host}, which failed: ${messageOf(error) || String(error)}.\n` +
			`Start one, for example with '${start}', or say with ${variable} where it is.`,
	);
}

/** n8n's settings for queue mode. */
export function queueSettings({ postgres, redis }: QueueServers, database: string): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.hostname,
		DB_POSTGRESDB_PORT: postgres.port || '5432',
		DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
		DB_POSTGRESDB_DATABASE: database,
		QUEUE_BULL_REDIS_HOST: redis.hostname,
		QUEUE_BULL_REDIS_PORT: redis.port || '6379',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
		QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
		QUEUE_BULL_PREFIX: `${database}-bull`,
		N8N_REDIS_KEY_PREFIX: `${database}-n8n`,
	};
}
