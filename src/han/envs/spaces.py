"""The spaces of observations and actions, the same for every game."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from han.envs.observation import SCALE, SIZE
from han.rules.codes import CODES


def action_space() -> Discrete:
    """All actions by their codes; masks mark the legal ones."""
    return Discrete(CODES)


def observation_space(features: bool = True) -> Dict:
    """Observation and action mask; without features only the mask."""
    mask = Box(0, 1, (CODES,), np.int8)
    if not features:
        return Dict({"action_mask": mask})
    seen = Box(np.zeros(SIZE, np.uint8), SCALE.astype(np.uint8), dtype=np.uint8)
    return Dict({"observation": seen, "action_mask": mask})
