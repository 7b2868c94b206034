-- The table of the workflow 'Bookings to PostgreSQL', one row for each room stay.
CREATE TABLE IF NOT EXISTS hotel_room_stays (
  property_id        text        NOT NULL,
  booking_number     text        NOT NULL,
  stay_index         integer     NOT NULL,
  status             text        NOT NULL,
  created_at         timestamptz,
  modified_at        timestamptz NOT NULL,
  cancelled_at       timestamptz,
  booking_penalty    numeric,
  source_type        text,
  customer_name      text,
  currency           text,
  arrival            timestamp,
  departure          timestamp,
  nights             integer,
  room_type_id       text,
  room_type          text,
  rate_plan_id       text,
  rate_plan          text,
  adults             integer,
  children           integer,
  guest_names        text,
  revenue_before_tax numeric,
  revenue_after_tax  numeric,
  saved_at           timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (property_id, booking_number, stay_index)
);

-- Rooms sold and their revenue by day of arrival; cancelled bookings keep their rows.
-- SELECT arrival::date, count(*) AS rooms, sum(nights) AS nights, sum(revenue_before_tax) AS revenue
-- FROM hotel_room_stays WHERE status <> 'Cancelled' AND stay_index > 0 GROUP BY 1 ORDER BY 1;
