"""Information-set Monte Carlo tree search (`docs/adr/0011-search.md`).

A *reward* is the result of a simulated game for a seat, between 0 and 1.
"""
