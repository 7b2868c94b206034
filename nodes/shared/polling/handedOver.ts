import { propertyIn, type PollState } from './pollState';
import { THIS_PROCESS } from './processMemory';

/*
 * Without durable mode, n8n saves the state of a poll first and then the execution: if it is killed in between, what was
 * handed over is lost. If the same process polls again, it was not killed there.
 */

export interface OfProperty {
	property: string;
}

export function markHandedOver<Property, Emitted>(
	state: PollState<Property, Emitted>,
	emitted: Emitted[],
): void {
	if (emitted.length > 0) state.handedOver = { process: THIS_PROCESS, emitted };
}

/**
 * What this process handed over has arrived. What another one did waits once more, in its order.
 * @param putFirst puts it in front of what waits
 */
export function takeBack<Property, Emitted extends OfProperty>(
	state: PollState<Property, Emitted>,
	putFirst: (property: Property, one: Emitted) => void,
): void {
	const { handedOver } = state;
	if (!handedOver || handedOver.process === THIS_PROCESS) return;
	for (const one of [...handedOver.emitted].reverse()) {
		const property = propertyIn(state, one.property);
		if (property) putFirst(property, one);
	}
}
