import { isAtLeast } from './versionNumbers.mts';

/** What differs between the versions of n8n that the tools drive. */
export interface Capabilities {
	/**
	 * Workflows are published: by an endpoint of their own, and in the background. Before, saving a workflow as active
	 * registers its triggers before n8n responds.
	 */
	publishing: boolean;
	/** What a poll leaves can be saved in one transaction with the execution that it starts. */
	durablePolling: boolean;
	/** Send Email attaches files as such: *Attachments (File)*. Before, *Attachments* takes them all. */
	fileAttachments: boolean;
	/** The node Data Table creates tables, and finds them by name. Before, it needs their ID. */
	dataTablesByName: boolean;
	/** A module that asks for a list from the internet; an unknown module's name keeps n8n from starting. */
	mcpRegistry: boolean;
}

/** The first version with each of them. */
const SINCE: Record<keyof Capabilities, string> = {
	publishing: '2.0.0',
	durablePolling: '2.37.0',
	fileAttachments: '2.31.0',
	dataTablesByName: '2.20.0',
	mcpRegistry: '2.31.0',
};

export function capabilitiesOf(version: string): Capabilities {
	const known = Object.entries(SINCE).map(([name, since]) => [name, isAtLeast(version, since)]);
	return Object.fromEntries(known) as unknown as Capabilities;
}
