/**
 * Defects that were corrected since version 1.0.0, and the worlds that find them; nine are made up, for the rules of
 * the front desk and of the guest journey.
 */

export interface Defect {
	/** The name of its patch. */
	name: string;
	/** The special world of the standard run that finds it; undefined = one of the usual worlds. */
	special?: string;
}

export const DEFECTS: readonly Defect[] = [
	{ name: 'retryOnFailWritesAgain' },
	{ name: 'tokenOfAnotherHost' },
	{ name: 'baseUrlReadOnce' },
	{ name: 'tokensAreNotRenewed' },
	{ name: 'tokenAddressHangs' },
	{ name: 'refusalThatBreaksOff', special: 'killed-writers' },
	{ name: 'retryAfterZero' },
	{ name: 'errorsInASuccess' },
	{ name: 'failedItemsLoseFields' },
	{ name: 'unreadAnswerRunAgain', special: 'lost-answers' },
	{ name: 'nothingWasChanged', special: 'lost-answers' },
	{ name: 'marksWrittenBack', special: 'guest-journey-durable' },
	{ name: 'repeatsFromBeforeTheStart' },
	{ name: 'eventsBeforeDetails', special: 'only-cancellations' },
	{ name: 'fingerprintsOfRecordsAsTheyCame' },
	{ name: 'recordWithoutNumber' },
	{ name: 'propertiesListedBefore', special: 'joined-before-start' },
	{ name: 'activationDuringPoll' },
	{ name: 'testEventIgnoresSettings' },
	{ name: 'namesWaitedForTooLong', special: 'test-events-at-the-limit' },
	{ name: 'smallMaxWait' },
	{ name: 'detailsThatMovedOn', special: 'details-moved-on' },
	{ name: 'nothingAgainAfterACrash', special: 'killed-takeovers' },
	{ name: 'lastPageWithoutToken', special: 'last-pages' },
	{ name: 'changesAheadOfTheFeed', special: 'details-moved-on' },
	{ name: 'startStandsStillWhileBookingsWait', special: 'failing-details' },
	{ name: 'failureBesideBusyProperty', special: 'failing-beside-busy' },
	{ name: 'errorAfterError', special: 'failing-by-turns' },
	{ name: 'restsAfterARefusal', special: 'refused-for-a-minute' },
	{ name: 'refusedConnectionLeavesOutcomeUnknown', special: 'refused-connections' },
	{ name: 'guestsDataInErrors', special: 'repeating-refusals' },
	{ name: 'clockSetBack', special: 'jumping-clock' },
	{ name: 'durableStartForgottenWhenSwitchedOnAgain', special: 'off-and-on' },
	{ name: 'durableStartForgotten', special: 'failing-start' },
	{ name: 'limitsOfTokens', special: 'short-tokens' },
	{ name: 'refusedTokensAreSent', special: 'short-tokens' },
	{ name: 'shortPollsDoNothing', special: 'short-polls' },
	{ name: 'stateFromBeforeEmitsAgain', special: 'quick-polls' },
	{ name: 'arrivalToldAgainAfterDeparture', special: 'front-desk' },
	{ name: 'arrivalToldAgainAfterCancellation', special: 'front-desk-cancellations' },
	{ name: 'arrivalFromBeforeTheStart', special: 'front-desk-cancellations' },
	{ name: 'cancellationComesAsChange', special: 'front-desk' },
	{ name: 'onlyFirstRoomIsWatched', special: 'front-desk' },
	{ name: 'failedStayForgetsItsMessages', special: 'guest-journey' },
	{ name: 'clockSetBackHoldsMessages', special: 'guest-journey' },
	{ name: 'welcomeAfterTheDeparture', special: 'guest-journey' },
	{ name: 'bookingTimeIsNotAsked', special: 'guest-journey' },
	{ name: 'bookedBeforeTheStart', special: 'guest-journey-clock' },
	{ name: 'editedMomentsDoNotCount', special: 'guest-journey-edited' },
	{ name: 'laterMessageForgotten', special: 'guest-journey-months' },
	{ name: 'farMomentForgotten', special: 'guest-journey-months' },
	{ name: 'sentForgottenAtOnce', special: 'guest-journey-months' },
	{ name: 'clockAheadHoldsFailedStays', special: 'guest-journey-clock' },
	{ name: 'forgottenCheckInsComeAgain', special: 'months' },
	{ name: 'pauseOfWeeksRepeats', special: 'months' },
	{ name: 'fullStateRepeats', special: 'months' },
	{ name: 'failedReservationsStarve', special: 'chain-of-200' },
	{ name: 'checkInAfterARoomIsForgotten', special: 'chain-of-80' },
	{ name: 'roomsStarve', special: 'chain-of-30' },
	{ name: 'exportHoldsUpTriggers', special: 'exports' },
	{ name: 'exportUsesUpTheHour', special: 'exports' },
	{ name: 'executionWaitsBehindTrigger', special: 'reads-beside-triggers' },
	{ name: 'sharesAreWhatIsLeft', special: 'five-of-a-client' },
	{ name: 'roomsNotReadAreForgotten', special: 'five-of-a-client' },
	{ name: 'changesAreAlwaysDue', special: 'five-of-a-client' },
	{ name: 'changesWaitForTheList', special: 'chain-drawn' },
	{ name: 'unlistedAreNew', special: 'chain-drawn' },
	{ name: 'numericRoomStayIds', special: 'numeric-ids' },
	{ name: 'budgetsOfTheirOwn', special: 'chain-of-200' },
	{ name: 'gapOfAnotherSelection', special: 'other-selection' },
	{ name: 'returnAfterWeeks', special: 'months' },
	{ name: 'dailyPollFallsBehind', special: 'once-a-day' },
	{ name: 'thirtyFiveAtMost', special: 'large-groups' },
	{ name: 'otherLeftOut', special: 'large-groups' },
	{ name: 'pauseAfterRefusalNotKept' },
	{ name: 'tokenOfAChangedClient', special: 'moving-service' },
];

/** Corrected defects that no world can find, and why. */
export const UNDETECTABLE: ReadonlyArray<{ title: string; why: string }> = [
	{
		title: 'Executions wait for what triggers read',
		why: 'Triggers spread what they may send over the hour, so no world has them use up the limit of a minute.',
	},
	{
		title: 'A stopped execution waits for the requests that are under way',
		why: 'n8n ends the requests of an execution that is stopped itself; put back, nothing lasts longer.',
	},
	{
		title: 'Amounts are rounded and sent with the wrong decimals',
		why: 'The one rule about amounts adds up those of nights.',
	},
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
		why: 'The reservations of a world are never gone.',
	},
	{
		title: 'Names beside ids fail an item, or are old',
		why: 'A rule would have to know which of the requests of an item were for names.',
	},
	{
		title: 'With another credential, failures reported under the former one are not reported again',
		why: 'The credential of a world is edited and never replaced by one of another client.',
	},
];
