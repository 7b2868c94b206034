import { describe } from 'node:test';
import { OLDER_POLLING } from '../../src/n8n/polling.mts';
import { needs } from './support/applicable.mts';
import { testTrigger } from './support/triggerTests.mts';

/** Where there is no durable polling, the other file tests this. */
describe(
	'Partner Hotel Booking Trigger in n8n, with older polling',
	needs('durablePolling', 'other polling than this, which trigger.test.mts tests'),
	() => testTrigger({ name: 'olderPolling', settings: OLDER_POLLING }),
);
