-- Guests in the table of the workflow 'Bookings to PostgreSQL'. Put the values between the quotes.
-- Erase in the hotel system first: a booking that it still has is saved again when it changes or is missing here.

-- Find the bookings of a guest by a part of a name.
SELECT DISTINCT property_id, booking_number, status, arrival::date AS arrival, customer_name, guest_names
FROM hotel_room_stays
WHERE strpos(lower(concat_ws(', ', customer_name, guest_names)), lower('MILLER')) > 0
ORDER BY arrival;

-- Anonymize one booking: the row stays for nights and revenue, the number still leads to the booking in the hotel system.
UPDATE hotel_room_stays SET customer_name = NULL, guest_names = NULL
WHERE property_id = '1024' AND booking_number = '20310520-1024-1';

-- Erase one booking.
DELETE FROM hotel_room_stays
WHERE property_id = '1024' AND booking_number = '20310520-1024-1';

-- Erase everything.
TRUNCATE hotel_room_stays;
