"""Games in one process: bots against bots, one at a time or in bulk."""
