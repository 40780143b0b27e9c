"""How hypothesis looks for examples, the same in all tests.

A failure prints what plays the same example again. No example has a limit of time, since a
busy machine would reach it.
"""

from hypothesis import settings

settings.register_profile("han", deadline=None, print_blob=True)
settings.load_profile("han")
