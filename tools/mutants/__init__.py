"""Change the rules in one small way at a time, and see whether `make quick` notices."""
