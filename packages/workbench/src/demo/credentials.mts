import pg from 'pg';
import type { Inbox } from './inbox/inbox.mts';
import { credentialFor } from '../n8n/credential.mts';
import { CREDENTIAL_TYPE } from '../n8n/n8nClient.mts';
import type { CredentialReference } from '../n8n/types.mts';
import { HOST } from '../util/paths.mts';
import type { Stack } from '../n8n/stack.mts';

export const CREDENTIAL_NAME = 'Sandbox';
const MAIL_CREDENTIAL = 'Local inbox';
export const EVENTS_CREDENTIAL = 'Sandbox events';
/** No secret, like that of the sandbox: both listen on this machine only. */
export const EVENTS_KEY = 'sandbox-events-key';
const POSTGRES_CREDENTIAL = 'Local PostgreSQL';
const CONNECTS_WITHIN_MS = 1_000;

export interface DemoCredentials {
	/** By type. */
	byType: Record<string, CredentialReference> & { [CREDENTIAL_TYPE]: CredentialReference };
	/** Whether the address of the sandbox has changed. */
	sandboxMoved: boolean;
	/** The server in use, if one responds. */
	postgres?: string;
}

/** The credentials of the example workflows, as far as this machine has their services. */
export async function provideCredentials(stack: Stack, inbox: Inbox): Promise<DemoCredentials> {
	const sandbox = await provide(stack, {
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_TYPE,
		data: { ...credentialFor(stack.sandbox) },
		address: 'baseUrl',
	});
	const mail = await provide(stack, {
		name: MAIL_CREDENTIAL,
		type: 'smtp',
		data: { host: HOST, port: inbox.mailPort, secure: false, disableStartTls: true, user: '', password: '' },
		address: 'port',
	});
	const events = await provide(stack, {
		name: EVENTS_CREDENTIAL,
		type: 'httpHeaderAuth',
		data: { name: 'API-KEY', value: EVENTS_KEY },
	});
	const server = postgresServer();
	const postgres = (await answers(server))
		? await provide(stack, {
				name: POSTGRES_CREDENTIAL,
				type: 'postgres',
				data: { ...server, ssl: 'disable' },
			})
		: undefined;
	return {
		byType: {
			[CREDENTIAL_TYPE]: sandbox.credential,
			smtp: mail.credential,
			httpHeaderAuth: events.credential,
			...(postgres && { postgres: postgres.credential }),
		},
		sandboxMoved: sandbox.moved,
		...(postgres && { postgres: `${server.host}:${server.port}, database '${server.database}'` }),
	};
}

interface Wish {
	name: string;
	type: string;
	data: Record<string, unknown>;
	/** The field with a port of this run. */
	address?: string;
}

async function provide(
	{ client }: Stack,
	wish: Wish,
): Promise<{ credential: CredentialReference; moved: boolean }> {
	const { name, type, data, address } = wish;
	const known = await client.findCredential(name);
	if (known === undefined)
		return { credential: await client.createCredential(name, data, type), moved: false };
	if (address === undefined) return { credential: known, moved: false };
	const stored: Record<string, unknown> = { ...(await client.credentialData(known)) };
	const moved = stored[address] !== data[address] && isLocal(stored);
	if (moved) await client.updateCredential(known, data, type);
	return { credential: known, moved };
}

/** Any other address was set by the user. */
function isLocal({ baseUrl = '', host = '' }: Record<string, unknown>): boolean {
	return host === HOST || /^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(String(baseUrl));
}

type Server = Required<Pick<pg.ClientConfig, 'host' | 'port' | 'user' | 'database'>> & { password: string };

function postgresServer(): Server {
	const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = process.env;
	return {
		host: PGHOST ?? HOST,
		port: Number(PGPORT ?? 5432),
		user: PGUSER ?? 'postgres',
		password: PGPASSWORD ?? '',
		database: PGDATABASE ?? 'postgres',
	};
}

async function answers(server: Server): Promise<boolean> {
	const client = new pg.Client({ ...server, connectionTimeoutMillis: CONNECTS_WITHIN_MS });
	return await client.connect().then(
		async () => {
			await client.end();
			return true;
		},
		() => false,
	);
}
