"""`check_bot` finds each violation of the contract, and names it."""

import inspect
import random
import shlex
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import han
from han.bots.bot import Bot
from han.bots.errors import BotContractError, SpecError
from han.bots.greedy import GreedyBot
from han.bots.random import RandomBot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.position import Position
from han.engine.view import View
from han.play import examiner
from han.play.contract import check_bot
from han.rules.state import STATE
from waiting import HUNG_S

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"


class Clock:
    """Goes on by a millisecond whenever somebody looks, and when a bot says so."""

    now = 0.0

    def perf_counter(self) -> float:
        self.now += 0.001
        return self.now


CLOCK = Clock()
COIN = random.Random(5)
"""Not one of the generators that anybody seeds."""


@pytest.fixture(autouse=True)
def _time_by_our_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not make a bot late."""
    monkeypatch.setattr(examiner, "time", CLOCK)


class OwnBot:
    """Plays by a function."""

    spec = "own"

    def __init__(self, choose: Callable[[View, Chance], object]) -> None:
        self._choose = choose

    def choose(self, view: View, chance: Chance) -> Action:
        return self._choose(view, chance)  # type: ignore[return-value]


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_our_own_bots_pass(spec: str) -> None:
    report = check_bot(spec, seeds=[1, 2])
    assert report.games == 12
    assert report.decisions > 200
    assert report.slowest_ms == 1


def test_a_program_passes() -> None:
    ms = round(1000 * HUNG_S)
    spec = f"exec:ms={ms} {shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    assert check_bot(spec, decisions=3).decisions == 18


def test_a_bot_may_remember_the_game_that_it_follows() -> None:
    """It answers by how often it was asked: not by the view alone, yet always alike."""

    class Counting:
        spec = "counting"

        def __init__(self) -> None:
            self._asked = 0

        def choose(self, view: View, chance: Chance) -> Action:
            self._asked += 1
            return view.legal_actions[self._asked % len(view.legal_actions)]

    assert check_bot(Counting).games == 6


def test_it_is_public() -> None:
    assert han.check_bot is check_bot
    assert han.BotContractError is BotContractError


def test_positions_of_every_kind_are_tried() -> None:
    seen: list[View] = []

    def note(view: View, chance: Chance) -> Action:
        seen.append(view)
        return GreedyBot().choose(view, chance)

    check_bot(lambda: OwnBot(note))
    kinds = {(view.game.map.id, view.game.players) for view in seen}
    assert len(kinds) == 6
    assert {(view.game.map.id, view.game.variant) for view in seen} == {
        (map_id, variant) for map_id in han.map_ids() for variant in (False, True)
    }
    assert {view.phase for view in seen} == {"place", "draw"}
    assert {view.passes for view in seen} == {0, 1, 2}
    assert {(view.game.players, view.seat) for view in seen} == {
        (players, seat) for _, players in kinds for seat in range(players)
    }


# One bad bot for each clause.


def answer_text(view: View, chance: Chance) -> object:
    return str(view.legal_actions[0])


def answer_illegally(view: View, chance: Chance) -> object:
    return Action("=R")


def fail_late(view: View, chance: Chance) -> object:
    if view.passes == 2:
        raise LookupError("the pile is empty")
    return view.legal_actions[0]


def think_long(view: View, chance: Chance) -> object:
    CLOCK.now += 0.5
    return view.legal_actions[0]


def toss_own_coin(view: View, chance: Chance) -> object:
    return COIN.choice(view.legal_actions)


def use_global_random(view: View, chance: Chance) -> object:
    return random.choice(view.legal_actions)


def use_global_numpy(view: View, chance: Chance) -> object:
    return view.legal_actions[np.random.randint(len(view.legal_actions))]


def peek(view: View, chance: Chance) -> object:
    """Look for a position in the frames of whoever called, and at the hands in it."""
    frame = inspect.currentframe()
    while frame is not None:
        for value in frame.f_locals.values():
            if isinstance(value, Position):
                return view.legal_actions[hash(value.pile) % len(view.legal_actions)]
        frame = frame.f_back
    raise AssertionError("nothing to see")


def write_into_houses(view: View, chance: Chance) -> object:
    view.houses["wei-1"] = 4
    return view.legal_actions[0]


def write_into_state(view: View, chance: Chance) -> object:
    view.state = np.array([view.state], STATE)[0]
    view.state.times_pile_emptied = 7
    return view.legal_actions[0]


def sort_the_legal_actions(view: View, chance: Chance) -> object:
    legal = sorted(view.legal_actions, key=str)
    view.legal_actions.__dict__["codes"] = view.legal_actions.codes[::-1]
    return legal[0]


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (answer_text, r"^The answer '.*' is not an Action: "),
        (answer_illegally, r"^The answer “=R” is not legal: "),
        (fail_late, r"^The bot failed with LookupError \(the pile is empty\): "),
        (think_long, r"^The answer took 501 ms; 400 are allowed: "),
        (toss_own_coin, r"^Two fresh bots that followed the same game disagree: "),
        (use_global_random, r"^The choice depends on a global random generator: "),
        (use_global_numpy, r"^The choice depends on a global random generator: "),
        (peek, r"^The choice depends on cards that the seat cannot see: "),
        (write_into_houses, r"^The bot changed the view: "),
        (write_into_state, r"^The bot changed the view: "),
        (sort_the_legal_actions, r"^The bot changed the view: "),
    ],
)
def test_a_breach_is_found_and_named(
    choose: Callable[[View, Chance], object], sentence: str
) -> None:
    with pytest.raises(BotContractError, match=sentence) as caught:
        check_bot(lambda: OwnBot(choose), seeds=[7], ms_limit=400)
    message = str(caught.value)
    assert "seed 7, seat " in message
    text = message.partition("position “")[2].removesuffix("”.")
    assert str(Position.parse(text)) == text


def test_bots_that_share_a_memory_are_found() -> None:
    """The first of each pair answers one thing, the second another."""
    asked = count()
    bot = OwnBot(lambda view, chance: view.legal_actions[next(asked) % len(view.legal_actions)])
    with pytest.raises(BotContractError, match="disagree"):
        check_bot(lambda: bot)


def test_a_bot_that_is_fickle_only_when_asked_alone_is_found() -> None:
    made = count()

    class Fickle:
        """Bots that follow a game agree; of those asked alone, every other one does not."""

        spec = "fickle"

        def __init__(self) -> None:
            number = next(made)
            is_alone = number >= 7  # after the first line-up of three and its twin, and the try
            self._choice = number % 2 if is_alone else 0

        def choose(self, view: View, chance: Chance) -> Action:
            return view.legal_actions[self._choice]

    with pytest.raises(BotContractError, match=r"^Two fresh bots disagree about the same view"):
        check_bot(Fickle)


def test_a_bot_needs_a_spec() -> None:
    class Nameless:
        def choose(self, view: View, chance: Chance) -> Action:
            return view.legal_actions[0]

    with pytest.raises(BotContractError, match="has no spec"):
        check_bot(Nameless)  # type: ignore[arg-type]


def test_a_spec_that_names_another_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "mask-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mask\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[han.bots]\nmask = mask:Mask\n")
    (tmp_path / "mask.py").write_text(
        "class Mask:\n"
        "    def __init__(self, layer='0'):\n"
        "        self.spec = f'mask:layer={int(layer) + 1}'\n"
        "    def choose(self, view, chance):\n"
        "        return view.legal_actions[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    wrong = "'mask' makes a bot 'mask:layer=1', but that one makes 'mask:layer=2'"
    with pytest.raises(BotContractError, match=wrong):
        check_bot("mask")


def test_an_unknown_spec_is_the_callers_fault() -> None:
    with pytest.raises(SpecError):
        check_bot("chess")


def test_bots_are_closed_and_global_generators_left_alone() -> None:
    alive: set[int] = set()

    class Closing(RandomBot):
        def choose(self, view: View, chance: Chance) -> Action:
            alive.add(id(self))
            random.random()
            np.random.random()
            return super().choose(view, chance)

        def close(self) -> None:
            alive.discard(id(self))

    made: list[Bot] = []

    def make() -> Bot:
        made.append(Closing())
        return made[-1]

    random.seed(5)
    before = random.getstate()
    check_bot(make, decisions=3)
    assert len(made) > 40
    assert alive == set()
    assert random.getstate() == before
