"""What a piece or a position is worth to a seat, by the tables.

A *value* is in points of the seat to move, less the mean of the other seats. *Points* are those
that a seat can expect to have at the end.
"""
