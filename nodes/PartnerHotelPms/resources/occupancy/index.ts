import type { Resource } from '../../../shared/operation/defineOperation';
import { getDailyOccupancy } from './getDailyOccupancy.operation';
import { getOccupancyReport } from './getOccupancyReport.operation';

export const occupancy: Resource = {
	option: { name: 'Occupancy', value: 'occupancy' },
	operations: [getDailyOccupancy, getOccupancyReport],
};
