"""What a bot pool takes and gives."""

from typing import Protocol

import msgspec


class Task(msgspec.Struct, frozen=True, rename={"table_id": "game"}):
    """A decision that a bot has to make.

    ``view`` is what `pack_view` made of it; ``table_id`` and ``moment`` say whose it is.
    """

    table_id: str
    moment: int
    seat: int
    spec: str
    view: bytes
    seed: int


class BotChoice(msgspec.Struct, frozen=True):
    """The action that was chosen, in the notation.

    ``fault`` is an English sentence when the bot failed and another one chose for it.
    """

    action: str
    fault: str | None = None


class BotPool(Protocol):
    """Takes tasks, any number at a time, and lets bots think about them in other processes."""

    async def start(self) -> None:
        """Start; raises a `HanError` if that is not possible."""

    async def stop(self) -> None:
        """Stop at once; tasks that are not answered are cancelled."""

    async def ask(self, task: Task, maker: str = "", *, is_awaited: bool = True) -> BotChoice:
        """The bot's choice; after repeated failures a quick bot chooses.

        Args:
            task: What is to be decided.
            maker: Who has set the table up: makers take turns.
            is_awaited: Whether somebody who plays there is looking; they come first.

        Raises:
            ValueError: The task's view is none.
        """

    @property
    def waiting(self) -> int:
        """How many tasks are not answered yet."""

    @property
    def is_up(self) -> bool:
        """Whether bots are asked; else a quick one chooses for them all."""
