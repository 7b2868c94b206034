import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { textIn } from '../util/json';
import { shownText } from '../util/shownText';
import { errorsIn, warningsIn, type Messages } from '../api/response/messages';
import { cleanText } from '../transport/cleanText';
import type { Api } from '../transport/types';

const MAX_TEXTS = 5;

/**
 * Warnings and errors of responses that no item has (in `_warnings` and `_errors`), because they came without a
 * record or with an auxiliary request. They are shown as a hint beside the output of the node.
 */
export class WarningHints {
	private readonly texts = new Set<string>();
	private readonly ownTexts = new Set<string>();
	private readonly withoutRecords = new Set<number>();

	/** The API for one item, and a function to call with the records of the item. */
	during(api: Api, itemIndex: number): { api: Api; keptBy(records: readonly IDataObject[]): void } {
		const received: IDataObject[] = [];
		const send: Api['send'] = async (request, options) => {
			const response = await api.send(request, options);
			received.push(...warningsIn(response.body), ...errorsIn(response.body));
			return response;
		};
		const keptBy = (records: readonly IDataObject[]) => {
			if (received.length === 0) return;
			const kept = new Set(records.flatMap(messagesOf).map(textOf));
			const lost = received.map(textOf).filter((text) => !kept.has(text));
			if (records.length === 0) this.withoutRecords.add(itemIndex);
			for (const text of lost) this.texts.add(text);
		};
		return { api: { ...api, send }, keptBy };
	}

	/** Adds a hint of the node itself. */
	add(text: string): void {
		this.ownTexts.add(text);
	}

	show(context: IExecuteFunctions): void {
		for (const text of this.ownTexts) showHint(context, text);
		if (this.texts.size === 0) return;
		const shown = [...this.texts].slice(0, MAX_TEXTS);
		const more = this.texts.size - shown.length;
		const texts = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
		const message = `${this.itemsWithoutRecords()}The partner API reported: ${texts}`;
		showHint(context, message);
	}

	private itemsWithoutRecords(): string {
		const count = this.withoutRecords.size;
		if (count === 0) return '';
		return `${count === 1 ? '1 item' : `${count} items`} returned no records. `;
	}
}

function showHint(context: IExecuteFunctions, message: string): void {
	// Older hosts show no hints.
	context.addExecutionHints?.({ message: shownText(message), type: 'warning', location: 'outputPane' });
}

function messagesOf({ _warnings = [], _errors = [] }: Messages): IDataObject[] {
	return [..._warnings, ..._errors];
}

function textOf(item: IDataObject): string {
	const [message, code] = [shownIn(item, 'message'), shownIn(item, 'code')];
	if (message === undefined) return code === undefined ? 'a warning without text' : `code ${code}`;
	return code === undefined ? message : `${message} (${code})`;
}

function shownIn(item: IDataObject, key: string): string | undefined {
	const text = textIn(item, key);
	return text === undefined ? undefined : cleanText(text, []);
}
