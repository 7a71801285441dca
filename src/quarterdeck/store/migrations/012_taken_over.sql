-- When two had a device's token at the same time.
ALTER TABLE devices ADD COLUMN taken_over REAL;
