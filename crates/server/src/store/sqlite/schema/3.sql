-- Written and taken away again, to see whether there is room for more.
ALTER TABLE alive ADD COLUMN room BLOB;
