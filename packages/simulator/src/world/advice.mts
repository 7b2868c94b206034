import type { IDataObject } from 'n8n-workflow';

/** What a reader of a result does with an item: runs it again, leaves it, or looks in the hotel. */
export type NextStep = 'again' | 'done' | 'look';

/** The result of an item. */
export interface ItemResult {
	index: number;
	json: IDataObject;
}

/** Why a run failed as a whole, as its reader sees it. */
export interface Failure {
	text: string;
	itemIndex?: number;
	/** The context of n8n's error; undefined for readers of the text alone. */
	context?: IDataObject;
}

export interface Feedback {
	results: readonly ItemResult[];
	failure?: Failure;
}

const ADVISES_TO_RUN_AGAIN = /\b(?:run|repeat|execute|send|try)\b[^.;]*\bagain\b/i;
const NOTHING = /\bnothing (?:of this run was carried out|was changed)\b/i;
const CARRIED_OUT = /\bCarried out before in this run: ([^.]*)\./;
const NOT_KNOWN = /\bUnknown whether carried out: ([^.]*)\./;

/** For a person or an agent, who reads texts (docs/guide.md, The outcome of a change). */
export function nextStepsByTexts(count: number, { results, failure }: Feedback): NextStep[] {
	const texts = [...results.map(({ json }) => textOf(json)), failure?.text ?? ''];
	if (texts.some((text) => ADVISES_TO_RUN_AGAIN.test(text) || NOTHING.test(text))) return all(count, 'again');
	const nextSteps = all(count, failure && nextStepIn(failure.text) ? 'again' : 'look');
	for (const { index, json } of results)
		nextSteps[index] = json.error === undefined ? 'done' : (nextStepIn(textOf(json)) ?? 'look');
	if (!failure) return nextSteps;
	const { text, itemIndex = 0 } = failure;
	for (const index of itemsNamed(CARRIED_OUT, text)) nextSteps[index] = 'done';
	for (const index of itemsNamed(NOT_KNOWN, text)) nextSteps[index] = 'look';
	nextSteps[itemIndex] = nextStepIn(text) ?? 'look';
	return nextSteps;
}

/** For a workflow that branches on fields. */
export function nextStepsByFields(count: number, { results, failure }: Feedback): NextStep[] {
	const { outcome, itemIndex, doneItems, unknownItems } = failure?.context ?? {};
	const nextSteps = all(count, outcome === undefined ? 'look' : 'again');
	for (const index of indexes(doneItems)) nextSteps[index] = 'done';
	for (const index of indexes(unknownItems)) nextSteps[index] = 'look';
	if (typeof itemIndex === 'number') nextSteps[itemIndex] = nextStepOf(outcome);
	for (const { index, json } of results) nextSteps[index] = nextStepOf(json.outcome);
	return nextSteps;
}

function all(count: number, nextStep: NextStep): NextStep[] {
	return Array.from({ length: count }, () => nextStep);
}

function nextStepOf(outcome: unknown): NextStep {
	if (outcome === 'done') return 'done';
	return outcome === 'notDone' ? 'again' : 'look';
}

function nextStepIn(text: string): NextStep | undefined {
	if (/: unknown whether it was made\. /.test(text)) return 'look';
	if (/: not made\. /.test(text)) return 'again';
	return /: made\. /.test(text) ? 'done' : undefined;
}

function textOf({ error, description, errorDescription }: IDataObject): string {
	return error === undefined ? '' : [error, errorDescription ?? description].filter(Boolean).join(' ');
}

function itemsNamed(sentence: RegExp, text: string): number[] {
	return (sentence.exec(text)?.[1]?.match(/\d+/g) ?? []).map(Number);
}

function indexes(value: unknown): number[] {
	return Array.isArray(value) ? (value as number[]) : [];
}
