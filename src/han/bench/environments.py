"""The speed of the environments on one core, compared with one of PettingZoo's own."""

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
from pettingzoo.env_registry.exceptions import FailedToImport

from han.envs.aec import Aec, env, raw_env
from han.envs.vector import HanVectorEnv

BATCH = 1024


def measure_environments(seconds: float) -> dict[str, Any]:
    """Steps a second of random play, including the choice of actions."""
    return {
        "aec_steps_per_s": time_aec(env(), seconds),
        "raw_aec_steps_per_s": time_aec(raw_env(), seconds),
        "connect_four_steps_per_s": time_connect_four(seconds),
        "vector_batch": BATCH,
        "vector_steps_per_s": time_vector(seconds, features=False),
        "vector_steps_with_features_per_s": time_vector(seconds, features=True),
    }


def time_aec(table: Aec, seconds: float) -> float:
    """Random play with observation and mask, game after game."""
    rng = random.Random(0)
    table.reset(seed=0)
    for _ in _play(table, rng):  # one game to warm up
        pass
    steps = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not steps:
        table.reset()
        steps += sum(1 for _ in _play(table, rng))
    return round(steps / spent, 1)


def _play(table: Aec, rng: random.Random) -> Iterator[None]:
    """Play a dealt game to its end in the same way as PettingZoo's own benchmark."""
    for _ in table.agent_iter():
        seen, _, ended, cut, _ = table.last()
        done = ended or cut
        table.step(None if done else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        yield


def time_connect_four(seconds: float) -> float | None:
    """Steps a second of PettingZoo's `connect_four_v3`; none if it is not installed."""
    try:
        table = pettingzoo.make("aec", "classic/connect_four_v3")
    except FailedToImport:  # it needs pygame
        return None
    return time_aec(table, seconds)


def time_vector(seconds: float, features: bool) -> float:
    """Random play of a batch, with masks, and with whole observations if asked for."""
    batch = HanVectorEnv(BATCH, features=features)
    batch.reset(seed=0)
    for _ in range(200):  # until the games are at all stages
        batch.step(batch.sample_actions())
    steps = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not steps:
        batch.step(batch.sample_actions())
        steps += BATCH
    return round(steps / spent, 1)
