/** The dictionaries of the content area, the same for every property. */

export interface CodeAndName {
	code: string;
	name: string;
}

export const MEAL_PLANS: readonly CodeAndName[] = [
	{ code: 'AllInclusive', name: 'All inclusive' },
	{ code: 'BuffetBreakfast', name: 'Buffet breakfast' },
	{ code: 'ContinentalBreakfast', name: 'Continental breakfast' },
	{ code: 'EnglishBreakfast', name: 'English breakfast' },
	{ code: 'FullBoard', name: 'Full board' },
	{ code: 'HalfBoard', name: 'Half board' },
	{ code: 'BreakFast', name: 'Breakfast' },
	{ code: 'Lunch', name: 'Lunch' },
	{ code: 'Dinner', name: 'Dinner' },
	{ code: 'FullBoardBuffet', name: 'Full board, buffet' },
	{ code: 'FullBoardCarte', name: 'Full board, à la carte' },
	{ code: 'BuffetDinner', name: 'Buffet dinner' },
	{ code: 'DinnerCarte', name: 'Dinner, à la carte' },
	{ code: 'Custom', name: 'Custom meal' },
	{ code: 'HalfBoardLunch', name: 'Half board with lunch' },
	{ code: 'HalfBoardDinner', name: 'Half board with dinner' },
	{ code: 'AmericanBreakfast', name: 'American breakfast' },
	{ code: 'HalfBoardLunchDinner', name: 'Lunch and dinner' },
	{ code: 'UltraAllInclusive', name: 'Ultra all inclusive' },
];

export const ROOM_TYPE_CATEGORIES: readonly CodeAndName[] = [
	{ code: 'Room', name: 'room' },
	{ code: 'Suite', name: 'suite' },
	{ code: 'Apartments', name: 'apartments' },
	{ code: 'PlaceInRoom', name: 'place in the room' },
	{ code: 'SmallHouse', name: 'small house' },
	{ code: 'Tent', name: 'tent' },
];

export interface RoomAmenity extends CodeAndName {
	group: string;
}

export const ROOM_AMENITIES: readonly RoomAmenity[] = [
	{ group: 'Internet/telephony', code: 'wifi_internet', name: 'Wi-Fi' },
	{ group: 'Internet/telephony', code: 'telephone', name: 'Telephone' },
	{ group: 'Furniture', code: 'journal_table', name: 'Coffee table' },
	{ group: 'Furniture', code: 'work_table', name: 'Work desk' },
	{ group: 'Beds', code: 'queen_bed', name: 'Queen-size bed' },
	{ group: 'Beds', code: 'twin_beds', name: 'Two twin beds' },
	{ group: 'Electronics', code: 'flat_screen_TV', name: 'Flat-screen TV' },
	{ group: 'Electronics', code: 'multi', name: 'Multi-split air conditioning' },
	{ group: 'Bathroom', code: 'shower', name: 'Shower' },
	{ group: 'Bathroom', code: 'hair_dryer', name: 'Hair dryer' },
	{ group: 'Other', code: 'possible_with_pets', name: 'Pets allowed' },
	{ group: 'Other', code: 'balcony', name: 'Balcony' },
];
