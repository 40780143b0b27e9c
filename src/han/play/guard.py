"""Bots whose faults do not end a game: a fallback bot plays instead."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from han.bots.bot import Bot
from han.bots.errors import BotFaultError
from han.bots.greedy import GreedyBot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.view import View
from han.messages import message

MOST_FAULTS = 3
"""After so many faults a bot is not asked again in the same game."""


@dataclass(frozen=True)
class BotFault:
    """A fault of a bot, and the bot that plays instead."""

    seat: int
    bot: str
    error: BotFaultError
    fallback: str
    is_last: bool
    """Whether the bot is not asked any more in this game."""

    def text(self, lang: str = "en") -> str:
        """One sentence or two for people."""
        return message(
            "bots.fault_game" if self.is_last else "bots.fault_turn",
            lang,
            seat=self.seat,
            bot=self.bot,
            fault=self.error.text(lang),
            fallback=self.fallback,
        )

    def as_json(self) -> dict[str, Any]:
        """The fault as in a record."""
        return {"seat": self.seat, "fault": self.error.text()}


OnFault = Callable[[BotFault], None]
"""Is called with each fault when it happens."""


def ignore_fault(_: BotFault) -> None:
    """Do nothing; `GuardedBot.faults` has the fault anyway."""


class GuardedBot:
    """A bot for one game, with a fallback for its faults.

    When the bot raises an error or answers something that is not legal, the fallback decides
    for the rest of the turn, with the same chance. The next turn the bot is asked again.
    A bot of this process that never answers cannot be interrupted; a program can.
    """

    def __init__(
        self, bot: Bot, fallback: Bot | None = None, report: OnFault = ignore_fault
    ) -> None:
        """Wrap a bot; the fallback is greedy unless given."""
        self.spec = bot.spec
        self.faults: list[BotFault] = []
        self._bot = bot
        self._fallback = GreedyBot() if fallback is None else fallback
        self._report = report
        self._is_suspended = False

    def choose(self, view: View, chance: Chance) -> Action:
        """The bot's choice if it is legal, else the fallback's."""
        if _begins_turn(view):
            self._is_suspended = len(self.faults) >= MOST_FAULTS
        if not self._is_suspended:
            try:
                return self._checked_choice(view, chance)
            except BotFaultError as error:
                self._note(view, error)
        return self._fallback.choose(view, chance)

    def close(self) -> None:
        """Close the bot."""
        close_bot(self._bot)

    def _checked_choice(self, view: View, chance: Chance) -> Action:
        legal = view.legal_actions
        try:
            answer: object = self._bot.choose(view, chance)
        except BotFaultError:
            raise
        except (Exception, SystemExit) as error:
            fault = f"{type(error).__name__}: {error}".rstrip(".: ")
            raise BotFaultError("bots.raised", fault=fault) from error
        if not isinstance(answer, Action):
            raise BotFaultError("bots.not_an_action", answer=repr(answer)[:100])
        if answer not in legal:
            raise BotFaultError("bots.not_legal", action=answer)
        return answer

    def _note(self, view: View, error: BotFaultError) -> None:
        is_last = len(self.faults) + 1 >= MOST_FAULTS
        fault = BotFault(view.turn, self.spec, error, self._fallback.spec, is_last)
        self.faults.append(fault)
        self._is_suspended = True
        self.close()  # a program is started again for its next decision
        self._report(fault)


def _begins_turn(view: View) -> bool:
    return view.phase == "place" and not view.state.placed


def close_bot(bot: Bot) -> None:
    """Close a bot, if it has a method for that."""
    close = getattr(bot, "close", None)
    if callable(close):
        with suppress(Exception):  # bots of others may raise anything
            close()
