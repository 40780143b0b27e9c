"""Actions, and the legal ones among them."""

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from han.notation.atom import Atom, format_atom, parse_atom
from han.notation.codebook import Codebook
from han.notation.errors import NotationError
from han.rules.codes import codes_in


class Action:
    """One decision or chance outcome, written in the notation: ``Action("H wei-1 R")``.

    An action does not refer to a map: positions check whether its space exists and whether it is
    legal. The text of an action that was made from a code (`action_of`) is computed on demand.
    """

    __slots__ = ("_atom", "_book", "_code")

    _atom: Atom | None
    _book: Codebook | None
    _code: int

    def __init__(self, text: str) -> None:
        """Read an action from its notation."""
        self._atom = parse_atom(text)
        self._book = None
        self._code = -1

    @property
    def kind(self) -> str:
        """The kind of action, as its letter in the notation."""
        return self.atom.kind

    @property
    def place(self) -> str:
        """The space or province, if there is one."""
        return self.atom.place

    @property
    def cards(self) -> str:
        """The cards that are paid, discarded, taken or turned up."""
        return self.atom.cards

    @property
    def atom(self) -> Atom:
        """The parts of the action."""
        if self._atom is None:
            assert self._book is not None
            self._atom = self._book.decode(self._code)
        return self._atom

    def code_on(self, book: Codebook) -> int:
        """The action's code on a map; an error if it means nothing there."""
        return self._code if self._book is book else book.encode(self.atom)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        if self._book is not None and self._book is other._book:
            return self._code == other._code
        return self.atom == other.atom

    def __hash__(self) -> int:
        return hash(self.atom)

    def __reduce__(self) -> tuple[type["Action"], tuple[str]]:
        return Action, (str(self),)

    def __str__(self) -> str:
        return format_atom(self.atom)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


class LegalActions(Sequence[Action]):
    """The actions that a position allows, in the fixed order of their codes.

    The length, a single action and membership are computed without building the list.
    """

    def __init__(self, book: Codebook, words: NDArray[np.uint64]) -> None:
        """Wrap a set of codes."""
        self._book = book
        self._words = words

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The actions' codes, ascending."""
        return tuple(codes_in(self._words))

    @property
    def texts(self) -> list[str]:
        """The actions in the notation."""
        texts = self._book.texts
        return [texts[code] for code in self.codes]

    @property
    def words(self) -> NDArray[np.uint64]:
        """The set as 64-bit words, one bit a code."""
        return self._words

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self._action(code) for code in self.codes[index])
        return self._action(self.codes[index])

    def __len__(self) -> int:
        return len(self.codes)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            action = Action(action)
        if not isinstance(action, Action):
            return False
        try:
            code = action.code_on(self._book)
        except NotationError:
            return False
        return bool(int(self._words[code >> 6]) >> (code & 63) & 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions):
            return NotImplemented
        return self._book is other._book and bool((self._words == other._words).all())

    __hash__ = None  # type: ignore[assignment]  # compared by content, so not a key

    def __repr__(self) -> str:
        return f"[{', '.join(self.texts)}]"

    def _action(self, code: int) -> Action:
        return action_of(self._book, code)


def action_of(book: Codebook, code: int) -> Action:
    """The action that a code means on a map.

    Raises:
        KeyError: If the map has no such code.
    """
    if code not in book.atoms:
        raise KeyError(code)
    action = Action.__new__(Action)
    action._atom = None
    action._book = book
    action._code = code
    return action
