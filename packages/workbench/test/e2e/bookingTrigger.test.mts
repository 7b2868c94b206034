import { describe } from 'node:test';
import { testTrigger } from './support/triggerTests.mts';

describe('Partner Hotel Booking Trigger in n8n', () => testTrigger({ name: 'bookingTrigger' }));
