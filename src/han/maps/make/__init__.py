"""Making boards: from a seed to a map file.

`board` tries until everything fits. `cells` and `land` divide the land, `outlines` draw its borders,
`alliances`, `sizes` and `colours` say what the provinces are, `furnish` and `roads` fill them,
`scenery` decorates, `write` makes the file. Nothing here depends on the machine: chance comes from
`dice`, and places are whole numbers.
"""
