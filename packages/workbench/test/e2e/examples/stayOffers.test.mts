import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DateTime } from 'luxon';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { BROWSER } from '../support/forms.mts';
import { assertComplete, mailThat, mailsAbout } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { PlayedStays, type Stay } from '../support/playedStays.mts';
import { startTestStack } from '../support/stack.mts';

const ZONE = 'Europe/London';
const FRONT_DESK = 'front-desk@hotel.example';
const LATE = '14:00';
const EARLY = '12:00';
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');
const GUESTS_TO_COME = 10;

describe('early check-in and late check-out, offered before arrival', () => {
	let stack: Stack;
	let inbox: Inbox;
	let examples: Examples;
	let observer: Observer;
	let hotel: PlayedStays;
	let property: Property;
	let refusedOffers: SavedWorkflow;
	let toCome: Stay[];
	let several: Stay;

	before(async () => {
		stack = await startTestStack('stay-offers', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		const { sandbox } = stack;
		observer = await Observer.of(sandbox);
		property = sandbox.properties[0] as Property;
		hotel = new PlayedStays(sandbox.control, observer, property.id, DAY);
		examples = await Examples.of(stack, inbox);
		await sandbox.control.clock({ now: DAY.set({ hour: 9, minute: 50 }).toUTC().toISO() ?? '' });
		toCome = [];
		for (let guest = 0; guest < GUESTS_TO_COME; guest++) toCome.push(await hotel.booked(3));
		several = await hotel.booked(3, { roomStays: 2, sameDates: true });

		await activateOffers();
		await activateOffers('ended', { validHours: '0' });
		refusedOffers = await activateOffers('unheard', { frontDeskMail: REFUSED_ADDRESS });
		await examples.activate('starters/late-check-out-offer', property);
		await sandbox.control.clock({ now: DAY.set({ hour: 10, minute: 1 }).toUTC().toISO() ?? '' });
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

	/** @param path of the form; without one, that of the file */
	async function activateOffers(
		path?: string,
		settings: Record<string, string> = {},
	): Promise<SavedWorkflow> {
		const name = 'late-check-out-offer';
		const form = exampleWorkflow(name).nodes.find(({ type }) => type.endsWith('.formTrigger'));
		const formUrl = `${stack.url}/form/${path ?? form?.webhookId}`;
		return await examples.activate(name, property, {
			settings: { formUrl, ...settings },
			...(path !== undefined && {
				name: `Offers: ${path}`,
				nodes: { Answer: { parameters: { options: { path, buttonLabel: 'Yes, please' } } } },
			}),
		});
	}

	async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
		return await mailThat(inbox, what, isIt);
	}

	/** What a guest is to be offered: by the rule of the hotel, calculated here, if the API asks for the same. */
	async function offersTo(stay: Stay): Promise<Offer[]> {
		if (stay.number !== stay.bookingNumber || (await hotel.emailOf(stay)) === undefined) return [];
		const { roomStays, currencyCode } = await observer
			.read<BookingRecord>(`/read-reservation/v1/properties/${property.id}/bookings/${stay.number}`)
			.then((body) => (body as unknown as { booking?: BookingRecord }).booking ?? body);
		const [roomStay] = roomStays;
		assert.ok(roomStay);
		const { stayDates, roomType, ratePlans, guestCount, dailyRates, extraStayCharges } = roomStay;
		const { earlyArrival, lateDeparture } = extraStayCharges ?? {};
		if (ratePlans.length !== 1 || earlyArrival || lateDeparture) return [];
		const { extraStays } = await observer.send<{ extraStays: Record<Kind, OfferedStay[]> }>(
			'POST',
			`/search/v1/properties/${property.id}/extra-stays`,
			{
				stayDates,
				roomType: { id: roomType.id, placements: [] },
				ratePlan: { id: ratePlans[0]?.id },
				guestCount: { adultCount: guestCount.adultCount, childAges: guestCount.childAges ?? [] },
			},
		);
		const rules = await rulesOf(ratePlans[0]?.id ?? '');
		const wanted: Array<[Kind, string, number]> = [
			[
				'earlyCheckIn',
				`${stayDates.arrivalDateTime.slice(0, 10)}T${EARLY}`,
				dailyRates.at(0)?.priceBeforeTax ?? 0,
			],
			[
				'lateCheckOut',
				`${stayDates.departureDateTime.slice(0, 10)}T${LATE}`,
				dailyRates.at(-1)?.priceBeforeTax ?? 0,
			],
		];
		return wanted.flatMap(([kind, time, night]) => {
			const option = extraStays[kind].find(({ dateTimeLocal }) => dateTimeLocal.startsWith(time));
			const charge = option && rules.chargeOf(kind, time.slice(11), night, currencyCode);
			if (!option || (charge !== 'left to the API' && charge !== option.total.priceBeforeTax)) return [];
			// Who comes later anyway needs no early check-in.
			if (kind === 'earlyCheckIn' && stayDates.arrivalDateTime.slice(11) > rules.checkIn) return [];
			const { priceBeforeTax, taxAmount } = option.total;
			const priceAfterTax = Math.round((priceBeforeTax + taxAmount) * 100) / 100;
			return [{ kind, priceBeforeTax, priceAfterTax, currency: option.currencyCode }];
		});
	}

	async function rulesOf(ratePlanId: string): Promise<{ checkIn: string; chargeOf: ChargeOf }> {
		const content = `/content/v1/properties/${property.id}`;
		const { property: whole, ...rest } = await observer.read<ContentRecord & { property?: ContentRecord }>(
			content,
		);
		const { ratePlans, policy } = whole ?? rest;
		const { extraStayRules } = await observer.read<{ extraStayRules: ExtraStayRule[] }>(
			`${content}/extra-stay-rules`,
		);
		const { extraStayRuleId } = ratePlans.find(({ id }) => id === ratePlanId) ?? {};
		const rule = extraStayRules.find(({ id }) => id === extraStayRuleId);
		return {
			checkIn: (rule?.overridesPropertyCheckInTime ? rule.checkInTime : policy.checkInTime) ?? '',
			chargeOf: (kind, time, night, currency) => {
				const [usual, periods] =
					kind === 'earlyCheckIn'
						? [
								rule?.overridesPropertyCheckInTime ? rule.checkInTime : policy.checkInTime,
								rule?.earlyCheckInPeriods,
							]
						: [
								rule?.overridesPropertyCheckOutTime ? rule.checkOutTime : policy.checkOutTime,
								rule?.lateCheckOutPeriods,
							];
				const period = periods?.find(({ startTime, endTime }) => startTime <= time && time < endTime);
				const rate = period?.rates?.find((one) => one.currency === currency)?.rate ?? Number.NaN;
				const hours = Math.abs(minutesOf(time) - minutesOf(usual)) / 60;
				const percentage = period?.percentOptions?.percentage ?? Number.NaN;
				const charges: Record<string, number | string> = {
					Free: 0,
					Fixed: rate,
					HourlyRate: Math.round(rate * hours * 100) / 100,
					HourlyRateAutoCalculated: 'left to the API',
					Percent: Math.round(night * percentage) / 100,
				};
				return charges[period?.chargeType ?? ''];
			},
		};
	}

	/** The mail with the offers of a stay whose links lead to this form. */
	function offerMails(stay: Stay, path?: string): ReceivedMail[] {
		const isOf = (text: string) =>
			['ended', 'unheard'].filter((one) => text.includes(`/form/${one}?`))[0] === path;
		return mailsAbout(inbox, stay.number).filter(
			({ subject, text }) => subject.startsWith('More time at') && isOf(text),
		);
	}

	function linksIn({ html }: ReceivedMail): string[] {
		return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
	}

	/** Opens the link and presses the button. @returns the form, and the page that follows; empty if that failed */
	async function sayYes(link: string): Promise<{ form: string; page: string }> {
		const form = await (await fetch(link, { headers: BROWSER })).text();
		const body = new FormData();
		for (const [, name = '', value = ''] of form.matchAll(
			/type="hidden" id="[^"]+" name="([^"]+)" value="([^"]*)"/g,
		))
			body.set(name, value);
		const response = await fetch(link, { method: 'POST', headers: BROWSER, body });
		assert.equal(response.status, 200);
		const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
		const { pathname, search } = new URL(formWaitingUrl);
		const status = await until('the page after the form', async () => {
			const asked = await fetch(`${stack.url}${pathname}/n8n-execution-status${search}`, {
				headers: BROWSER,
			});
			const text = (await asked.text()).trim();
			return ['new', 'running', 'waiting'].includes(text) ? undefined : text;
		});
		if (status !== 'form-waiting') return { form, page: '' };
		const page = await (await fetch(`${stack.url}${pathname}${search}`, { headers: BROWSER })).text();
		return { form, page };
	}

	function yesMails({ number }: Stay): ReceivedMail[] {
		return inbox.mails.filter(
			({ subject }) => subject.startsWith('The guest says yes') && subject.endsWith(number),
		);
	}

	/** A guest with an offer, and the offer's mail. */
	async function offered(path?: string): Promise<{ stay: Stay; received: ReceivedMail }> {
		return await until(
			'an offer',
			() => toCome.flatMap((stay) => offerMails(stay, path).map((received) => ({ stay, received })))[0],
		);
	}

	test('three days before arrival: each guest is offered what can be had at a price that is certain, once', async () => {
		const expected = new Map<Stay, Offer[]>();
		for (const stay of toCome) expected.set(stay, await offersTo(stay));
		const some = [...expected].filter(([, offers]) => offers.length > 0);
		assert.ok(some.length > 0 && some.length < toCome.length, `${some.length} of ${toCome.length}`);
		for (const [stay, offers] of some) {
			const received = await until(`the offer to ${stay.number}`, () => offerMails(stay)[0]);
			assert.deepEqual(received.to, [await hotel.emailOf(stay)]);
			const prices = offers.map(({ priceBeforeTax, priceAfterTax, currency }) =>
				priceAfterTax === 0
					? 'free of charge'
					: priceAfterTax === priceBeforeTax
						? inMoney(priceAfterTax, currency)
						: `${inMoney(priceAfterTax, currency)} (${inMoney(priceBeforeTax, currency)} before tax)`,
			);
			const told = [...received.text.matchAll(/^Price: (.+)$/gm)].map(([, price]) => price);
			assert.deepEqual(told, prices);
			assert.equal(linksIn(received).length, offers.length);
			assertComplete(received);
			for (const other of toCome) if (other !== stay) assert.ok(!received.text.includes(other.number));
		}
		for (const [stay, offers] of expected) assert.equal(offerMails(stay).length, offers.length > 0 ? 1 : 0);
		assert.deepEqual(offerMails(several), []);
	});

	test('the starter: the front desk is told who can leave late, and the price', async () => {
		for (const stay of toCome) {
			const late = (await offersTo(stay)).find(({ kind }) => kind === 'lateCheckOut');
			if (late === undefined) continue;
			const list = await mail(`the late check-out of ${stay.number}`, ({ subject }) =>
				subject.endsWith(`can be offered: reservation ${stay.number}`),
			);
			const [price, beforeTax] = [late.priceAfterTax, late.priceBeforeTax].map((amount) =>
				inMoney(amount, late.currency),
			);
			assert.ok(list.text.includes(`Price of one room: ${price} (${beforeTax} before tax)`), list.text);
			assertComplete(list);
		}
	});

	test('a yes: the front desk gets reservation, offer and price, once; the form shows nothing of guests', async () => {
		const { stay, received } = await offered();
		const [link = ''] = linksIn(received);
		const price = /^Price: (.+)$/m.exec(received.text)?.[1] ?? '';
		const { form, page } = await sayYes(link);
		for (const { number } of toCome.filter((other) => other !== stay)) assert.ok(!form.includes(number));
		assert.ok(!form.includes(price));
		assert.match(page, /Thank you/);
		assert.ok(page.includes(price), page);
		const yes = await until('the yes', () => yesMails(stay)[0]);
		assert.deepEqual(yes.to, [FRONT_DESK]);
		assert.ok(yes.text.includes(`Price shown to the guest: ${price}`), yes.text);
		assert.match(yes.text, /^Offer: (Early check-in from|Late check-out until) \w{3} \d/m);
		assertComplete(yes);
		const again = await sayYes(link);
		assert.match(again.page, /We have your yes already/);
		assert.equal(yesMails(stay).length, 1);
		assert.deepEqual(await stack.sandbox.control.payments(property.id), []);
	});

	test('an unknown token, and one of another reservation: a clear text, and nothing else', async () => {
		const { stay, received } = await offered();
		const [link = ''] = linksIn(received);
		const unknown = link.replace(/token=\w+/, `token=${'0'.repeat(64)}`);
		const ofAnother = link.replace(stay.number, toCome.find((one) => one !== stay)?.number ?? '');
		const bare = link.replace(/\?.*/, '');
		for (const one of [unknown, ofAnother, bare]) {
			const { page } = await sayYes(one);
			assert.match(page, /This link is not valid/, one);
		}
		assert.equal(yesMails(stay).length, 1);
	});

	test('an offer that has ended: a clear text, and nothing else', async () => {
		const { stay, received } = await offered('ended');
		const before = yesMails(stay).length;
		const { page } = await sayYes(linksIn(received)[0] ?? '');
		assert.match(page, /This offer has ended/);
		assert.equal(yesMails(stay).length, before);
	});

	test('the front desk cannot be told: the failure has reservation, offer and price, and the offer is open', async () => {
		const { stay, received } = await offered('unheard');
		const [link = ''] = linksIn(received);
		assert.equal((await sayYes(link)).page, '');
		const failure = await examples.failureAbout(refusedOffers, stay.number, 'the guest said yes');
		assert.ok(failure.includes(/^Price: (.+)$/m.exec(received.text)?.[1] ?? '?'), failure);
		assert.match(failure, /Reason: \S.*mailbox/s);
		const token = new URL(link).searchParams.get('token');
		const row = (await examples.rowsOf('late-check-out-offer')).find((one) => one['token'] === token);
		assert.equal(row?.['state'], 'open');
	});
});

type Kind = 'earlyCheckIn' | 'lateCheckOut';
type ChargeOf = (kind: Kind, time: string, night: number, currency: string) => number | string | undefined;

interface Offer {
	kind: Kind;
	priceBeforeTax: number;
	priceAfterTax: number;
	currency: string;
}

interface OfferedStay {
	dateTimeLocal: string;
	currencyCode: string;
	total: { priceBeforeTax: number; taxAmount: number };
}

interface BookingRecord {
	currencyCode: string;
	roomStays: Array<{
		stayDates: { arrivalDateTime: string; departureDateTime: string };
		roomType: { id: string };
		ratePlans: Array<{ id: string }>;
		guestCount: { adultCount: number; childAges: number[] | null };
		dailyRates: Array<{ priceBeforeTax: number }>;
		extraStayCharges?: { earlyArrival: object | null; lateDeparture: object | null } | null;
	}>;
}

interface ContentRecord {
	policy: { checkInTime: string; checkOutTime: string };
	ratePlans: Array<{ id: string; extraStayRuleId?: string | null }>;
}

interface Period {
	startTime: string;
	endTime: string;
	chargeType: string;
	rates?: Array<{ currency: string; rate: number }> | null;
	percentOptions?: { percentage: number } | null;
}

interface ExtraStayRule {
	id: string;
	overridesPropertyCheckInTime: boolean;
	overridesPropertyCheckOutTime: boolean;
	checkInTime: string;
	checkOutTime: string;
	earlyCheckInPeriods: Period[];
	lateCheckOutPeriods: Period[];
}

function minutesOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** "EUR 1,234.50" */
function inMoney(amount: number, currency: string): string {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
	return format.format(amount).replace(/\s/g, ' ');
}
