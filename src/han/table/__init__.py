"""One game that people and bots share, as a log of entries and what they add up to.

Pure: no clock, no chance and no storage of its own. `decide` says what a command makes of a
table (a `Progress`), `Table.apply` does what a stored entry says, and `telling` says to each viewer
what they may know.
"""
