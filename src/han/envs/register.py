"""The environments' names in Gymnasium and PettingZoo, one for each kind of game.

``han/BorderDisputes-4p-v1``, ``han/WaysOfDiplomacy-2p-variant-v1`` and so on, for
``gymnasium.make``, ``gymnasium.make_vec`` and ``pettingzoo.make("aec", …)``; whatever else the
environments take can be given there.
"""

from collections.abc import Iterator
from typing import Any

import gymnasium
import pettingzoo

from han.envs.version import VERSION
from han.maps.load import load_map, map_ids


def env_ids() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every registered name, and the game that it stands for."""
    for map_id in map_ids():
        fewest, most = load_map(map_id).players
        name = map_id.replace("-", " ").title().replace(" ", "")
        for players in range(fewest, most + 1):
            for variant in (False, True):
                kind = f"{name}-{players}p" + ("-variant" if variant else "")
                game = {"map_id": map_id, "players": players, "variant": variant}
                yield f"han/{kind}-v{VERSION}", game


def register_all() -> None:
    """Register all names with both, once."""
    for env_id, game in env_ids():
        if env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, "han.envs.aec:env", kwargs=game)
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="han.envs.single:HanEnv",
                vector_entry_point="han.envs.vector:HanVectorEnv",
                kwargs=game,
            )
