"""Take-backs as far as they have been asked for: who agrees, and which were declined."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from han.table.entry import TakeBackAsked


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """The open request to take a turn back, and the declined ones. A change gives another value."""

    asked: TakeBackAsked | None = None
    """The request that is waiting for answers."""
    agreed: frozenset[str] = frozenset()
    """Guests who agree to it."""
    declined: Mapping[int, int] = field(default_factory=dict)
    """Of each seat whose request was declined, how many actions would have remained."""

    def ask(self, request: TakeBackAsked) -> "TakeBacks":
        """A request comes; whoever asks agrees."""
        return replace(self, asked=request, agreed=frozenset({request.guest}))

    def agree(self, guest: str) -> "TakeBacks":
        """A guest agrees to the open request."""
        return replace(self, agreed=self.agreed | {guest})

    def decline(self, guest: str) -> "TakeBacks":
        """End the request; whoever asked can withdraw it and ask again later."""
        if self.asked is None or guest == self.asked.guest:
            return self.drop()
        declined = {**self.declined, self.asked.seat: self.asked.length}
        return replace(self.drop(), declined=declined)

    def drop(self) -> "TakeBacks":
        """Nobody is asked any more."""
        return replace(self, asked=None, agreed=frozenset())

    def forget_from(self, length: int) -> "TakeBacks":
        """Turns from there on begin anew, and may be asked for again."""
        declined = {seat: at for seat, at in self.declined.items() if at < length}
        return replace(self, declined=declined)
