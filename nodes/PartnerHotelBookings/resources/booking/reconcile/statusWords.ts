import { ParameterError } from '../../../../shared/util/parameterError';

/** A word of the other system, and the status of the hotel that it means. */
interface StatusWord {
	theirs: string;
	ours: string;
}

/** @returns the hotel's word for a status of the other system; a word that is not listed stays as it is */
export function statusReader(words: readonly StatusWord[]): (status: string) => string {
	const meanings = new Map<string, string>();
	for (const { theirs, ours } of words) {
		const key = keyOf(theirs);
		const known = meanings.get(key);
		if (key === '') {
			throw new ParameterError(
				'theirs',
				'',
				'is empty',
				'Enter in {theirs} what the other system calls the status, or remove the row.',
			);
		}
		if (known !== undefined && known !== ours) {
			throw new ParameterError(
				'theirs',
				theirs.trim(),
				'has two meanings',
				'List each word once in {statusWords}. Capitals do not matter.',
			);
		}
		meanings.set(key, ours);
	}
	return (status) => meanings.get(keyOf(status)) ?? status;
}

function keyOf(word: string): string {
	return word.trim().toLowerCase();
}
