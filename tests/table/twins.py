"""Logs that differ only in what somebody may not know."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from han.messages import HanError
from han.notation.cards import LETTERS
from han.table import entry as log
from han.table.entry import Entry
from han.table.table import Table
from table.building import INVITE, SEED, TABLE

Place = tuple[int, int, int]
"""Where a card stands in a log: the entry, the hand or action in it, the letter."""

TRIES = 25
WANTED = 4
"""Changes after which a log is different enough."""

replace = msgspec.structs.replace


def twin_of(entries: Sequence[Entry], guest: str, rng: Random) -> list[Entry]:
    """The same game with other cards where a guest could not see them.

    All that anybody did stays as it was, and must be possible with the other cards too. So
    changes are tried, and kept if the log can still be played.
    """
    twin, changes = list(entries), 0
    places = _unseen_places(twin, guest)
    for _ in range(TRIES):
        changed = _exchanged(twin, places, rng) if places else twin
        if changed != twin and _is_possible(changed):
            twin, changes = changed, changes + 1
            places = _unseen_places(twin, guest)
        if changes == WANTED:
            break
    players = len(Table.load(TABLE, SEED, entries[:1], INVITE).seats)
    return [_whispered(entry, guest, players) for entry in twin]


def _unseen_places(entries: Sequence[Entry], guest: str) -> list[Place]:
    """Where the cards came from that others hold in the end and that this guest cannot name."""
    table, dealt, given = _followed(entries)
    hidden = [seat for seat, one in enumerate(table.seats) if one.guest != guest]
    places = []
    for seat in hidden:
        origins = [place for place in [*dealt, *given] if _seat(entries, place) == seat]
        unseen = Counter(table.position.hands[seat])
        unseen.subtract(table.position.known_cards[seat])
        for place in reversed(origins):
            card = _card(entries, place)
            if unseen[card] > 0:
                unseen[card] -= 1
                places.append(place)
    return places


def _followed(entries: Sequence[Entry]) -> tuple[Table, list[Place], list[Place]]:
    """The table, the places of the deal, and of the cards drawn and not taken back."""
    table = Table(TABLE, SEED, INVITE)
    dealt: list[Place] = []
    drawn: list[Place | None] = []
    for number, entry in enumerate(entries):
        table.apply(entry)
        if isinstance(entry, log.Started):
            dealt = [(number, seat, card) for seat in range(len(entry.hands)) for card in range(3)]
        if isinstance(entry, log.Played):
            actions = enumerate(entry.actions)
            drawn += [(number, i, 1) if _is_drawn(action) else None for i, action in actions]
        if table.timeline:
            drawn = drawn[: table.timeline.length]
    return table, dealt, [place for place in drawn if place]


def _is_drawn(action: str) -> bool:
    return action[0] == "*" and len(action) == 2


def _seat(entries: Sequence[Entry], place: Place) -> int:
    entry = entries[place[0]]
    return entry.seat if isinstance(entry, log.Played) else place[1]


def _card(entries: Sequence[Entry], place: Place) -> str:
    number, index, letter = place
    return _texts(entries[number])[index][letter]


def _texts(entry: Entry) -> tuple[str, ...]:
    if isinstance(entry, log.Started):
        return entry.hands
    assert isinstance(entry, log.Played)
    return entry.actions


def _exchanged(entries: Sequence[Entry], places: list[Place], rng: Random) -> list[Entry]:
    """Two hidden cards change places, or one of them with a card in the pile."""
    first, second = rng.choice(places), rng.choice(places)
    if rng.random() < 0.5:
        return _with_card(entries, first, rng.choice(LETTERS))
    card = _card(entries, first)
    return _with_card(_with_card(entries, first, _card(entries, second)), second, card)


def _with_card(entries: Sequence[Entry], place: Place, card: str) -> list[Entry]:
    number, index, letter = place
    entry = entries[number]
    texts = list(_texts(entry))
    texts[index] = texts[index][:letter] + card + texts[index][letter + 1 :]
    name = "hands" if isinstance(entry, log.Started) else "actions"
    return [*entries[:number], replace(entry, **{name: tuple(texts)}), *entries[number + 1 :]]


def _is_possible(entries: Sequence[Entry]) -> bool:
    try:
        Table.load(TABLE, SEED, entries, INVITE)
    except HanError:
        return False
    return True


def _whispered(entry: Entry, guest: str, players: int) -> Entry:
    """The entry with other words where nobody but the one concerned listens."""
    if isinstance(entry, log.Played) and entry.by == "bot":
        return replace(entry, fault="It wanted to pay with RRR.")
    if entry.guest == guest:
        return entry
    if isinstance(entry, log.Muted):
        entry = replace(entry, seat=(entry.seat + 1) % players, muted=not entry.muted)
    return replace(entry, cid="another command")
