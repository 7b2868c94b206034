import { hotelFails } from './troublesOfTheService.mts';
import type { Trouble } from './trouble.mts';

const BOOKING_EVERY_MS = 25_000;

/** What lasts as long as its world: a plan asks for it by name. */
export const lastingTroubles: Trouble[] = [
	{
		name: 'details of every fifth booking fail for good',
		begin({ stage }) {
			let count = 0;
			stage.observe({
				onBooking: ({ number, at, createdMs }) => {
					if (at !== createdMs) return;
					count += 1;
					if (count % 5 === 0) stage.failingDetails.add(number);
				},
			});
		},
	},
	{
		name: 'a hotel fails beside a busy one',
		begin({ stage, guests }) {
			const [failing, busy] = stage.openProperties.map(({ id }) => id) as [string, string];
			stage.failingHotels.add(failing);
			hotelFails(stage, failing, this.name);
			const book = () => {
				guests.get(busy)?.burst(1);
				stage.time.after(BOOKING_EVERY_MS, stage.time.world, book);
			};
			book();
		},
	},
];
