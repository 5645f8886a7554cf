-- exports all bookings
SELECT * FROM bookings;
