import { StateFile, StateFileError } from './stateFile.mts';
import { World, type WorldPlan } from './world.mts';

/**
 * Builds the world: a new one, or the one in the state file with all changes since.
 * @param wanted explicit values; a state file with other ones is refused
 * @param defaults values for what is neither explicit nor saved
 */
export function openWorld(
	wanted: Partial<WorldPlan>,
	defaults: WorldPlan,
	statePath: string | undefined,
): World {
	if (statePath === undefined) return new World({ ...defaults, ...wanted }, () => undefined);
	const file = new StateFile(statePath);
	const saved = file.load();
	if (saved !== undefined) refuseContradiction(wanted, saved.plan, statePath);
	const plan = saved?.plan ?? { ...defaults, ...wanted };
	if (saved === undefined) file.begin(plan);
	const world = new World(plan, (change) => file.append(change));
	for (const change of saved?.changes ?? []) world.replay(change);
	return world;
}

function refuseContradiction(wanted: Partial<WorldPlan>, saved: WorldPlan, path: string): void {
	for (const [name, value] of Object.entries(wanted) as Array<[keyof WorldPlan, number]>) {
		if (value === saved[name]) continue;
		const option = name === 'anchorMs' ? 'anchor' : name;
		throw new StateFileError(
			`${path} holds a world made with another ${option} (${shown(name, saved[name])}); ` +
				`leave --${option} out or use another state file`,
		);
	}
}

function shown(name: keyof WorldPlan, value: number | undefined): string {
	if (value === undefined) return 'none';
	return name === 'anchorMs' ? new Date(value).toISOString() : String(value);
}
