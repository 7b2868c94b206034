import jest from '../../../../jest.config.mjs';

/**
 * The tests that must kill mutants: those of pure code, which need no server. A mutant that only a test against the
 * sandbox would kill lacks a unit test.
 * @type {import('jest').Config}
 */
export default {
	...jest,
	rootDir: '../../../..',
	testMatch: [
		'<rootDir>/test/credentials/form.test.ts',
		'<rootDir>/test/shared/api/*/*.test.ts',
		'<rootDir>/test/shared/{dates,parameters,polling,rules,util,writes}/*.test.ts',
		'<rootDir>/test/shared/operation/readValues.test.ts',
		'<rootDir>/test/shared/rateLimit/{congestionControl,roundTrip,scopeLimiter,slidingWindow,triggerAllowance}.test.ts',
		'<rootDir>/test/shared/transport/{accessToken,addresses,classifyResponse,errors,rateScopes,retry}.test.ts',
		'<rootDir>/test/operations/{occupancyKpis,occupancyPeriods,occupancyPickUp,occupancyRows}.test.ts',
		'<rootDir>/test/operations/{occupancyRanges,offerViews,searchPeriods}.test.ts',
		'<rootDir>/test/operations/{reconcileComparison,reconcileItems,reconcileResults}.test.ts',
		'<rootDir>/test/operations/{paymentAccount,reservationAmounts,reservationViews,stayReadBack}.test.ts',
		'<rootDir>/test/journey/{cases,filter,secondOpinion,sentMoments,whenBooked}.test.ts',
		'<rootDir>/test/rules/extraStayCharge.test.ts',
		'<rootDir>/test/trigger/{backlog,bookingChanges,bookingEvent,changeDetection,emittedBookings,feedPosition}.test.ts',
		'<rootDir>/test/trigger/{handedOver,output,readingOrder,retention,state}.test.ts',
		'<rootDir>/test/reservationTrigger/{frontDesk,knownReservations,listedAgain,reservationEvents}.test.ts',
		'<rootDir>/test/reservationTrigger/{retention,roomStays,searchWindow}.test.ts',
	],
	testSequencer: '<rootDir>/packages/workbench/src/mutation/shortestFirst.js',
	setupFiles: ['<rootDir>/packages/workbench/src/mutation/fewRuns.js'],
	// Stryker has its own environment, and copies the repository.
	testEnvironment: 'node',
	transformIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
};
