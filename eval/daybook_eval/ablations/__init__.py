"""Parts of Daybook changed or left out, one at a time, in tables of the shape that the papers print."""
