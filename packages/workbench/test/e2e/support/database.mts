import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { messageOf } from '../../../src/util/userError.mts';

type Row = Record<string, unknown>;

const { env } = process;
const SERVER = {
	host: env['PGHOST'] ?? '127.0.0.1',
	port: Number(env['PGPORT'] ?? 5432),
	user: env['PGUSER'] ?? 'postgres',
	password: env['PGPASSWORD'] ?? '',
};
const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;

/** Numbers as numbers, times of the hotel's clock as text, instants in UTC as the API writes them. */
const TYPES = {
	getTypeParser: (type: number, format?: 'text' | 'binary') => {
		if (type === NUMERIC) return Number;
		if (type === TIMESTAMP) return (text: string) => text.replace(' ', 'T').slice(0, 16);
		if (type === TIMESTAMP_WITH_ZONE)
			return (text: string) => new Date(text).toISOString().replace('.000Z', 'Z');
		return pg.types.getTypeParser(type, format as 'text');
	},
};

/** A database of its own on a real PostgreSQL, dropped in the end. */
export class TestDatabase {
	private constructor(
		private readonly name: string,
		private readonly pool: pg.Pool,
	) {}

	static async create(): Promise<TestDatabase> {
		const name = `partner_hotel_e2e_${randomBytes(4).toString('hex')}`;
		await onServer(`CREATE DATABASE ${name}`);
		const pool = new pg.Pool({ ...SERVER, database: name, types: TYPES });
		// The drop ends connections that are still closing. Queries report errors of their own.
		pool.on('error', () => undefined);
		return new TestDatabase(name, pool);
	}

	/** What a user enters in a credential of the type `postgres`. */
	get credentialData(): Row {
		return { ...SERVER, database: this.name, ssl: 'disable' };
	}

	async rows(query: string, values: unknown[] = []): Promise<Row[]> {
		return (await this.pool.query<Row>(query, values)).rows;
	}

	async drop(): Promise<void> {
		await this.pool.end();
		await onServer(`DROP DATABASE ${this.name} WITH (FORCE)`);
	}
}

async function onServer(statement: string): Promise<void> {
	const client = new pg.Client({ ...SERVER, database: 'postgres' });
	await client.connect().catch((error) => {
		throw new Error(
			`PostgreSQL is needed for this test and was not reached at ${SERVER.host}:${SERVER.port} as ` +
				`'${SERVER.user}': ${messageOf(error)}. Start one, for example\n` +
				'  docker run --rm -p 127.0.0.1:5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:15\n' +
				'or name yours with PGHOST, PGPORT, PGUSER and PGPASSWORD. The user must be allowed to create a database.',
		);
	});
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
