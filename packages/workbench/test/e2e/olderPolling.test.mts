import { describe } from 'node:test';
import { OLDER_POLLING, QUICK_POLLS } from '../../src/n8n/polling.mts';
import { needs } from './support/applicable.mts';
import { testTrigger } from './support/triggerTests.mts';

/** Where there is no durable polling, the other file tests this. */
describe(
	'Partner Hotel Booking Trigger in n8n, with older polling',
	needs('durablePolling', 'other polling than this, which bookingTrigger.test.mts tests'),
	() =>
		testTrigger({ name: 'olderPolling', settings: OLDER_POLLING, parameters: { pollTimes: QUICK_POLLS } }),
);
