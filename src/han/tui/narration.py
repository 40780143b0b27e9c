"""Every event as a sentence, in the language of the reader."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch

from han.engine import event as events
from han.engine.event import Event
from han.engine.game import Game
from han.engine.public import Public
from han.notation import atom as kinds
from han.tui import explanation
from han.tui.palette import HIDDEN
from han.tui.words import cards_phrase, province_name, say, seat_name, space_name

CardEvent = events.CardTaken | events.CardDrawn | events.DisplayRefilled


@dataclass(frozen=True)
class Scene:
    """Where a sentence is said: in which game and language, and what the board shows then."""

    game: Game
    lang: str
    after: Public | None

    def say(self, name: str, **params: object) -> str:
        """A message of the narration."""
        return say(name, self.lang, **params)

    def seat(self, seat: int) -> str:
        """A seat's name."""
        return seat_name(seat, self.lang)

    def province(self, province: str) -> str:
        """A province's name."""
        return province_name(self.game, province, self.lang)


def narrate(event: Event, game: Game, lang: str = "en", after: Public | None = None) -> str:
    """One sentence that tells an event.

    Args:
        event: What happened; what the reader may not know should be hidden by `seen_by`.
        game: The game it happened in.
        lang: The language to tell it in.
        after: The position after the event. With it a scoring says why each seat gets its
            points; without it, only how many.
    """
    return _tell(event, Scene(game, lang, after))


def merge_cards(happened: Iterable[Event]) -> list[Event]:
    """The events, with cards that come one after the other from one place in one event.

    Its ``card`` then has several letters, which `narrate` reads as well.
    """
    merged: list[Event] = []
    for event in happened:
        last = merged[-1] if merged else None
        if isinstance(event, CardEvent) and isinstance(last, CardEvent) and _goes_on(last, event):
            merged[-1] = replace(last, card=last.card + event.card)
        else:
            merged.append(event)
    return merged


def _goes_on(last: CardEvent, event: CardEvent) -> bool:
    """Whether two events differ in nothing but their cards."""
    return replace(event, card=last.card) == last


@singledispatch
def _tell(event: Event, scene: Scene) -> str:
    raise TypeError(f"nobody has told what {type(event).__name__} is")


@_tell.register
def _(event: events.PiecePlaced, scene: Scene) -> str:
    action = event.action
    seat, cards = scene.seat(event.seat), _payment(event, scene)
    if action.kind == kinds.EMISSARY:
        return scene.say("emissary", seat=seat, cards=cards, province=scene.province(action.place))
    space = space_name(scene.game, action.place, scene.lang)
    return scene.say(_piece(event, scene), seat=seat, cards=cards, space=space)


def _piece(event: events.PiecePlaced, scene: Scene) -> str:
    """The message for a piece on a space."""
    if event.action.kind == kinds.FORTIFICATION:
        return "fortification"
    if event.action.kind == kinds.MARKET_PLACE:
        return "market_place"
    if _is_on_border(event, scene):
        return "house_on_border"
    space = scene.game.map.spaces[scene.game.book.spaces.index(event.action.place)]
    return "house_on_port" if space.port else "house"


def _is_on_border(event: events.PiecePlaced, scene: Scene) -> bool:
    space = scene.game.map.spaces[scene.game.book.spaces.index(event.action.place)]
    return len(space.provinces) == 2


def _payment(event: events.PiecePlaced, scene: Scene) -> str:
    """The cards in words: which of them count as themselves, which are a wild pair (T4, Q1)."""
    cards = event.action.cards
    if not _has_wild_pair(event, scene):
        return cards_phrase(cards, scene.lang)
    pair = next(letter for letter in cards if cards.count(letter) >= 2)
    wild = scene.say("wild_pair", cards=cards_phrase(2 * pair, scene.lang))
    single = cards.replace(pair, "", 2)
    if not single:
        return wild
    return scene.say("and", first=cards_phrase(single, scene.lang), last=wild)


def _has_wild_pair(event: events.PiecePlaced, scene: Scene) -> bool:
    """Three cards always hold one; two do where the price is a single card."""
    action = event.action
    if len(action.cards) != 2:
        return len(action.cards) == 3
    if action.kind == kinds.HOUSE:
        return not _is_on_border(event, scene)
    return action.kind == kinds.EMISSARY


@_tell.register
def _(event: events.ProvinceScored, scene: Scene) -> str:
    return explanation.province(event, scene.game, scene.after, scene.lang)


@_tell.register
def _(event: events.PlacingStopped, scene: Scene) -> str:
    return scene.say("stopped", seat=scene.seat(event.seat))


@_tell.register
def _(event: events.CardDiscarded, scene: Scene) -> str:
    cards = cards_phrase(event.card, scene.lang)
    return scene.say("discarded", seat=scene.seat(event.seat), cards=cards)


@_tell.register
def _(event: events.CardTaken, scene: Scene) -> str:
    cards = cards_phrase(event.card, scene.lang)
    return scene.say("taken", seat=scene.seat(event.seat), cards=cards)


@_tell.register
def _(event: events.CardDrawn, scene: Scene) -> str:
    seat = scene.seat(event.seat)
    if HIDDEN in event.card:
        return scene.say("drawn_hidden", seat=seat, count=len(event.card))
    return scene.say("drawn", seat=seat, cards=cards_phrase(event.card, scene.lang))


@_tell.register
def _(event: events.DisplayRefilled, scene: Scene) -> str:
    return scene.say("refilled", cards=cards_phrase(event.card, scene.lang))


@_tell.register
def _(event: events.PileReshuffled, scene: Scene) -> str:
    return scene.say("reshuffled", count=event.cards)


@_tell.register
def _(event: events.LastRoundBegun, scene: Scene) -> str:
    return scene.say("last_round", seat=scene.seat(event.seat))


@_tell.register
def _(event: events.TurnBegun, scene: Scene) -> str:
    return scene.say("turn_begun", seat=scene.seat(event.seat))


@_tell.register
def _(event: events.GameEnded, scene: Scene) -> str:
    return scene.say(f"ended_by_{event.reason}")


@_tell.register
def _(event: events.EmissariesJoined, scene: Scene) -> str:
    joined = [f"{scene.seat(s)} {n}" for s, n in enumerate(event.emissaries) if n]
    province = scene.province(event.province)
    count = sum(event.emissaries)
    return scene.say("joined", count=count, province=province, emissaries=", ".join(joined))


@_tell.register
def _(event: events.AllianceScored, scene: Scene) -> str:
    return explanation.alliance(event, scene.game, scene.after, scene.lang)


@_tell.register
def _(event: events.RowScored, scene: Scene) -> str:
    return explanation.row(event, scene.game, scene.lang)


@_tell.register
def _(event: events.PortsScored, scene: Scene) -> str:
    return explanation.ports(event, scene.game, scene.after, scene.lang)
