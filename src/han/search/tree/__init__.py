"""Information-set Monte Carlo tree search (`docs/adr/0011-search.md`).

A *reward* is what a simulated game brings a seat, between 0 and 1.
"""
