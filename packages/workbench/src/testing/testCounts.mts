/** How many tests passed and failed. */
export interface TestCounts {
	passed: number;
	failed: number;
}

/** The last line of every command that runs tests. */
export function countsLine({ passed, failed }: TestCounts): string {
	return `${passed} passed, ${failed} failed`;
}

/** A test program that ends without counts is one failure. */
export const NOTHING_COUNTED: TestCounts = { passed: 0, failed: 1 };

/** A test program that fails although all its tests passed counts as one failure. */
export function failedIf(programFailed: boolean, counts: TestCounts): TestCounts {
	return programFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
