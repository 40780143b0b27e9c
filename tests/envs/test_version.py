"""The environments' name stands for their behaviour: other behaviour needs another name."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from han.envs.register import env_ids
from han.envs.vector import HanVectorEnv

PRINTS = Path(__file__).with_name("fingerprints.json")
"""For each name a digest of some games as they are seen; ``HAN_NEW_ENV_VERSION=1`` writes it
anew, which is right only together with a new version."""


def fingerprint(batch: HanVectorEnv) -> str:
    """A digest of everything that two hundred steps of random play show."""
    digest = hashlib.sha256()
    seen, infos = batch.reset(seed=11)
    for _ in range(200):
        for array in (*seen.values(), *infos.values()):
            digest.update(array.tobytes())
        seen, rewards, ended, _, infos = batch.step(batch.sample_actions())
        digest.update(rewards.tobytes() + ended.tobytes())
    return digest.hexdigest()[:16]


def test_nothing_changes_under_the_same_name() -> None:
    now = {}
    for env_id, kind in env_ids():
        now[env_id] = fingerprint(HanVectorEnv(8, **kind, reward="both"))
        now[f"{env_id} against greedy"] = fingerprint(HanVectorEnv(8, **kind, opponents="greedy"))
    if os.environ.get("HAN_NEW_ENV_VERSION"):
        PRINTS.write_text(json.dumps(now, indent=2) + "\n", "utf-8")
    changed = [
        name for name, was in json.loads(PRINTS.read_text("utf-8")).items() if now.get(name) != was
    ]
    if changed or len(now) != 24:
        pytest.fail(f"behave differently, so need a new version: {', '.join(changed)}")
