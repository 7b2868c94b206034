import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { signIn, type Partner } from '../../packages/sandbox/test/partner';
import { packageCharge } from './packageCharge';

/** Every extra stay of every offer in a world, and every full hour at which it offers none. */

interface Option {
	dateTimeLocal: string;
	total: { priceBeforeTax: number };
	isOccupyQuota: boolean;
}

interface Offer {
	roomType: { placements: Array<{ kind: string }> };
	ratePlan: { id: string };
	currencyCode: string;
	dailyRates: Array<{ priceBeforeTax: number }>;
	extraStays: { earlyCheckIn: Option[]; lateCheckOut: Option[] };
}

interface Content {
	policy: { checkInTime: string; checkOutTime: string };
	ratePlans: Array<{ id: string; extraStayRuleId: string | null }>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const KINDS = ['earlyCheckIn', 'lateCheckOut'] as const;
const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let sandbox: Sandbox;
let partner: Partner;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 61, limits: 'off', properties: 12, bookings: 0 });
	partner = await signIn(sandbox);
});
afterAll(async () => await sandbox.stop());

/** With a child and as a company, which some rate plans are for. */
async function offersOf(id: string, corporateId: string): Promise<Offer[]> {
	const path = `search/v1/properties/${id}/room-stays`;
	const dates = { arrivalDate: date(30), departureDate: date(33) };
	const query = { ...dates, adults: 2, includeExtraStays: 'true', corporateIds: corporateId };
	const found = await Promise.all(
		[query, { ...query, childAges: '5' }].map(
			async (one) => (await partner.get<{ roomStays: Offer[] }>(path, one)).body.roomStays,
		),
	);
	return found.flat();
}

async function newCompany(): Promise<string> {
	const numbers = { taxpayerIdentificationNumber: '770493581', registrationReasonCode: '771401001' };
	type Created = { corporate: { id: string } };
	return (await partner.send<Created>('POST', 'reference-data/corporates', numbers)).body.corporate.id;
}

it('agrees with the offers of all properties', async () => {
	const corporateId = await newCompany();
	const seen: Record<string, number> = {};
	for (const { id } of sandbox.properties) {
		const base = `content/v1/properties/${id}`;
		const { policy, ratePlans } = (await partner.get<Content>(base)).body;
		const { extraStayRules } = (
			await partner.get<{ extraStayRules: Array<{ id: string }> }>(`${base}/extra-stay-rules`)
		).body;
		for (const { roomType, ratePlan, currencyCode, dailyRates, extraStays } of await offersOf(
			id,
			corporateId,
		)) {
			// The offer does not tell what extra places cost.
			if (roomType.placements.some(({ kind }) => kind.startsWith('Extra'))) continue;
			const ruleId = ratePlans.find((plan) => plan.id === ratePlan.id)?.extraStayRuleId;
			const rule = extraStayRules.find((one) => one.id === ruleId);
			for (const [kind, time] of KINDS.flatMap((one) => HOURS.map((hour) => [one, hour] as const))) {
				const night = dailyRates.at(kind === 'earlyCheckIn' ? 0 : -1)?.priceBeforeTax ?? NaN;
				const price = { currency: currencyCode, night, extraPlacement: 0, meals: 0, otherServices: 0 };
				const answer = packageCharge(rule, policy, kind, time, price);
				const offered = extraStays[kind].find(({ dateTimeLocal }) => dateTimeLocal.endsWith(time));
				seen[answer.outcome] = (seen[answer.outcome] ?? 0) + 1;
				if (answer.outcome === 'charged') {
					expect(offered).toMatchObject({
						total: { priceBeforeTax: answer.amount },
						isOccupyQuota: answer.period.occupyQuota,
					});
				} else {
					expect(offered !== undefined).toBe(answer.outcome === 'notCalculable');
				}
			}
		}
	}
	expect(Object.keys(seen).sort()).toEqual(['charged', 'forbidden', 'noRule', 'notCalculable', 'usual']);
	expect(seen.charged).toBeGreaterThan(500);
});
