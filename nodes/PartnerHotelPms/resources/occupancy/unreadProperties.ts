import type { IDataObject } from 'n8n-workflow';

import { gotNoResponse, isRequestFailure } from '../../../shared/transport/errors';
import { ResponseError } from '../../../shared/util/json';
import { ParameterError } from '../../../shared/util/parameterError';

/** After so many properties without a response in a row, the API is not asked for the others. */
const MAX_SILENT = 3;
const MAX_NAMED = 10;

/** Properties of a report that cannot be read. The others are reported without them, unless the report is to fail. */
export class UnreadProperties {
	private readonly errors = new Map<string, unknown>();
	private silent: unknown[] = [];

	constructor(private readonly failsReport: boolean) {}

	/**
	 * What is read of a property; `undefined` if that fails, or something else of the property failed before.
	 * @throws any error that is not about a property, such as the end of the execution
	 */
	async attempt<T>(propertyId: string, read: () => Promise<T>): Promise<T | undefined> {
		const [silence] = this.silent.length >= MAX_SILENT ? this.silent : [];
		if (silence !== undefined && !this.has(propertyId)) this.errors.set(propertyId, silence);
		if (this.has(propertyId)) return undefined;
		return await read().then(
			(found) => {
				this.silent = [];
				return found;
			},
			(error) => this.failed(propertyId, error),
		);
	}

	has(propertyId: string): boolean {
		return this.errors.has(propertyId);
	}

	get count(): number {
		return this.errors.size;
	}

	/** Records in the order of the properties, made of the error of each. */
	records(
		propertyIds: readonly string[],
		toRecord: (propertyId: string, error: unknown) => IDataObject,
	): IDataObject[] {
		return this.among(propertyIds).map((id) => toRecord(id, this.errors.get(id)));
	}

	/** @throws the error of the first property, if there is nothing to report */
	requireOne(propertyIds: readonly string[]): void {
		const [first, ...others] = this.among(propertyIds);
		if (first === undefined || others.length + 1 < propertyIds.length) return;
		throw propertyIds.length > 1 ? named(first, this.errors.get(first)) : this.errors.get(first);
	}

	/** A hint for the user; `undefined` if all were read. */
	hint(propertyIds: readonly string[]): string | undefined {
		const unread = this.among(propertyIds);
		if (unread.length === 0) return undefined;
		const more = unread.length > MAX_NAMED ? ` and ${unread.length - MAX_NAMED} more` : '';
		const count = `${unread.length} of ${propertyIds.length} properties could not be read`;
		const listed = `missing in the report: ${unread.slice(0, MAX_NAMED).join(', ')}${more}`;
		return unread.length === 1
			? `${count} and is ${listed}. Its item has the 'error'.`
			: `${count} and are ${listed}. Their items have the 'error'.`;
	}

	private among(propertyIds: readonly string[]): string[] {
		return propertyIds.filter((id) => this.has(id));
	}

	private failed(propertyId: string, error: unknown): undefined {
		if (!isAboutProperty(error)) throw error;
		if (this.failsReport) throw named(propertyId, error);
		this.errors.set(propertyId, error);
		if (gotNoResponse(error)) this.silent.push(error);
		return undefined;
	}
}

function isAboutProperty(error: unknown): boolean {
	return isRequestFailure(error) || error instanceof ResponseError || error instanceof ParameterError;
}

/** The error, with the property in its message. Errors about parameters name those instead. */
function named(propertyId: string, error: unknown): unknown {
	if (error instanceof Error && !(error instanceof ParameterError)) {
		if (!error.message.includes(`'${propertyId}'`))
			error.message = `Property ${propertyId}: ${error.message}`;
	}
	return error;
}
