"""The bot that searches: its choices, its memory within a turn, and its budget."""

from collections import defaultdict
from itertools import count
from types import SimpleNamespace

import pytest

from han.bots.budget import Budget
from han.bots.errors import SpecError
from han.bots.greedy import GreedyBot
from han.bots.mcts import STEP, MctsBot
from han.bots.registry import make_bot, make_line_up
from han.bots.turn_memory import remember_answer
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.messages import LANGUAGES
from han.play.match import Match, play_match
from han.search.tree.settings import UNIFORM, make_settings
from search.endings import duel
from tables import eager_action, positions_of, some_games

SMALL = Game("ways-of-diplomacy", 2)


class WatchedBot(MctsBot):
    """Notes how many simulations it had before and after each search."""

    def __init__(self, budget: Budget) -> None:
        super().__init__("watched", budget)
        self.kept: list[int] = []
        self.done: list[int] = []

    def _think(self) -> None:
        self.kept.append(self._simulations())
        super()._think()
        self.done.append(self._simulations())


class StubbornBot(WatchedBot):
    """Uses its whole budget for each decision."""

    def _is_decided(self, left: float) -> bool:
        return False


def decisions(game: Game, seed: int) -> list[Position]:
    """The positions of a game in which somebody can choose."""
    positions = positions_of(game, seed, eager_action)
    return [p for p in positions if p.to_move is not None and len(p.legal_actions) > 1]


def view_of(position: Position) -> View:
    assert position.to_move is not None
    return position.view(position.to_move)


def play(position: Position, *actions: Action | str) -> Position:
    for action in actions:
        position, _ = position.play(action)
    return position


# Choices.


@pytest.mark.parametrize("spec", ["mcts:sims=80", "mcts:sims=80,threads=2"])
def test_equal_views_and_seeds_give_equal_choices(spec: str) -> None:
    """For fresh bots, for one that is asked twice, and for one that saw other things between."""
    one, other = make_bot(spec), make_bot(spec)
    positions = decisions(Game("border-disputes", 4, variant=True), seed=1)[::25]
    first = [one.choose(view_of(p), Chance(5)) for p in positions]
    assert [make_bot(spec).choose(view_of(p), Chance(5)) for p in positions] == first
    assert [one.choose(view_of(p), Chance(5)) for p in positions] == first
    for position, choice in reversed(list(zip(positions, first, strict=True))):
        assert other.choose(view_of(position), Chance(5)) == choice
        assert other.choose(view_of(position), Chance(5)) == choice


def test_the_seed_matters() -> None:
    """The root's visits are so close with few simulations that luck decides some choices."""
    positions = decisions(Game("border-disputes", 4), seed=2)[::20]
    choices = [
        [make_bot("mcts:sims=30").choose(view_of(p), Chance(seed)) for p in positions]
        for seed in range(3)
    ]
    assert not choices[0] == choices[1] == choices[2]


@pytest.mark.parametrize("spec", ["mcts:sims=40", "mcts:sims=40,threads=2"])
def test_whole_games_are_repeated_by_other_bots(spec: str) -> None:
    """Bots that go on with their trees agree with others that do."""
    games = [play_match(SMALL, make_line_up(spec, 2), seed=4) for _ in range(2)]
    assert games[0].record == games[1].record


@some_games
def test_choices_are_legal(game: Game) -> None:
    """A match plays nothing else."""
    line_up = make_line_up(",".join(["mcts:sims=8", "random", "greedy"] * 2), 6)[: game.players]
    assert play_match(game, line_up, seed=3).position.is_over


def test_it_wins_when_it_can_win_at_once() -> None:
    for seed in range(5):
        choice = make_bot("mcts:sims=20").choose(duel().view(1), Chance(seed))
        assert str(choice) == "H temple-5 R"


def test_an_only_action_needs_no_thinking() -> None:
    position = play(Game("border-disputes", 3).deal_cards(["RRG", "YYO", "GGV"], "RGYV"), "X G")
    position = play(position, "+R", "=R")
    bot = WatchedBot(Budget(sims=10))
    only = play(position, "H qi-1 Y")
    assert [str(action) for action in only.legal_actions] == ["."]
    assert str(bot.choose(view_of(only), Chance(1))) == "."
    assert bot.done == []


# Memory.


class RoomyBudget(Budget):
    """Enough nodes for more than a turn, so that no tree is discarded because it is half full."""

    @property
    def nodes(self) -> int:
        return 20_000


def test_a_tree_is_kept_from_one_decision_of_a_turn_to_the_next() -> None:
    """And only then. After a card from the pile that no simulation drew it is empty."""
    kept_after: dict[str, list[int]] = defaultdict(list)
    for seed in (1, 2, 3):
        bot = WatchedBot(RoomyBudget(sims=150))
        before, thought = "nothing", 0
        for step in Match(SMALL, [bot, GreedyBot()], seed):
            if step.before.turn == 1:
                before = "nothing"
            elif step.before.to_move == 0:
                if len(bot.kept) > thought:
                    thought = len(bot.kept)
                    kept_after[before].append(bot.kept[-1])
                forced = len(step.before.legal_actions) == 1
                before = "a forced stop" if forced else str(step.action)[0]
    assert set(kept_after.pop("nothing")) == {0}
    assert set(kept_after) >= {"H", "E", "+", "*", "a forced stop"}
    drawn = kept_after.pop("*")
    assert sum(kept > 0 for kept in drawn) > 0.8 * len(drawn)
    for kind, kept in kept_after.items():
        assert min(kept) > 0, kind


DRAWING = play(
    Game("border-disputes", 3).deal_cards(["RGG", "YYO", "GOV"], "RGYV"), "H wei-1 GG", "."
)
"""Seat 0 has paid with two of its cards, so that it draws twice."""


def codes(*actions: str) -> tuple[int, ...]:
    return tuple(DRAWING.game.book.encode(Action(action).atom) for action in actions)


def test_a_memory_knows_what_led_to_a_view() -> None:
    memory = remember_answer(view_of(DRAWING), 0, codes("+Y"))
    after = play(DRAWING, "+Y")
    assert memory.codes_to(view_of(after)) == codes("+Y")
    assert memory.codes_to(view_of(Position.parse(str(after)))) == codes("+Y")
    for elsewhere in (
        DRAWING,
        play(DRAWING, "+R"),
        play(DRAWING, "*", "*Y"),  # the same hand, but nobody saw the card
        play(after, "+R", "=Y", "=R"),  # another seat's turn
        Position.parse(str(after).replace("wei-1", "wei-2")),
        Position.parse(str(after).replace(" 3 ", " 3 wild=off ")),
    ):
        assert memory.codes_to(view_of(elsewhere)) is None
    assert memory.codes_to(after.view(1)) is None
    assert memory.codes_to(after.view(None)) is None


def test_a_memory_reads_the_card_from_the_hand() -> None:
    memory = remember_answer(view_of(DRAWING), 0, codes("*"))
    for card in ("*R", "*O", "*V"):
        assert memory.codes_to(view_of(play(DRAWING, "*", card))) == codes("*", card)
    for elsewhere in (DRAWING, play(DRAWING, "+R"), play(DRAWING, "*", "*O", "*", "*V")):
        assert memory.codes_to(view_of(elsewhere)) is None


@pytest.mark.parametrize("spec", ["mcts:sims=100", "mcts:sims=100,threads=2"])
def test_a_bot_that_is_led_astray_begins_anew(spec: str) -> None:
    """After another action than its answer was played it chooses like a fresh bot."""
    for position in decisions(Game("border-disputes", 4), seed=7)[1:60:12]:
        bot = make_bot(spec)
        choice = bot.choose(view_of(position), Chance(1))
        other = next(action for action in position.legal_actions if action != choice)
        after, _ = position.play(other, Chance(1))
        expected = make_bot(spec).choose(view_of(after), Chance(2))
        assert bot.choose(view_of(after), Chance(2)) == expected


# Budgets.


def test_what_is_left_of_a_budget() -> None:
    assert Budget(sims=100).left(30, 10, 5.0) == 70
    assert Budget(ms=1000).left(0, 0, 0.2) == float("inf")
    assert Budget(ms=1000).left(80, 50, 0.25) == 150  # 50 in a quarter, three quarters to go
    assert Budget(ms=1000).left(80, 50, 1.0) == 0
    assert Budget(ms=1000).left(0, 0, 1.5) == 0
    assert Budget(sims=100, ms=1000).left(90, 50, 0.25) == 10
    assert Budget(sims=1000, ms=1000).left(90, 50, 0.25) == 150
    assert Budget(sims=100, ms=1000).left(90, 0, 0.25) == 10
    assert Budget(sims=100, ms=1000).left(90, 50, 2.0) == 0
    assert Budget(steps=1000).left(0, 0, 9.0) == float("inf")
    assert Budget(steps=1000).left(80, 50, 9.0, steps=250) == 150
    assert Budget(steps=1000).left(80, 50, 9.0, steps=1000) == 0
    assert Budget(sims=100, steps=1000).left(90, 50, 9.0, steps=250) == 10


@pytest.mark.parametrize("budget", [Budget(sims=1), Budget(ms=1), Budget(sims=10**7, ms=10**6)])
def test_a_tree_has_room_for_its_budget_but_not_for_more_than_fits(budget: Budget) -> None:
    assert min(budget.sims or 1, 10**6) <= budget.nodes <= 10**7


@pytest.mark.parametrize("sims", [2, 63, 64, 65, 200])
def test_a_budget_of_simulations_is_never_exceeded(sims: int) -> None:
    bot = StubbornBot(Budget(sims=sims))
    for step in Match(SMALL, [bot, GreedyBot()], seed=2):
        if step.turn == 12:
            break
    assert max(bot.done) == min(bot.done) == sims


def test_a_budget_of_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by five milliseconds between two looks."""
    looks = count()
    clock = SimpleNamespace(perf_counter=lambda: 0.005 * next(looks))
    monkeypatch.setattr("han.bots.mcts.time", clock)
    bot = StubbornBot(Budget(ms=20))
    position = Game("border-disputes", 5, variant=True).deal(1)
    bot.choose(view_of(position), Chance(1))
    assert next(looks) == 1 + 4  # when it began, and until twenty milliseconds were over
    assert 0 < bot.done[0] <= 4 * STEP


def test_a_budget_of_real_time_ends() -> None:
    bot = StubbornBot(Budget(ms=20))
    bot.choose(view_of(SMALL.deal(1)), Chance(1))
    assert bot.done[0] > 0


def test_long_simulations_are_fewer() -> None:
    """With a budget of steps, decisions near the end get more simulations."""
    simulations = []
    for position in decisions(SMALL, seed=4)[:: len(decisions(SMALL, seed=4)) // 4]:
        bot = StubbornBot(Budget(sims=2000, steps=20_000))
        bot.choose(view_of(position), Chance(1))
        simulations += bot.done
    assert simulations == sorted(simulations)
    assert simulations[0] < 500 < simulations[-1]


def test_whichever_ends_first() -> None:
    position = Game("border-disputes", 5).deal(1)
    bot = StubbornBot(Budget(sims=70, ms=3_600_000))
    bot.choose(view_of(position), Chance(1))
    assert bot.done == [70]


def test_stopping_early_does_not_change_the_choice() -> None:
    saved = 0
    for seed, game in enumerate([SMALL, Game("border-disputes", 4, variant=True)]):
        for position in decisions(game, seed)[::9]:
            bot, stubborn = WatchedBot(Budget(sims=200)), StubbornBot(Budget(sims=200))
            choice = bot.choose(view_of(position), Chance(seed))
            assert stubborn.choose(view_of(position), Chance(seed)) == choice
            assert stubborn.done == [200]
            saved += 200 - bot.done[0]
    assert saved > 500


@pytest.mark.parametrize("spec", ["mcts:sims=1", "mcts:sims=2,threads=2"])
def test_the_smallest_budgets_play(spec: str) -> None:
    assert play_match(SMALL, make_line_up(spec, 2), seed=1).position.is_over


def test_a_busy_machine_leaves_time_for_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two checks of the clock more time passes than the budget has."""
    seconds = count()
    clock = SimpleNamespace(perf_counter=lambda: float(next(seconds)))
    monkeypatch.setattr("han.bots.mcts.time", clock)
    position = SMALL.deal(1)
    choice = MctsBot("late", Budget(ms=50)).choose(view_of(position), Chance(1))
    assert choice in position.legal_actions


def test_a_budget_of_simulations_is_not_exceeded_by_threads() -> None:
    bot = StubbornBot(Budget(sims=101, threads=2))
    bot.choose(view_of(SMALL.deal(1)), Chance(1))
    assert max(bot.done) <= 101


# Specs.


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:sims=-3", "The parameter “sims” must be at least 1, not -3."),
        ("mcts:sims=0", "The parameter “sims” must be at least 1, not 0."),
        ("mcts:sims=x", "The parameter “sims” must be a whole number, not “x”."),
        ("mcts:sims=99999999", "The parameter “sims” must be at most 10000000, not 99999999."),
        ("mcts:ms=0", "The parameter “ms” must be at least 1, not 0."),
        ("mcts:ms=3600001", "The parameter “ms” must be at most 3600000, not 3600001."),
        ("mcts:ms=5,threads=0", "The parameter “threads” must be at least 1, not 0."),
        ("mcts:threads=257", "The parameter “threads” must be at most 256, not 257."),
        ("mcts:nope=1", "mcts has no parameter “nope”; it has sims, ms, threads, rollouts."),
        (
            "mcts:rollouts=wild",
            "The parameter “rollouts” must be one of guided, careful, uniform, not “wild”.",
        ),
        ("minister:sims=5", "minister takes no parameters; leave out “sims”."),
    ],
)
def test_parameters_that_are_refused(spec: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_bot(spec)
    assert str(caught.value) == sentence
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("spec", "name", "budget"),
    [
        ("mcts", "mcts", Budget(sims=2000)),
        ("MCTS: Sims=7", "mcts:sims=7", Budget(sims=7)),
        ("mcts:ms=9", "mcts:ms=9", Budget(ms=9)),
        ("mcts:ms=9,sims=7,threads=3", "mcts:ms=9,sims=7,threads=3", Budget(7, 9, threads=3)),
    ],
)
def test_parameters_that_are_taken(spec: str, name: str, budget: Budget) -> None:
    bot = make_bot(spec)
    assert isinstance(bot, MctsBot)
    assert bot.spec == name
    assert bot._budget == budget
    assert make_bot(bot.spec).spec == name


def test_rollouts_are_guided_unless_said_otherwise() -> None:
    for spec, changes in (("mcts", {}), ("mcts:rollouts=Uniform", UNIFORM)):
        bot = make_bot(spec)
        assert isinstance(bot, MctsBot)
        assert bot._settings == make_settings(**changes)
