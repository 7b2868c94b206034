import { OUTPUTS } from './contracts.mts';
import type { Scene, Trouble } from './trouble.mts';

/** What happens to n8n, and what people do in it. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

function killAndStart({ stage, administration }: Scene, downMs: number): void {
	if (!stage.n8n.main) return;
	administration.kill();
	stage.time.after(downMs, stage.time.world, () => administration.start());
}

export const troublesOfN8n: Trouble[] = [
	{
		name: 'n8n is killed',
		begin(scene, random) {
			const { time } = scene.stage;
			const first = random.integer(0, 90) * SECOND_MS;
			time.after(first, time.world, () => killAndStart(scene, random.integer(2, 200) * SECOND_MS));
		},
	},
	{
		name: 'n8n is killed again and again',
		begin(scene, random) {
			const { time } = scene.stage;
			for (const minute of [0, 2, 4, 6, 8]) {
				const at = minute * MINUTE_MS + random.integer(0, 60) * SECOND_MS;
				time.after(at, time.world, () => killAndStart(scene, random.integer(2, 40) * SECOND_MS));
			}
		},
	},
	{
		name: 'n8n is killed while it takes bookings over',
		begin(scene, random) {
			const { n8n, time } = scene.stage;
			n8n.onHandOver = () => {
				n8n.onHandOver = undefined;
				time.after(random.integer(0, 20), time.world, () => killAndStart(scene, 20 * SECOND_MS));
			};
			return () => (n8n.onHandOver = undefined);
		},
	},
	{
		name: 'a workflow is switched off and on',
		begin({ stage, administration }, random) {
			const id = administration.pickWorkflow(random);
			administration.switchOff(id);
			stage.time.after(random.integer(1, 600) * SECOND_MS, stage.time.world, () =>
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
		begin({ stage, administration }, random) {
			const some = [...stage.contracts.values()].filter(({ settings }) => settings.selection !== 'all');
			if (some.length === 0) return false;
			const contract = random.pick(some);
			const { propertyIds: before, selection } = contract.settings;
			const [other] = stage.openProperties.map(({ id }) => id).filter((id) => !before.includes(id));
			const kept = before.slice(0, selection === 'one' ? 0 : Math.max(1, before.length - 1));
			if (other === undefined && kept.length === 0) return false;
			administration.edit(contract.workflowId, {
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
		begin({ stage, administration }, random) {
			const { settings } = random.pick([...stage.contracts.values()]);
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
		begin({ stage, administration }, random) {
			const secret = `secret-${random.integer(1e9, 9e9)}-of-the-client`;
			stage.allow(
				stage.openProperties.map(({ id }) => id),
				secret,
			);
			stage.api.sandbox.world.apply({ kind: 'tokensRevoked', accessTokens: true, continueTokens: false });
			stage.time.after(random.integer(0, 300) * SECOND_MS, stage.time.world, () => {
				administration.credential.data.clientSecret = secret;
			});
		},
	},
	{
		name: 'the service moves to another address',
		begin: ({ administration }) => administration.moveService(),
	},
	{
		name: 'the credential is deleted for a while',
		begin({ stage, administration: { credential } }) {
			stage.n8n.database.credentials.delete(credential.id);
			return () => {
				credential.data.clientSecret = stage.secret;
				stage.n8n.database.credentials.set(credential.id, credential);
			};
		},
	},
	{
		name: 'the clock of n8n jumps',
		begin({ stage }, random) {
			const jumpMs = random.pick([-1, 1]) * random.integer(1, 180) * MINUTE_MS;
			stage.n8n.moveClock(jumpMs);
			return () => stage.n8n.moveClock(0);
		},
	},
	{
		name: 'the clock of n8n drifts',
		begin({ stage }, random) {
			const ppm = random.integer(-20_000, 20_000);
			const began = stage.now;
			let goesOn = true;
			const drift = () => {
				if (!goesOn) return;
				stage.n8n.moveClock(Math.round(((stage.now - began) * ppm) / 1e6));
				stage.time.after(5 * SECOND_MS, stage.time.world, drift);
			};
			drift();
			return () => {
				goesOn = false;
				stage.n8n.moveClock(0);
			};
		},
	},
];
