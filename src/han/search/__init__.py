"""Choosing actions by looking ahead, in four subpackages; each imports only from those before it.

`tables`: expected final points, learned from finished games. `value`: what a piece or a position
is worth by the tables. `policy`: choosing an action by value. `tree`: Monte Carlo tree search.
"""
