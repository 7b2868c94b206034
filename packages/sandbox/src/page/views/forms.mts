import { html, type Html, type Part } from '../html.mts';

/**
 * A form of one button.
 * @param id keeps the focus where it is when the page changes
 */
export function button(
	id: string,
	action: string,
	fields: Record<string, string>,
	label: Part,
	kind = '',
): Html {
	return html`<form method="post" action="/page/${action}">
		${hidden(fields)}<button id="${id}" class="${kind}">${label}</button>
	</form>`;
}

export function hidden(fields: Record<string, string>): Html[] {
	return Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
	);
}

/** A switch: the button says what it is for, and its state is read out. */
export function switchButton(
	id: string,
	action: string,
	fields: Record<string, string>,
	on: boolean,
	label: Part,
): Html {
	return html`<form method="post" action="/page/${action}">
		${hidden({ ...fields, on: String(!on) })}
		<button id="${id}" role="switch" aria-checked="${String(on)}">${label}</button>
	</form>`;
}
