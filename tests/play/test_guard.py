"""A guarded bot never stops a game: the fallback plays its turn, and the fault is reported."""

from collections.abc import Callable

import pytest

from han.bots.bot import Bot
from han.bots.greedy import GreedyBot
from han.bots.random import RandomBot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.view import View
from han.messages import LANGUAGES
from han.play.guard import MOST_FAULTS, BotFault, GuardedBot
from han.play.match import Match, play_match
from han.play.series import with_faults
from han.records.replay import verify

GAME = Game("border-disputes", 3)
Choose = Callable[[View, Chance], object]


class ScriptedBot:
    """Does what a test wants, and remembers when it was asked and closed."""

    spec = "scripted"

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.asked: list[View] = []
        self.closed = 0

    def choose(self, view: View, chance: Chance) -> Action:
        self.asked.append(view)
        return self._choose(view, chance)  # type: ignore[return-value]

    def close(self) -> None:
        self.closed += 1


def fail(view: View, chance: Chance) -> object:
    raise ValueError("no idea.")


def leave(view: View, chance: Chance) -> object:
    raise SystemExit(1)


def interrupt(view: View, chance: Chance) -> object:
    raise KeyboardInterrupt


def forbid_everything(view: View, chance: Chance) -> object:
    """Cheat: claim that another action is legal."""
    view.legal_actions = [Action("H wei-1 RR")]  # type: ignore[assignment]
    return Action("H wei-1 RR")


def line_up(first: Bot) -> list[Bot]:
    return [first, GreedyBot(), RandomBot()]


def play(bot: Bot, report: Callable[[BotFault], None] = lambda _: None) -> tuple[Match, GuardedBot]:
    guarded = GuardedBot(bot, report=report)
    return play_match(GAME, line_up(guarded), seed=4), guarded


def test_a_good_bot_plays_as_if_nobody_watched() -> None:
    match, guarded = play(RandomBot())
    assert match.record == play_match(GAME, line_up(RandomBot()), seed=4).record
    assert guarded.faults == []
    assert guarded.spec == "random"


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (fail, "It failed with ValueError: no idea."),
        (leave, "It failed with SystemExit: 1."),
        (lambda view, chance: 1 // 0, "It failed with ZeroDivisionError: "),
        (lambda view, chance: None, "Its answer None is not an action."),
        (lambda view, chance: str(view.legal_actions[0]), "is not an action."),
        (lambda view, chance: "x" * 10_000, "xxx is not an action."),
        (lambda view, chance: view.legal_actions.codes[0], "is not an action."),
        (lambda view, chance: Action("=R"), "Its answer “=R” is not legal now."),
        (lambda view, chance: Action("H atlantis R"), "“H atlantis R” is not legal now."),
        (forbid_everything, "Its answer “H wei-1 RR” is not legal now."),
    ],
)
def test_whatever_a_bot_does_the_game_goes_on(choose: Choose, sentence: str) -> None:
    reported: list[BotFault] = []
    bot = ScriptedBot(choose)
    match, guarded = play(bot, reported.append)
    assert match.position.is_over
    assert verify(match.record) == match.position
    assert guarded.faults == reported
    assert len(reported) == MOST_FAULTS
    assert len(bot.asked) == MOST_FAULTS
    assert bot.closed == MOST_FAULTS
    for fault in reported:
        assert sentence in fault.text()
        assert fault.text().startswith("Seat 0, scripted: ")
        assert len(fault.text()) < 300
        assert len({fault.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    assert [fault.is_last for fault in reported] == [False, False, True]


def test_an_interruption_by_the_user_is_no_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(ScriptedBot(interrupt))


def test_a_fault_costs_the_rest_of_the_turn() -> None:
    """The bot fails once, at its second decision; the next thing it is asked is a new turn."""
    calls = 0

    def stumble(view: View, chance: Chance) -> Action:
        nonlocal calls
        calls += 1
        return GreedyBot().choose(view, chance) if calls != 2 else Action("=R")

    bot = ScriptedBot(stumble)
    match, guarded = play(bot)
    assert len(guarded.faults) == 1
    stumbled, following = bot.asked[1], bot.asked[2]
    assert not begins_turn(stumbled)
    assert begins_turn(following)
    turns = [turn for turn in match.record.turns if turn.seat == 0]
    assert sum(begins_turn(view) for view in bot.asked) == len(turns)


def begins_turn(view: View) -> bool:
    return view.phase == "place" and view.state.placed == 0


def test_the_fallback_decides_with_the_same_chance() -> None:
    """A bot that always fails is a greedy one, from the first decision to the last."""
    match, _ = play(ScriptedBot(fail))
    greedy = play_match(GAME, line_up(GreedyBot()), seed=4)
    assert match.record.turns == greedy.record.turns


def test_another_fallback_can_be_given() -> None:
    guarded = GuardedBot(ScriptedBot(fail), fallback=RandomBot())
    match = play_match(GAME, line_up(guarded), seed=4)
    random = play_match(GAME, line_up(RandomBot()), seed=4)
    assert match.record.turns == random.record.turns
    assert guarded.faults[0].text().endswith("This turn is played by random.")


def test_faults_are_kept_in_the_record() -> None:
    match, guarded = play(ScriptedBot(fail))
    record = with_faults(match.record, [guarded])
    assert (
        record.meta["faults"] == [{"seat": 0, "fault": "It failed with ValueError: no idea."}] * 3
    )
    assert record.meta["bots"] == ["scripted", "greedy", "random"]
    assert verify(record) == match.position
    assert with_faults(match.record, [GuardedBot(GreedyBot())]) == match.record


def test_a_bot_that_cannot_even_close_does_no_harm() -> None:
    class Clinging(ScriptedBot):
        def close(self) -> None:
            raise RuntimeError("never")

    match, _ = play(Clinging(fail))
    assert match.position.is_over
