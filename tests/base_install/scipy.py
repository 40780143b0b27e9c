"""Hides scipy from the programs that tests start, as it is not there in a base install.

numba loads it for linear algebra, which no kernel has: a fifth of a second for every program.
"""

raise ImportError("scipy is not part of the base install")
