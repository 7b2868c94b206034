import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { textIn } from './answers';
import { warningsIn } from './lists';
import type { Api } from './transport/types';

const MOST_TEXTS = 5;

/**
 * Warnings of the API that come without a record: items keep theirs under `_warnings`, the others are shown
 * as a hint beside the node's output.
 */
export class LostWarnings {
	private readonly texts = new Set<string>();
	private readonly itemIndexes = new Set<number>();

	/** The API for one item, and what to call with the records it led to. */
	during(api: Api, itemIndex: number): { api: Api; keptBy(records: readonly IDataObject[]): void } {
		const heard: IDataObject[] = [];
		const send: Api['send'] = async (request, options) => {
			const answer = await api.send(request, options);
			heard.push(...warningsIn(answer.body));
			return answer;
		};
		const keptBy = (records: readonly IDataObject[]) => {
			if (records.length > 0 || heard.length === 0) return;
			this.itemIndexes.add(itemIndex);
			heard.forEach((warning) => this.texts.add(textOf(warning)));
		};
		return { api: { ...api, send }, keptBy };
	}

	show(context: IExecuteFunctions): void {
		if (this.itemIndexes.size === 0) return;
		const shown = [...this.texts].slice(0, MOST_TEXTS);
		const more = this.texts.size - shown.length;
		const items = this.itemIndexes.size === 1 ? '1 item' : `${this.itemIndexes.size} items`;
		const texts = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
		const message = `${items} led to no records. The partner API warned: ${texts}`;
		// Older hosts show no hints.
		context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
	}
}

function textOf(warning: IDataObject): string {
	const message = textIn(warning, 'message');
	const code = textIn(warning, 'code');
	if (message === undefined) return code === undefined ? 'a warning without a text' : `code ${code}`;
	return code === undefined ? message : `${message} (${code})`;
}
