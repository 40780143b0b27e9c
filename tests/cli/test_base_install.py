"""`pip install han-game` alone: the library and play in a terminal, without any extra.

The programs here find only the packages that `dependencies` in pyproject.toml brings. In place of
all others they find a module that says it is not installed.
"""

import os
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from han.messages import message
from program import COMMAND, environment, run_quietly

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHON = ("-c",)
NEEDS_AN_EXTRA = (
    "han.server",
    "han.envs",
    "han.bench.environments",
    "han.play.gpu",
    "han.play.workers_ray",
)
"""Packages and modules that an extra is for; all others must do without."""
IMPORT_ALL = f"""
import importlib, pkgutil, han
extras = {NEEDS_AN_EXTRA!r}
names = [found.name for found in pkgutil.walk_packages(han.__path__, "han.", lambda name: None)]
names = [name for name in names if not name.startswith(extras)]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
PLAY_A_GAME = """
import han
chance = han.Chance(seed=1)
position = han.Game("ways-of-diplomacy", players=3, variant=True).deal(chance)
while not position.is_over:
    bot = han.make_bot("governor")
    position, _ = position.play(bot.choose(position.view(position.turn), chance), chance)
assert position.result.total == position.scores
"""


def installed_by(requirements: list[str], extra: str = "") -> Iterator[str]:
    """The names of all packages that requirements bring."""
    for requirement in map(Requirement, requirements):
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        yield name
        try:
            below = requires(name) or []
        except PackageNotFoundError:  # of an extra that is not installed here
            continue
        for wanted in (requirement.extras, {""})[not requirement.extras]:
            yield from installed_by(below, wanted)


@pytest.fixture(scope="module")
def base_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A path on which every package that no base install has is missing."""
    folder = tmp_path_factory.mktemp("missing")
    there = {"han-game", *installed_by(PROJECT["dependencies"])}
    for module, packages in packages_distributions().items():
        is_public = module.isidentifier() and not module.startswith("_")
        if is_public and not there & set(map(canonicalize_name, packages)):
            fault = f"raise ModuleNotFoundError('not in a base install', name={module!r})\n"
            (folder / f"{module}.py").write_text(fault, "utf-8")
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


def in_base_install(path: str, *command: str, lang: str = "en") -> CompletedProcess[str]:
    return run_quietly([sys.executable, *command], environment(PYTHONPATH=path, HAN_LANG=lang))


def han_of_base_install(path: str, *arguments: str, lang: str = "en") -> CompletedProcess[str]:
    return in_base_install(path, *COMMAND[1:], *arguments, lang=lang)


def test_what_the_extras_bring_is_hidden(base_path: str) -> None:
    hidden = {path.stem for path in Path(base_path.split(os.pathsep)[0]).iterdir()}
    assert {"fastapi", "sqlalchemy", "uvicorn", "nats", "pytest", "scipy"} <= hidden
    assert not {"numpy", "numba", "llvmlite", "rich", "typer", "msgspec", "han"} & hidden


def test_all_of_the_library_can_be_imported(base_path: str) -> None:
    done = in_base_install(base_path, *PYTHON, IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


def test_the_library_plays_a_game(base_path: str) -> None:
    done = in_base_install(base_path, *PYTHON, PLAY_A_GAME)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("play", "--players", "3", "--bots", "random", "--seed", "1"),
        ("arena", "--bots", "governor,random", "--players", "2", "--games", "2"),
        ("serve", "--help"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_commands_that_need_no_extra(base_path: str, command: tuple[str, ...]) -> None:
    done = han_of_base_install(base_path, *command)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("command", "key", "lang"),
    [
        ("serve", "server.no_packages", "en"),
        ("serve", "server.no_packages", "de"),
        ("worker", "bot_pool.no_nats", "fr"),
    ],
)
def test_what_needs_an_extra_says_which_in_one_sentence(
    base_path: str, tmp_path: Path, command: str, key: str, lang: str
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(f'database = "{tmp_path}/han.sqlite"', "utf-8")
    options = ("--config", str(config)) if command == "serve" else ()
    done = han_of_base_install(base_path, command, *options, lang=lang)
    assert done.stderr == f"han: {' '.join(message(key, lang).split())}\n"
    assert (done.returncode, done.stdout) == (2, "")
    assert list(tmp_path.iterdir()) == [config]


def test_an_extra_is_named_once_and_brings_what_its_command_needs() -> None:
    extras = PROJECT["optional-dependencies"]
    assert {"server", "scale", "envs", "openspiel", "data", "cluster", "gpu"} <= set(extras)
    assert "han-game[server]" in extras["scale"]
    base = {Requirement(text).name for text in PROJECT["dependencies"]}
    server = {Requirement(text).name for text in extras["server"]}
    assert not base & server


def test_the_page_on_installing_names_every_extra_and_its_packages() -> None:
    page = (ROOT / "docs" / "installing.md").read_text("utf-8")
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| ")]
    brought = {row[0].strip(" `"): row[2] for row in rows}
    wanted = {"(none)": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    del wanted["dev"]  # the page says more about it than a list of names
    for extra, requirements in wanted.items():
        for text in requirements:
            name = Requirement(text).name
            assert (name if name != "han-game" else "the extra") in brought[extra], (extra, name)
