import type { Resource } from '../../shared/operation/defineOperation';
import { accommodationInventory } from './accommodationInventory';
import { company } from './company';
import { guest } from './guest';
import { guestJourney } from './guestJourney';
import { inventoryBlock } from './inventoryBlock';
import { occupancy } from './occupancy';
import { reservation } from './reservation';
import { room } from './room';
import { roomStay } from './roomStay';
import { stayUnit } from './stayUnit';
import { storageBooking } from './storageBooking';
import { storageInventory } from './storageInventory';

export const resources: readonly Resource[] = [
	accommodationInventory,
	company,
	guest,
	guestJourney,
	inventoryBlock,
	occupancy,
	reservation,
	room,
	roomStay,
	stayUnit,
	storageBooking,
	storageInventory,
];
