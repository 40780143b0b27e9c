"""A referee as quick as the engine: the slow one of `reference`, written over plain arrays.

It shares no code and no idea of a state with the engine: who owns a space is a number in a list,
prices are the slow referee's own lists, full provinces and rows are found by looking at every
space again. Only the compiler is the same. The soak plays it beside the engine, and the slow
referee beside the same engine, so that a mistake in any of the three shows.
"""
