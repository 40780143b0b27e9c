"""Tables of expected final points, learned from many finished games.

A game's points come in parts that can be told apart: the houses of one province, one
alliance, the rows, the ports. For each part a few numbers say how a seat stands in it, and
a table says how many points seats that stood like that got from it in the end. The tables
know no map, only such numbers, so they serve every board (`docs/adr/0010-tables.md`).
"""
