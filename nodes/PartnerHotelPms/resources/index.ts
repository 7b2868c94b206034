import type { Resource } from '../../shared/operation/defineOperation';
import { accommodationInventory } from './accommodationInventory';
import { company } from './company';
import { guest } from './guest';
import { occupancy } from './occupancy';
import { reservation } from './reservation';
import { room } from './room';
import { roomStay } from './roomStay';

export const resources: readonly Resource[] = [
	accommodationInventory,
	company,
	guest,
	occupancy,
	reservation,
	room,
	roomStay,
];
