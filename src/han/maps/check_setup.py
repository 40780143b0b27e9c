"""Faults of the set-up: players, display, cards removed, variant, canvas."""

from collections.abc import Iterator

from han.maps.draft import Draft
from han.maps.fault import MapFault, closest
from han.maps.model import CARDS, VARIANTS

MIN_PLAYERS, MAX_PLAYERS = 2, 5
MAX_DISPLAY = 6
HAND = 3
SPARE = 6
"""The deck must be larger than hands and display together by more than this many cards."""

WORDS = {"variant": VARIANTS, "outlines": ("curved", "straight")}
"""Keys whose value is one of a few words."""


def check_players(draft: Draft) -> Iterator[MapFault]:
    """The least and the greatest number of players are possible ones, in this order."""
    if "players" in draft.values and _players(draft) is None:
        low, high = draft.values["players"]
        yield draft.fault(
            ("players",), "bad_players", low=low, high=high, least=MIN_PLAYERS, most=MAX_PLAYERS
        )


def check_display(draft: Draft) -> Iterator[MapFault]:
    """The display has a possible size."""
    display = draft.values.get("display", 1)
    if not 1 <= display <= MAX_DISPLAY:
        yield draft.fault(("display",), "bad_display", display=display, most=MAX_DISPLAY)


def check_words(draft: Draft) -> Iterator[MapFault]:
    """A value that must be one of a few words is one of them."""
    for key, words in WORDS.items():
        word = draft.values.get(key)
        if word is not None and word not in words:
            choices = ", ".join(words)
            yield draft.fault(
                (key,), "bad_word", closest(word, words), key=key, value=word, choices=choices
            )


def check_canvas(draft: Draft) -> Iterator[MapFault]:
    """The canvas has room to draw on."""
    width, height = draft.values.get("canvas", (1, 1))
    if width <= 0 or height <= 0:
        yield draft.fault(("canvas",), "bad_canvas", width=width, height=height)


def check_removed_players(draft: Draft) -> Iterator[MapFault]:
    """``removed`` names each number of players in the range once, and no other."""
    players = _players(draft)
    if players is None or "removed" not in draft.values:
        return
    wanted, given = [str(number) for number in players], draft.values["removed"]
    for number in wanted:
        if number not in given:
            yield draft.fault(("removed",), "removed_missing", players=number)
    for number in given:
        if number not in wanted:
            path = ("removed", number)
            yield draft.fault(path, "removed_extra", players=number, choices=", ".join(wanted))


def check_removed_cards(draft: Draft) -> Iterator[MapFault]:
    """No colour is removed altogether, and enough cards remain to play with (S2, S3)."""
    for players, removed in draft.values.get("removed", {}).items():
        path = ("removed", players)
        if not 0 <= removed < min(CARDS):
            most = min(CARDS) - 1
            yield draft.fault(path, "bad_removed", players=players, cards=removed, most=most)
        elif players in map(str, _players(draft) or ()):
            yield from _small_deck(draft, int(players), removed)


def _small_deck(draft: Draft, players: int, removed: int) -> Iterator[MapFault]:
    deck = sum(CARDS) - len(CARDS) * removed
    needed = HAND * players + draft.values.get("display", 1) + SPARE + 1
    if deck < needed:
        path = ("removed", str(players))
        yield draft.fault(path, "small_deck", players=players, deck=deck, needed=needed)


def _players(draft: Draft) -> range | None:
    """The numbers of players, if the file gives a possible range."""
    low, high = draft.values.get("players", (0, 0))
    is_possible = MIN_PLAYERS <= low <= high <= MAX_PLAYERS
    return range(low, high + 1) if is_possible else None
