import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { allowManyTokens, newClient } from './clients';
import { failureOf, type NodeFailure } from './failures';
import { harness, type NodeHarness, type TestCredential } from './n8n';
import { byId } from './pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

export const SEARCH = '/api/search/v1/properties';

/** A day so many days from now, by UTC. */
export const day = (days: number) => DateTime.utc().plus({ days }).toFormat('yyyy-MM-dd');
export const ARRIVAL = day(40);
export const DEPARTURE = day(43);

export const find: INodeParameters = { operation: 'findLowestPrices', simplify: false };
export const getOffers: INodeParameters = { operation: 'getOffers' };

/** A warning of the API, and what stands for none. */
export const real = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };
export const emptyWarnings: Array<[string, object]> = [
	['an empty list', { warnings: [] }],
	['null', { warnings: null }],
	['a list of null', { warnings: [null] }],
	['no such field', {}],
];

interface Options {
	credential?: TestCredential;
	onError?: 'continueRegularOutput';
	timezone?: string;
}

interface SentSearch {
	request: string;
	query: unknown;
	body?: IDataObject;
}

/** The search node of a test file against a sandbox of its own, which is there while its tests run. */
export interface SearchTests {
	sandbox(): Sandbox;
	node(parameters: INodeParameters, options?: Options): Promise<NodeHarness>;
	run(parameters: INodeParameters, options?: Options): Promise<INodeExecutionData[]>;
	records(parameters: INodeParameters, options?: Options): Promise<IDataObject[]>;
	failed(parameters: INodeParameters, options?: Options): Promise<NodeFailure>;
	/** What the searches sent. */
	sent(): Promise<SentSearch[]>;
	/** The next answer of this path has this body. */
	inPlaceOfBody(path: string, body: unknown): Promise<void>;
}

export function searchTests(): SearchTests {
	let started: Sandbox;
	beforeAll(async () => {
		started = await startSandbox({ seed: 23, properties: 230, bookings: 0 });
		await allowManyTokens(started);
	});
	afterAll(async () => await started.stop());
	beforeEach(async () => {
		await started.clearFaults();
		await started.resetReport();
	});

	const node: SearchTests['node'] = async (parameters, options = {}) =>
		harness(new PartnerHotelSearch(), {
			parameters: {
				resource: 'roomStay',
				propertyId: byId('1024'),
				arrivalDate: ARRIVAL,
				departureDate: DEPARTURE,
				adults: 2,
				...parameters,
			},
			credential: options.credential ?? (await newClient(started)),
			onError: options.onError,
			timezone: options.timezone,
		});
	const run: SearchTests['run'] = async (parameters, options) =>
		await (await node(parameters, options)).execute();
	return {
		sandbox: () => started,
		node,
		run,
		records: async (parameters, options) => (await run(parameters, options)).map(({ json }) => json),
		failed: async (parameters, options) => await failureOf(run(parameters, options)),
		sent: async () =>
			(await started.requests({ path: SEARCH })).map(({ method, path, query, body }) => ({
				request: `${method} ${path}`,
				query,
				...(body !== undefined && { body: body as IDataObject }),
			})),
		inPlaceOfBody: async (path, body) => {
			await started.fault({ kind: 'body', body, match: { path }, times: 1 });
		},
	};
}
