import { DAY_SECONDS } from '../../../shared/dates/wallClock';
import { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { nearStays } from '../../../shared/journey/nearStays';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { JourneyPlan, options, planItem } from './journeyPlan';

const days = defineParameter({
	displayName: 'Next Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 60, numberPrecision: 0 },
	default: 3,
	description: 'How many days ahead. Each reservation near them takes one request.',
});

const MAX_OFFSET_DAYS = 60;

export const getSchedule = defineOperation({
	option: {
		name: 'Get Schedule',
		value: 'getSchedule',
		action: 'Get schedule of guest journey',
		description:
			'Get who will be due in the next days by the moments of a Guest Journey Trigger, in order, and who will not and why',
	},
	readOnly: true,
	personalColumns: personalColumns.reservation,
	parameters: [propertyId, moments, days, unitKind, journeyFilters, options],
	run: async ({ values, api }) => {
		const plan = new JourneyPlan(api, values.propertyId, values);
		const zone = await plan.zone();
		const offsets = plan.settings.moments.map(({ unit, count }) => (unit === 'days' ? count : count / 24));
		const farthest = Math.min(Math.ceil(Math.max(...offsets)), MAX_OFFSET_DAYS) + 1;
		const { stays, now } = await nearStays(api, values.propertyId, 'reservations', zone, {
			backDays: farthest,
			aheadDays: values.days + farthest,
			bookedWithinDays: 0,
		});
		const until = now + values.days * DAY_SECONDS;
		const found = await mapConcurrently(stays, REQUESTS_AT_ONCE, async ({ number, bookedAt }) => {
			return await plan.decisions(number, bookedAt, zone, now);
		});
		return found
			.flat()
			.map(({ decision }) => decision)
			.filter(({ verdict: { dueAt } }) => dueAt !== null && dueAt >= now && dueAt <= until)
			.sort((one, other) => (one.verdict.dueAt ?? 0) - (other.verdict.dueAt ?? 0))
			.map((decision) => planItem(decision, zone));
	},
});
