"""One game that people and bots share, as a log of entries and what they add up to.

Pure: no clock, no chance and no storage of its own. `commands` decide which entry a wish
becomes, `Table.apply` does what an entry says, `telling` says it to those who may know.
"""
