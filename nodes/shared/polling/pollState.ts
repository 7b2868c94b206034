/** What every polling trigger keeps between two polls; each adds what it needs. */
export interface PollState<Property = object> {
	/** By property ID. */
	properties: Record<string, Property>;
	/** With all properties: the server time of their last list. Properties added later start here. */
	listedAt?: string;
	/** With *After a Crash: Hand It Over Again*: what the last execution got. */
	handedOver?: object;
}

/** Forgets properties that are no longer chosen: chosen again, they start as the settings say. */
export function keepOnly({ properties }: PollState, propertyIds: readonly string[]): void {
	const chosen = new Set(propertyIds);
	for (const id of Object.keys(properties)) if (!chosen.has(id)) delete properties[id];
}

/** IDs are user input: one such as `constructor` must not match an inherited property. */
export function propertyIn<Property>({ properties }: PollState<Property>, id: string): Property | undefined {
	return Object.hasOwn(properties, id) ? properties[id] : undefined;
}
