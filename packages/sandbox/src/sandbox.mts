import { Faults } from './http/faults.mts';
import { Limiter } from './http/limits/limiter.mts';
import { Report } from './http/report.mts';
import type { Settings } from './http/settings.mts';
import { PageContents } from './page/contents.mts';
import { EventSender } from './webhooks/eventSender.mts';
import { EventFaults } from './webhooks/faults.mts';
import { postEvents } from './webhooks/post.mts';
import { SandboxClock } from './world/clock.mts';
import { FrontDesk } from './world/frontDesk/frontDesk.mts';
import { LiveBookings } from './world/liveBookings.mts';
import type { World } from './world/world.mts';

/** Everything the API areas and the control interface share. */
export interface Sandbox {
	world: World;
	clock: SandboxClock;
	settings: Settings;
	limiter: Limiter;
	faults: Faults;
	report: Report;
	eventFaults: EventFaults;
	eventSender: EventSender;
	liveBookings: LiveBookings;
	frontDesk: FrontDesk;
	/** What the page shows besides the world. */
	page: PageContents;
}

export function assembleSandbox(world: World, settings: Settings, limitsOn: boolean): Sandbox {
	const clock = new SandboxClock(world);
	const eventFaults = new EventFaults(world.plan.seed);
	return {
		world,
		settings,
		clock,
		limiter: new Limiter(limitsOn),
		faults: new Faults(world.plan.seed),
		report: new Report(),
		eventFaults,
		eventSender: new EventSender({ world, settings, faults: eventFaults, post: postEvents }),
		liveBookings: new LiveBookings(world, clock),
		frontDesk: new FrontDesk(world, clock),
		page: new PageContents(),
	};
}
