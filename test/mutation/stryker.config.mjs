import { availableParallelism } from 'node:os';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	// The files that decide: what is new, what is sent again, what became of a write, when to wait, which day and which amount is meant.
	mutate: [
		'nodes/PartnerHotelTrigger/{backlog,bookingEvent,changeDetection,emittedBookings,feedPosition}.ts',
		'nodes/PartnerHotelTrigger/{handedOver,output,pageBudget,retention,state}.ts',
		'nodes/PartnerHotelReservationTrigger/{knownReservations,reservationEvents,searchWindow}.ts',
		'nodes/shared/transport/{accessToken,baseUrl,classifyResponse,path,rateScopes,retry}.ts',
		'nodes/shared/api/{bookingNights,bookingViews,feedStart,lists,money,pagination,records,warnings}.ts',
		'nodes/shared/dates/*.ts',
		'nodes/shared/pms/reservationViews.ts',
		'nodes/shared/polling/{feedTime,readingOrder}.ts',
		'nodes/shared/rateLimit/{congestionControl,roundTrip,slidingWindow}.ts',
		'nodes/shared/rules/*.ts',
		'nodes/shared/util/json.ts',
		'nodes/shared/writes/{outcome,readBack}.ts',
		'nodes/PartnerHotelPms/resources/occupancy/{dateRanges,kpis,periods,pickUp,report}.ts',
		'nodes/PartnerHotelPms/resources/reservation/searchPeriods.ts',
		'nodes/PartnerHotelPms/resources/stayReadBack.ts',
		'nodes/PartnerHotelPms/resources/roomStay/account.ts',
		'nodes/PartnerHotelSearch/resources/extraStay/{charge,chargeRecord,explanation,extraStayRule,timeOfDay}.ts',
		'nodes/PartnerHotelSearch/resources/roomStay/simplifyOffer.ts',
	],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.js' },
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: '.mutation/incremental.json',
	tempDirName: '.mutation/tmp',
	reporters: ['json', 'progress-append-only'],
	jsonReporter: { fileName: '.mutation/report.json' },
	concurrency: availableParallelism(),
	ignorePatterns: ['/dist', '/docs', '/test/e2e', '/runtime', '/workflows', '/.*/**'],
	allowConsoleColors: false,
	cleanTempDir: 'always',
};
