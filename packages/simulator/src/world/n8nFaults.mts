import { OUTPUTS } from './expectations.mts';
import type { Targets, Fault } from './fault.mts';

/** Faults of n8n, and what people do in it. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

function killAndStart({ simulation, administration }: Targets, downMs: number): void {
	if (!simulation.n8n.main) return;
	administration.kill();
	simulation.time.after(downMs, simulation.time.world, () => administration.start());
}

export const n8nFaults: Fault[] = [
	{
		name: 'n8n is killed',
		begin(targets, random) {
			const { time } = targets.simulation;
			const first = random.integer(0, 90) * SECOND_MS;
			time.after(first, time.world, () => killAndStart(targets, random.integer(2, 200) * SECOND_MS));
		},
	},
	{
		name: 'n8n is killed again and again',
		begin(targets, random) {
			const { time } = targets.simulation;
			for (const minute of [0, 2, 4, 6, 8]) {
				const at = minute * MINUTE_MS + random.integer(0, 60) * SECOND_MS;
				time.after(at, time.world, () => killAndStart(targets, random.integer(2, 40) * SECOND_MS));
			}
		},
	},
	{
		name: 'n8n is killed while it takes bookings over',
		begin(targets, random) {
			const { n8n, time } = targets.simulation;
			n8n.onHandOver = () => {
				n8n.onHandOver = undefined;
				time.after(random.integer(0, 20), time.world, () => killAndStart(targets, 20 * SECOND_MS));
			};
			return () => (n8n.onHandOver = undefined);
		},
	},
	{
		name: 'a workflow is switched off and on',
		begin({ simulation, administration }, random) {
			const id = administration.pickWorkflow(random);
			administration.switchOff(id);
			simulation.time.after(random.integer(1, 600) * SECOND_MS, simulation.time.world, () =>
				administration.switchOn(id),
			);
		},
	},
	{
		name: 'the settings of a trigger are edited',
		begin({ administration }, random) {
			administration.edit(
				administration.pickWorkflow(random),
				random.pick([{ maxBookings: random.pick([20, 60, 500]) }, { output: random.pick(OUTPUTS) }]),
			);
		},
	},
	{
		name: 'properties are taken out and put in',
		begin({ simulation, administration }, random) {
			const some = [...simulation.expectations.values()].filter(
				({ settings }) => settings.selection !== 'all',
			);
			if (some.length === 0) return false;
			const expectation = random.pick(some);
			const { propertyIds: before, selection } = expectation.settings;
			const [other] = simulation.openProperties.map(({ id }) => id).filter((id) => !before.includes(id));
			const kept = before.slice(0, selection === 'one' ? 0 : Math.max(1, before.length - 1));
			if (other === undefined && kept.length === 0) return false;
			administration.edit(expectation.workflowId, {
				propertyIds: other === undefined ? kept : [...kept, other],
			});
		},
	},
	{
		name: 'the trigger is renamed',
		begin({ administration }, random) {
			administration.rename(
				administration.pickWorkflow(random),
				`Bookings of ${random.integer(1, 99)} hotels`,
			);
		},
	},
	{
		name: 'a workflow is duplicated',
		begin({ simulation, administration }, random) {
			const { settings } = random.pick([...simulation.expectations.values()]);
			const id = administration.addWorkflow({ ...settings, startDateMs: undefined });
			return () => administration.removeWorkflow(id);
		},
	},
	{
		name: 'the state of a trigger is lost',
		begin({ administration }, random) {
			administration.loseState(administration.pickWorkflow(random));
		},
	},
	{
		name: 'the client secret is changed',
		begin({ simulation, administration }, random) {
			const secret = `secret-${random.integer(1e9, 9e9)}-of-the-client`;
			simulation.allow(
				simulation.openProperties.map(({ id }) => id),
				secret,
			);
			simulation.api.sandbox.world.apply({
				kind: 'tokensRevoked',
				accessTokens: true,
				continueTokens: false,
			});
			simulation.time.after(random.integer(0, 300) * SECOND_MS, simulation.time.world, () => {
				administration.credential.data.apiClientSecret = secret;
			});
		},
	},
	{
		name: 'the service moves to another address',
		begin: ({ administration }) => administration.moveService(),
	},
	{
		name: 'the credential is deleted for a while',
		begin({ simulation, administration: { credential } }) {
			simulation.n8n.database.credentials.delete(credential.id);
			return () => {
				credential.data.apiClientSecret = simulation.secret;
				simulation.n8n.database.credentials.set(credential.id, credential);
			};
		},
	},
	{
		name: 'the clock of n8n jumps',
		begin({ simulation }, random) {
			const jumpMs = random.pick([-1, 1]) * random.integer(1, 180) * MINUTE_MS;
			simulation.n8n.moveClock(jumpMs);
			return () => simulation.n8n.moveClock(0);
		},
	},
	{
		name: 'the clock of n8n drifts',
		begin({ simulation }, random) {
			const ppm = random.integer(-20_000, 20_000);
			const began = simulation.now;
			let isRunning = true;
			const drift = () => {
				if (!isRunning) return;
				simulation.n8n.moveClock(Math.round(((simulation.now - began) * ppm) / 1e6));
				simulation.time.after(5 * SECOND_MS, simulation.time.world, drift);
			};
			drift();
			return () => {
				isRunning = false;
				simulation.n8n.moveClock(0);
			};
		},
	},
];
