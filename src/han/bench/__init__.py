"""How fast things are on this machine: the figures of `han bench`. Nothing here is a test."""
