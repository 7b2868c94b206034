import { runPoll } from '../../nodes/PartnerHotelGuestJourneyTrigger/pollRun';
import { caseRules } from '../../nodes/shared/journey/journeySettings';
import type { Settings } from '../../nodes/PartnerHotelGuestJourneyTrigger/settings';
import {
	allKnown,
	minutesAt,
	rememberStay,
	startProperty,
	stateFormat,
	type PropertyState,
	type TriggerState,
} from '../../nodes/PartnerHotelGuestJourneyTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';
import { TriggerAllowances } from '../../nodes/shared/rateLimit/triggerAllowance';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';
import type { Api } from '../../nodes/shared/transport/types';
import { instant, ModelPms, ZONE } from '../reservationTrigger/model/pms';

/** One of eight triggers of a client, with more messages due at once than its requests allow to look at. */

const START = Date.UTC(2026, 10, 20, 10) / 1000;
const HOTEL = 'hotel-0';
const GUESTS = 200;

afterEach(() => jest.restoreAllMocks());

it('what has changed is read, too', async () => {
	const pms = new ModelPms(START - 86_400, false);
	const clock = { now: () => pms.now * 1000, sleep: async () => await Promise.resolve() };
	jest.spyOn(Date, 'now').mockImplementation(clock.now);
	let draws = 0;
	jest.spyOn(Math, 'random').mockImplementation(() => (draws++ * 0.618) % 1);
	const property: PropertyState = startProperty(instant(START), {
		source: 'reservations',
		unitKind: 'roomStay',
	});
	Object.assign(property, { listedAt: instant(START), readUntil: instant(START) });
	for (let guest = 0; guest < GUESTS; guest++) {
		const one = pms.create(HOTEL, 1);
		one.startsIn = 2;
		const arrival = minutesAt(pms.local(one.created + 2 * 86_400));
		const untilDay = START / 86_400 + 90;
		rememberStay(property, one.number, { lookAt: START, bookedAt: one.created, arrival, untilDay, sent: '' });
	}
	pms.now = START;
	const state: TriggerState = emptyState(stateFormat);
	state.properties[HOTEL] = property;
	const due = { name: 'Welcome', anchor: 'beforeArrival', unit: 'days', count: 1, time: 11 * 3_600 } as const;
	// One more request for each guest.
	const settings = {
		...{ source: 'reservations', unitKind: 'roomStay', moments: [due], filter: { returning: 'first' } },
		...{ timeZone: ZONE, readEverySeconds: 300, aheadDays: 3, backDays: 3, maxMessages: 500 },
		...{ rules: caseRules({}), dueAfterBookingSeconds: 0, output: 'raw' },
	} as unknown as Settings;
	const api: Api = {
		...pms.api,
		send: async (request) =>
			request.path.endsWith('/find-occupied-room-stays')
				? { statusCode: 200, headers: {}, body: { roomStays: [] } }
				: await pms.api.send(request),
	};
	const allowances = new TriggerAllowances(rateScopes.default, clock);
	const left = () => 60_000;
	const readUntil = property.readUntil;
	let polls = 0;
	while (property.readUntil === readUntil && polls < GUESTS) {
		for (let other = 1; other < 8; other++) {
			const allowance = allowances.begin(`trigger-${other}`, 0);
			while (allowance.mayRequest()) allowance.take();
		}
		const deadline = { toEnd: left, toHandOver: left };
		await runPoll(api, state, [HOTEL], settings, allowances.begin('journey', 0), deadline);
		polls += 1;
		pms.now += 60;
	}
	const waiting = allKnown(property).filter(({ lookAt }) => lookAt === START).length;
	expect([polls <= 15, waiting > GUESTS / 2]).toEqual([true, true]);
});
