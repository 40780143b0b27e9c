"""What a player of the OpenSpiel game sees, as numbers and as text."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from han.engine.game import Game
from han.envs.errors import EnvError
from han.envs.observation import (
    BLOCKS,
    ONLOOKER,
    SIZE,
    SLICES,
    blank_observation,
    observe_state,
)
from han.envs.openspiel_story import Viewer, view_text

if TYPE_CHECKING:
    from han.envs.openspiel import HanState


class HanObserver:
    """Writes `han.envs.observation` into ``tensor``; ``dict`` has its blocks by name.

    With perfect recall the text is all that was seen since the game began; the numbers are
    those of the moment in any case.
    """

    def __init__(self, game: Game, kind: Any, params: Any = None) -> None:
        """Make room for one observation.

        Args:
            game: The game that will be observed.
            kind: OpenSpiel's ``IIGObservationType``.
            params: There are none.
        """
        private = pyspiel.PrivateInfoType
        if params or not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise EnvError("envs.observer")
        self._is_onlooker = kind.private_info == private.NONE
        self._has_recall = kind.perfect_recall
        self._seen = blank_observation(game.board)
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {
            block.name: self.tensor[SLICES[block.name]].reshape(block.shape) for block in BLOCKS
        }

    def set_from(self, state: "HanState", player: int) -> None:
        """Look at a state."""
        viewer = ONLOOKER if self._is_onlooker else player
        observe_state(state.story.state, viewer, self._seen)
        self.tensor[:] = self._seen

    def string_from(self, state: "HanState", player: int) -> str:
        """What can be seen of a state, or has been seen until then."""
        viewer: Viewer = None if self._is_onlooker else player
        story = state.story
        return story.told_to(viewer) if self._has_recall else view_text(story.view(viewer))
