import { isAtLeast } from './versionNumbers.mts';

/** The differences between the versions of n8n that the tools use. */
export interface Capabilities {
	/**
	 * Workflows are published by a separate endpoint, in the background. In earlier versions, saving a workflow as active
	 * registers its triggers before n8n responds.
	 */
	publishing: boolean;
	/** The state of a poll can be saved in one transaction with its execution. */
	durablePolling: boolean;
	/** Send Email has *Attachments (File)* for files; in earlier versions, *Attachments* takes all of them. */
	fileAttachments: boolean;
	/** The node Data Table creates tables, and finds them by name; in earlier versions, it needs their ID. */
	dataTablesByName: boolean;
	/** A module that downloads a list from the internet. n8n does not start with the name of an unknown module. */
	mcpRegistry: boolean;
}

/** The first version with each capability. */
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
