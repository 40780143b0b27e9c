"""The types that search kernels take, besides those of `han.rules.types`."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Lore: TypeAlias = Any
"""Learned tables: one record of `han.search.lore.LORE`."""
Table: TypeAlias = NDArray[np.float32]
"""One of the learned tables."""
Points: TypeAlias = Any
"""Expected points, a fraction."""
Judgement: TypeAlias = Any
"""What pieces are worth: one record of `han.search.worth.JUDGEMENT`."""
Judgements: TypeAlias = NDArray[np.record]
"""Room for several judgements."""
Nodes: TypeAlias = Any
"""A search tree: records of `han.search.tree.NODE`."""
Quest: TypeAlias = Any
"""What is searched: one record of `han.search.simulate.QUEST`."""
Desk: TypeAlias = Any
"""A simulation's notes: one record of `han.search.simulate.DESK`."""
Settings: TypeAlias = Any
"""What a search is tuned with: one record of `han.search.settings.SETTINGS`."""
