"""Making boards: from a seed to a map file.

`board` tries until everything fits. `cells` and `land` divide the land, `outlines` draws its
borders, `country` with `alliances`, `sizes` and `colours` says what the provinces are, `furnish`,
`ways` and `roads` fill them, `scenery` decorates, `write` makes the file. Nothing here depends on
the machine: chance comes from `dice`, places are whole numbers, and floats are only added by `fsum`
where there are more than a few (Python 3.12 made `sum` more exact).
"""
