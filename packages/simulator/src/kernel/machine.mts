import Module, { createRequire } from 'node:module';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import type { Random } from '../../../sandbox/src/world/random.mts';
import type { Owner } from './virtualTime.mts';

const { cache } = createRequire(import.meta.url);
const CREDENTIAL = 'PartnerHotelOAuth2Api';
const NODES = [
	...['Bookings', 'Content', 'Pms', 'ReferenceData', 'Search'],
	...['Trigger', 'ReservationTrigger', 'GuestJourneyTrigger'],
].map((area) => `PartnerHotel${area}`);

/** An n8n process. It loads its own copy of the built package, so processes share no memory. */
export class Machine implements Owner {
	clockOffsetMs = 0;
	alive = true;
	readonly nodes: ReadonlyMap<string, INodeType>;
	readonly credential: ICredentialType;

	/** @param built the folder of the built package */
	constructor(
		readonly name: string,
		private readonly random: Random,
		built: string,
	) {
		// A module keeps what it has loaded. With its own module, the copy can be freed with the machine.
		const loader = new Module(name);
		const load = (file: string) => loader.require(`${built}/${file}`) as Record<string, unknown>;
		forgetPackage(built);
		this.nodes = new Map(
			NODES.map((name) => {
				const node = new (load(`nodes/${name}/${name}.node.js`)[name] as new () => INodeType)();
				return [node.description.name, node];
			}),
		);
		this.credential = new (load(`credentials/${CREDENTIAL}.credentials.js`)[
			CREDENTIAL
		] as new () => ICredentialType)();
		forgetPackage(built);
	}

	readonly fraction = () => this.random.fraction();

	/** Like SIGKILL: none of its code runs any more. */
	kill(): void {
		this.alive = false;
	}
}

function forgetPackage(built: string): void {
	for (const file of Object.keys(cache)) if (file.startsWith(built)) delete cache[file];
}
