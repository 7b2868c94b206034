import type { WorldPlan } from '../world/worldPlan.mts';

/** What was corrected since version 1.0.0, and where it is looked for. */

export interface Defect {
	/** Of its patch. */
	name: string;
	/** What the worlds must be like; without: those of the standard run. */
	world?: Partial<WorldPlan>;
}

export const STANDARD: WorldPlan = {
	seed: 1,
	world: 0,
	worlds: 8,
	hours: 24,
	hotels: 5,
	calm: false,
	without: [],
};

/** n8n gives a poll less than six seconds of it. */
const SHORT_POLL_MS = 7_000;

export const DEFECTS: readonly Defect[] = [
	{ name: 'retryOnFailWritesAgain' },
	{ name: 'tokenOfAnotherHost' },
	{ name: 'baseUrlReadOnce' },
	{ name: 'tokensAreNotRenewed' },
	{ name: 'tokenAddressHangs' },
	{ name: 'retryAfterZero' },
	{ name: 'refusedPairLeavesOutcomeUnknown' },
	{ name: 'errorsInASuccess' },
	{ name: 'failedItemsLoseFields' },
	{ name: 'repeatsFromBeforeTheStart' },
	{ name: 'eventsBeforeDetails' },
	{ name: 'detailsThatMovedOn' },
	{ name: 'fingerprintsOfRecordsAsTheyCame' },
	{ name: 'recordWithoutNumber' },
	{ name: 'nothingAgainAfterACrash' },
	{
		name: 'lastPageWithoutToken',
		world: { calm: true, hours: 20, lasting: ['last pages come without a token'] },
	},
	{
		name: 'startStandsStillWhileBookingsWait',
		world: { calm: true, hours: 96, lasting: ['details of every fifth booking fail for good'] },
	},
	{
		name: 'failureBesideBusyProperty',
		world: { calm: true, hours: 6, lasting: ['a hotel fails beside a busy one'] },
	},
	{
		name: 'refusedConnectionLeavesOutcomeUnknown',
		world: { hours: 1, lasting: ['connections are refused'] },
	},
	{ name: 'guestsDataInErrors', world: { hours: 3, lasting: ['refusals repeat what was sent'] } },
	{
		name: 'clockSetBack',
		world: { calm: true, hours: 3, lasting: ['the clock of n8n jumps', 'a hotel joins'] },
	},
	{
		name: 'durableStartForgottenWhenSwitchedOnAgain',
		world: {
			calm: true,
			hours: 1,
			lasting: ['the state of a trigger is lost', 'a workflow is switched off and on'],
		},
	},
	{
		name: 'durableStartForgotten',
		world: { calm: true, hours: 1, lasting: ['the service fails as soon as a trigger is on'] },
	},
	{
		name: 'limitsOfTokens',
		world: { hours: 2, lasting: ['the token address fails', 'tokens live for seconds'] },
	},
	{ name: 'propertiesListedBefore' },
	{ name: 'activationDuringPoll' },
	{ name: 'shortPollsDoNothing', world: { calm: true, hours: 3, pollTimeoutMs: SHORT_POLL_MS } },
];

/** Corrections whose defects no world can show, and why. */
export const BEYOND: ReadonlyArray<{ title: string; why: string }> = [
	{
		title: 'A stopped execution waits for the requests that are under way',
		why: 'n8n ends the requests of an execution that is stopped itself; put back, nothing lasts longer.',
	},
	{ title: 'Amounts are rounded and sent with the wrong decimals', why: 'No rule looks at amounts.' },
	{
		title: 'Only 50,000 fingerprints are kept, and a busy property makes others forget',
		why: 'The hotels of a world have some hundred bookings each.',
	},
	{
		title: 'Further pages of a list are asked for without the required parameters',
		why: 'The lists of a world fit on one page.',
	},
	{
		title: 'A reservation search over more than a year loses a minute between its parts',
		why: 'Periods searched in a world are of some days.',
	},
	{
		title: 'A reservation that is gone fails its search',
		why: 'Searches of a world are without details.',
	},
	{ title: 'Fetch Test Event ignores Events and Filters', why: 'Nobody fetches test events in a world.' },
	{
		title: 'A small Max Wait fails with a limit that is not used up',
		why: 'No execution of a world sets Max Wait.',
	},
	{
		title: 'Names beside ids fail an item, or are old',
		why: 'A rule would have to know which of the requests of an item were for names.',
	},
	{
		title: 'With another credential, failures told of under the one before are kept silent',
		why: 'The credential of a world is edited and never replaced by one of another client.',
	},
];
