"""Fair cards: drawn from a committed seed and salts (`docs/reference/fair-cards.md`).

The server publishes a commitment to its seed, then the people add salts. Every card follows from
both. After the game the seed is published, so that anybody can check the cards.
"""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias, get_args

from han.engine.action import Action
from han.engine.game import Game
from han.engine.position import Position
from han.notation.atom import PILE, REFILL
from han.notation.cards import LETTERS
from han.records.errors import RecordMismatchError
from han.records.record import Record
from han.rules.state import HAND_SIZE, PILE_CARD

SEED_BYTES = 32
LONGEST_SALT = 64
"""Characters that a person may add."""
MOST_REDRAWS = 10_000
"""Far more take-backs than the log of a table holds."""

SaltOrigin: TypeAlias = Literal["own", "shared", "none", "bot"]
"""Whose salt is used for a seat: its person's, added after the commitment was published; that of an
earlier seat on the same device; nobody's; or nobody's because a bot sits there."""

_HEX = re.compile(r"[0-9a-f]{64}")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs, which JSON can contain and UTF-8 cannot encode."""


def new_seed() -> bytes:
    """A random seed from the system's secure generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The commitment to a seed: its hash."""
    return hashlib.sha256(seed).hexdigest()


def is_salt(text: str) -> bool:
    """Whether a text is a valid salt: short enough and encodable as UTF-8."""
    return len(text) <= LONGEST_SALT and not _HALF_CHARACTER.search(text)


def cards_before(game: Game) -> int:
    """How many cards the deal takes (S3): the number of the first card after it."""
    return game.players * HAND_SIZE + game.map.display


@dataclass(frozen=True, slots=True)
class CardsBefore:
    """Where the cards came from before a game was brought from somebody's device to a server."""

    seed: bytes
    salts: tuple[str, ...]
    redraw: int
    """The number of the redraw, counted from 1, that bringing the game was."""


class FairCards:
    """The cards of one game, by their numbers; drawing one does not change the object."""

    def __init__(
        self,
        seed: bytes,
        salts: Sequence[str],
        redraws: Sequence[int] = (),
        before: CardsBefore | None = None,
    ) -> None:
        """Mix the salts, in seat order, into the seed.

        Args:
            seed: What the server has committed itself to.
            salts: What the people have added, by seat.
            redraws: For each take-back that put cards back onto the pile, in order: the number of
                the first card that was drawn anew.
            before: Of a game that was brought, where the cards came from that no later redraw
                has drawn anew.
        """
        self._before = before and FairCards(before.seed, before.salts, redraws[: before.redraw - 1])
        self._brought = before
        self._seed = seed
        self._salts = list(salts)
        self._redraws = list(redraws)
        text = json.dumps(self._salts, ensure_ascii=False, separators=(",", ":"))
        self._key = hmac.digest(seed, text.encode("utf-8"), "sha256")

    def number(self, label: str, limit: int) -> int:
        """The number of a label, from 0 up to, not including, ``limit``."""
        digest = hmac.digest(self._key, label.encode("ascii"), "sha256")
        return int.from_bytes(digest[:8], "big") * limit >> 64

    def start(self, players: int) -> int:
        """The start player, where one is drawn (Q7)."""
        dealer = self._before or self
        return dealer.number("start", players)

    def card(self, n: int, pile: Iterable[int]) -> int:
        """The colour of card ``n``, counted from 0, out of a pile given by colours."""
        if self._before and self._brought and self._redraw_of(n) < self._brought.redraw:
            return self._before.card(n, pile)
        cards = [colour for colour, count in enumerate(pile) for _ in range(count)]
        return cards[self.number(self._label(n), len(cards))]

    def _label(self, n: int) -> str:
        """What the number of card ``n`` is made of; another after each take-back of that card.

        Else whoever takes a turn back would know the next card of the pile.
        """
        redraw = self._redraw_of(n)
        return f"card {n} redraw {redraw}" if redraw else f"card {n}"

    def _redraw_of(self, n: int) -> int:
        """The last redraw, counted from 1, that put card ``n`` back; 0 if none did."""
        redrawn = [k for k, first in enumerate(self._redraws, start=1) if first <= n]
        return redrawn[-1] if redrawn else 0

    def deal(self, game: Game, start: int | None = None) -> Position:
        """Deal the hands and the display (S3); the start player is drawn unless named."""
        pile = list(game.deck)
        hands = [self._draw(pile, HAND_SIZE * seat, HAND_SIZE) for seat in range(game.players)]
        display = self._draw(pile, HAND_SIZE * game.players, game.map.display)
        start = self.start(game.players) if start is None else start
        return game.deal_cards(hands, display, start=start)

    def _draw(self, pile: list[int], first: int, count: int) -> str:
        """Take cards off the pile, beginning with number ``first``."""
        letters = ""
        for n in range(first, first + count):
            colour = self.card(n, pile)
            pile[colour] -= 1
            letters += LETTERS[colour]
        return letters

    def outcome(self, position: Position, n: int) -> Action:
        """The outcome of chance that is due, after ``n`` cards."""
        if not position.is_chance:
            raise ValueError("a card is drawn only where chance is due")
        kind = PILE if position.state.phase == PILE_CARD else REFILL
        return Action(kind + LETTERS[self.card(n, position.state.pile)])

    def bot_seed(self, seat: int, moment: int) -> int:
        """64 random bits, the seed of a bot's chance for one decision."""
        return self.number(f"bot {seat} {moment}", 1 << 64)

    def meta(
        self, *, start_drawn: bool, origins: Sequence[SaltOrigin] | None = None
    ) -> dict[str, Any]:
        """The ``meta["fair"]`` of a finished game's record."""
        told: dict[str, Any] = {
            "commitment": commitment(self._seed),
            "seed": self._seed.hex(),
            "salts": self._salts,
            "start_drawn": start_drawn,
        }
        if self._redraws:
            told["redraws"] = self._redraws
        if self._brought:
            told["brought"] = {
                "redraw": self._brought.redraw,
                "seed": self._brought.seed.hex(),
                "salts": list(self._brought.salts),
            }
        return told if origins is None else told | {"origins": list(origins)}


# A record's cards.


class UnfairCardsError(RecordMismatchError):
    """A record whose cards do not follow from its seed."""


def claims_fair(record: Record) -> bool:
    """Whether a record contains the seed of its cards.

    A record of a running game may contain the commitment, but not yet the seed.
    """
    fair = record.meta.get("fair", {})
    return not isinstance(fair, dict) or "seed" in fair


def salt_origins(record: Record) -> list[SaltOrigin] | None:
    """The origins of the salts by seat, from a checked record; old records do not have them."""
    fair: Any = record.meta.get("fair")
    return fair.get("origins") if isinstance(fair, dict) else None


def count_redraws(record: Record) -> int:
    """After how many take-backs cards of a checked record were drawn anew."""
    fair: Any = record.meta.get("fair")
    if not isinstance(fair, dict):
        return 0
    return len(fair.get("redraws", ())) - ("brought" in fair)


def brought_cards(record: Record) -> int | None:
    """How many cards somebody's device had dealt of a checked record, if it began there."""
    fair: Any = record.meta.get("fair")
    if not isinstance(fair, dict) or "brought" not in fair:
        return None
    return int(fair["redraws"][fair["brought"]["redraw"] - 1])


class FairCheck:
    """Checks the cards of a record with a seed, card by card.

    Each fault is an `UnfairCardsError` with the line that ``line_of`` gives for a key of the
    record.
    """

    def __init__(self, record: Record, first: Position, line_of: Callable[[str], int]) -> None:
        """Check the record's seed, commitment and salts, and the deal ``first``."""
        self._line_of = line_of
        self._drawn = cards_before(first.game)
        fair = self._checked_meta(record)
        redraws = fair.get("redraws", [])
        before = self._checked_before(fair, redraws, record.players)
        self._cards = FairCards(bytes.fromhex(fair["seed"]), fair["salts"], redraws, before)
        right = self._cards.deal(first.game, None if fair["start_drawn"] else first.start)
        self._check_deal(first, right)

    def _checked_meta(self, record: Record) -> dict[str, Any]:
        fair: Any = record.meta["fair"]
        if not isinstance(fair, dict):
            self._fail("meta", "records.fair_value", name="fair")
        shapes: dict[str, Callable[[Any], bool]] = {
            "commitment": _is_hex,
            "seed": _is_hex,
            "salts": lambda salts: _are_salts(salts) and len(salts) == record.players,
            "start_drawn": lambda drawn: isinstance(drawn, bool),
        }
        for name, fits in shapes.items():
            if not fits(fair.get(name)):
                self._fail("meta", "records.fair_value", name=name)
        if not _are_redraws(fair.get("redraws", []), self._drawn):
            self._fail("meta", "records.fair_value", name="redraws")
        if commitment(bytes.fromhex(fair["seed"])) != fair["commitment"]:
            self._fail("meta", "records.fair_commitment")
        self._check_origins(fair)
        return fair

    def _checked_before(
        self, fair: dict[str, Any], redraws: Sequence[int], players: int
    ) -> CardsBefore | None:
        """Where the cards came from before the game was brought to a server, if it was."""
        if "brought" not in fair:
            return None
        told = fair["brought"]
        fits = (
            isinstance(told, dict)
            and told.keys() == {"redraw", "seed", "salts"}
            and _is_hex(told["seed"])
            and _are_salts(told["salts"])
            and len(told["salts"]) == players
            and type(told["redraw"]) is int
            and 1 <= told["redraw"] <= len(redraws)
        )
        if not fits:
            self._fail("meta", "records.fair_value", name="brought")
        return CardsBefore(bytes.fromhex(told["seed"]), tuple(told["salts"]), told["redraw"])

    def _check_origins(self, fair: dict[str, Any]) -> None:
        """Refuse salts that are not a person's own: a server could have chosen them."""
        if "origins" not in fair:  # an old record
            return
        origins = fair["origins"]
        if not _are_origins(origins) or len(origins) != len(fair["salts"]):
            self._fail("meta", "records.fair_value", name="origins")
        if "shared" in origins and "own" not in origins:
            self._fail("meta", "records.fair_value", name="origins")
        for seat, (origin, salt) in enumerate(zip(origins, fair["salts"], strict=True)):
            if (origin == "own") != bool(salt):
                self._fail("meta", "records.fair_origin", seat=seat)

    def _check_deal(self, told: Position, right: Position) -> None:
        if told.start != right.start:
            self._fail("start", "records.fair_start", told=told.start, right=right.start)
        for seat, (hand, own) in enumerate(zip(told.hands, right.hands, strict=True)):
            if hand != own:
                self._fail("deal", "records.fair_hand", seat=seat, told=hand, right=own)
        if told.display != right.display:
            self._fail("deal", "records.fair_display", told=told.display, right=right.display)

    def follow(self, before: Position, action: Action, turn: int) -> None:
        """Check ``action`` of a turn, if it is an outcome of chance."""
        if not before.is_chance:
            return
        right = self._cards.outcome(before, self._drawn)
        if action != right:
            cards = {"told": action.cards, "right": right.cards}
            self._fail("turns", "records.fair_card", 1 + turn, number=self._drawn, **cards)
        self._drawn += 1

    def _fail(self, where: str, key: str, below: int = 0, **params: object) -> NoReturn:
        raise UnfairCardsError(key, line=self._line_of(where) + below, **params)


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and bool(_HEX.fullmatch(value))


def _are_origins(value: object) -> bool:
    return isinstance(value, list) and all(origin in get_args(SaltOrigin) for origin in value)


def _are_redraws(value: object, least: int) -> bool:
    """Whether a value lists numbers of cards; none of the deal can be drawn anew."""
    if not isinstance(value, list) or len(value) > MOST_REDRAWS:
        return False
    return all(type(number) is int and number >= least for number in value)


def _are_salts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(s, str) and is_salt(s) for s in value)
