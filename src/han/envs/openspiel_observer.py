"""Observations of the OpenSpiel game, as numbers and as text."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from han.engine.game import Game
from han.envs.errors import EnvError
from han.envs.observation import (
    BLOCKS,
    SIZE,
    SLICES,
    SPECTATOR,
    blank_observation,
    observe_state,
)
from han.envs.openspiel_history import Viewer, view_text

if TYPE_CHECKING:
    from han.envs.openspiel import HanState


class HanObserver:
    """Writes `han.envs.observation` into ``tensor``; ``dict`` has its blocks by name.

    With perfect recall the text is all that was seen since the game began; the numbers are
    always those of the current state.
    """

    def __init__(self, game: Game, kind: Any, params: Any = None) -> None:
        """Allocate an observation.

        Args:
            game: The game that will be observed.
            kind: OpenSpiel's ``IIGObservationType``.
            params: There are none.
        """
        private = pyspiel.PrivateInfoType
        if params or not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise EnvError("envs.observer")
        self._is_spectator = kind.private_info == private.NONE
        self._has_recall = kind.perfect_recall
        self._seen = blank_observation(game.board)
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {
            block.name: self.tensor[SLICES[block.name]].reshape(block.shape) for block in BLOCKS
        }

    def set_from(self, state: "HanState", player: int) -> None:
        """Observe a state."""
        viewer = SPECTATOR if self._is_spectator else player
        observe_state(state.game_history.state, viewer, self._seen)
        self.tensor[:] = self._seen

    def string_from(self, state: "HanState", player: int) -> str:
        """The text of a state, or of all that was seen until then."""
        viewer: Viewer = None if self._is_spectator else player
        game_history = state.game_history
        return (
            game_history.seen_by(viewer)
            if self._has_recall
            else view_text(game_history.view(viewer))
        )
