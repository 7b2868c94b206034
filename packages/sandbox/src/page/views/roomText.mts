import { html, type Html } from '../html.mts';
import type { StayLine } from '../model/stayLine.mts';

/** The room of a stay; one that the API does not show yet is provisional. */
export function roomText({ room, isProvisional }: Pick<StayLine, 'room' | 'isProvisional'>): Html {
	if (room === null) return html`<span class="room">–</span>`;
	return html`<span class="room"
		>${room}${isProvisional && html`<small title="The API shows no room yet">provisional</small>`}</span
	>`;
}
