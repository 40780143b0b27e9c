"""What happened in a game, told in sentences: for the terminal, the browser and its log alike.

The sentences have no language yet (`han.engine.sentence`). Apply `Event.seen_by` first: nothing
is hidden here. Points always come from the event; this module only finds the reason for them.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import singledispatch
from itertools import groupby

from msgspec.structs import replace

from han.engine import event as events
from han.engine.event import Event
from han.engine.payment import is_border, payment_of, space_of
from han.engine.public import Public
from han.engine.sentence import (
    Cards,
    Points,
    Provinces,
    Seats,
    Sentence,
    Space,
    Tally,
    sentence,
)
from han.maps import model as maps
from han.notation import atom as kinds

CardEvent = events.CardTaken | events.CardDrawn | events.DisplayRefilled


def tell_events(happened: Iterable[Event], after: Public) -> list[tuple[Sentence, ...]]:
    """The sentences of each event.

    Cards that come one after the other from one place are told together, with the first of them;
    the others then have no sentence.

    Args:
        happened: Events in their order, as the reader may know them.
        after: The position after the last of them.
    """
    told: list[tuple[Sentence, ...]] = []
    for run in _runs(happened):
        told.append(tuple(_tell(_merge(run), after)))
        told += [()] * (len(run) - 1)
    return told


def tell_each(happened: Sequence[Event], after: Public) -> list[Event]:
    """The events with their sentences."""
    told = tell_events(happened, after)
    return [replace(event, told=one) for event, one in zip(happened, told, strict=True)]


def tell_result(position: Public) -> tuple[Sentence, ...]:
    """Who won, and why (F5); nothing before the end of a game."""
    result = position.result
    if result is None:
        return ()
    best = max(result.total)
    tied = tuple(seat for seat, points in enumerate(result.total) if points == best)
    winners, points = Seats(result.winners), Points(best)
    if len(tied) == 1:
        return (sentence("narration.won", winners=winners, points=points),)
    is_shared = len(result.winners) > 1
    key = "narration.won_together" if is_shared else "narration.won_by_supply"
    pieces = position.pieces_left[result.winners[0]]
    return (sentence(key, tied=Seats(tied), winners=winners, points=points, pieces=pieces),)


def _runs(happened: Iterable[Event]) -> list[list[Event]]:
    """The events in lists: those that are told together are in one."""
    runs: list[list[Event]] = []
    for event in happened:
        if runs and _goes_on(runs[-1][-1], event):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


def _goes_on(last: Event, event: Event) -> bool:
    """Whether two events differ in nothing but their cards."""
    if not (isinstance(last, CardEvent) and isinstance(event, CardEvent)):
        return False
    return replace(event, card=last.card) == last


def _merge(run: Sequence[Event]) -> Event:
    """Events of one run as one, whose ``card`` then has several letters."""
    first = run[0]
    if not isinstance(first, CardEvent):
        return first
    return replace(first, card="".join(one.card for one in run if isinstance(one, CardEvent)))


@singledispatch
def _tell(event: Event, after: Public) -> Iterable[Sentence]:
    raise TypeError(f"there is no sentence for {type(event).__name__}")


# Pieces.


@_tell.register
def _(event: events.PiecePlaced, after: Public) -> Iterable[Sentence]:
    game_map, action, seat = after.game.map, event.action, Seats((event.seat,))
    cards, space = payment_of(game_map, action), space_of(game_map, action)
    if space is None:
        province = Provinces((action.place,))
        yield sentence("narration.emissary", seat=seat, cards=cards, province=province)
    else:
        key = _piece_on_space(action.kind, space)
        yield sentence(key, seat=seat, cards=cards, space=Space(space.id))


def _space(after: Public, place: str) -> maps.Space:
    return after.game.map.spaces[after.game.book.spaces.index(place)]


def _piece_on_space(kind: str, space: maps.Space) -> str:
    """The message for a piece on a house space."""
    if kind == kinds.FORTIFICATION:
        return "narration.fortification"
    if kind == kinds.MARKET_PLACE:
        return "narration.market_place"
    if is_border(space):
        return "narration.house_on_border"
    return "narration.house_on_port" if space.port else "narration.house"


@_tell.register
def _(event: events.PlacingStopped, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.stopped", seat=Seats((event.seat,)))


@_tell.register
def _(event: events.EmissariesJoined, after: Public) -> Iterable[Sentence]:
    yield sentence(
        "narration.joined",
        count=sum(event.emissaries),
        province=Provinces((event.province,)),
        emissaries=Tally(event.emissaries),
    )


# Cards, turns and the end.


@_tell.register
def _(event: events.CardDiscarded, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.discarded", seat=Seats((event.seat,)), cards=Cards(event.card))


@_tell.register
def _(event: events.CardTaken, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.taken", seat=Seats((event.seat,)), cards=Cards(event.card))


@_tell.register
def _(event: events.CardDrawn, after: Public) -> Iterable[Sentence]:
    seat = Seats((event.seat,))
    if kinds.HIDDEN in event.card:
        yield sentence("narration.drawn_hidden", seat=seat, count=len(event.card))
    else:
        yield sentence("narration.drawn", seat=seat, cards=Cards(event.card))


@_tell.register
def _(event: events.DisplayRefilled, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.refilled", cards=Cards(event.card))


@_tell.register
def _(event: events.PileReshuffled, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.reshuffled", count=event.cards)


@_tell.register
def _(event: events.LastRoundBegun, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.last_round", seat=Seats((event.seat,)))


@_tell.register
def _(event: events.TurnBegun, after: Public) -> Iterable[Sentence]:
    yield sentence("narration.turn_begun", seat=Seats((event.seat,)))


@_tell.register
def _(event: events.GameEnded, after: Public) -> Iterable[Sentence]:
    by_pile = event.reason == "pile"
    yield sentence("narration.ended_by_pile" if by_pile else "narration.ended_by_board")


# Scorings.


@_tell.register
def _(event: events.ProvinceScored, after: Public) -> Iterable[Sentence]:
    province = Provinces((event.province,))
    if not any(event.points):
        yield sentence("narration.no_houses", province=province)
        return
    yield sentence("narration.houses_scored", province=province)
    spaces = [space.id for space in after.game.map.spaces if event.province in space.provinces]
    yield from _ranks(spaces, event.points, after)


@_tell.register
def _(event: events.PortsScored, after: Public) -> Iterable[Sentence]:
    if not any(event.points):
        yield sentence("narration.no_ports")
        return
    yield sentence("narration.ports_scored")
    spaces = [space.id for space in after.game.map.spaces if space.port]
    yield from _ranks(spaces, event.points, after)


def _ranks(spaces: Collection[str], points: Sequence[int], after: Public) -> Iterable[Sentence]:
    """What each seat gets for its houses and why, those with the most first (H, F4)."""
    houses = [0] * len(points)
    for space, seat in after.houses.items():
        houses[seat] += space in spaces
    fortified = {
        seat
        for space, seat in after.markers.items()
        if space in spaces and space in after.houses  # else it is a market place
    }
    order = sorted(
        (-houses[seat], seat in fortified, seat) for seat, count in enumerate(houses) if count
    )
    for (_, is_fortified), share in groupby(order, key=lambda share: share[:2]):
        seats = tuple(seat for *_, seat in share)
        yield _rank(seats, houses, points[seats[0]], is_fortified)


def _rank(
    seats: tuple[int, ...], houses: Sequence[int], points: int, is_fortified: bool
) -> Sentence:
    """What seats with equally many houses get: all of them fortified, or none."""
    own = houses[seats[0]]
    rank_above = min((count for count in houses if count > own), default=0)
    key = _RANKS[bool(rank_above), len(seats) > 1, is_fortified]
    if not rank_above and len(seats) == 1 < houses.count(own):
        key = "narration.tied_houses_fortified" if is_fortified else "narration.tied_houses"
    told = sentence(key, seats=Seats(seats), count=own, points=Points(points))
    if rank_above:
        above = tuple(seat for seat, count in enumerate(houses) if count == rank_above)
        told.params["above"] = Seats(above, join="or")
    return told


_RANKS = {
    (False, False, False): "narration.most_houses",
    (False, False, True): "narration.most_houses_fortified",
    (False, True, False): "narration.most_houses_shared",
    (False, True, True): "narration.most_houses_shared_fortified",
    (True, False, False): "narration.fewer_houses",
    (True, False, True): "narration.fewer_houses_fortified",
    (True, True, False): "narration.fewer_houses_shared",
    (True, True, True): "narration.fewer_houses_shared_fortified",
}
"""By whether others have more houses, whether several seats have as many, and whether a
fortification doubles their points."""


@_tell.register
def _(event: events.AllianceScored, after: Public) -> Iterable[Sentence]:
    first, second = (after.emissaries[province] for province in event.provinces)
    number, provinces = event.number, Provinces(event.provinces)
    holders = tuple(seat for seat, points in enumerate(event.points) if points)
    if holders:
        yield sentence(
            "narration.alliance_held",
            number=number,
            provinces=provinces,
            count=len(holders),
            seats=Seats(holders),
            points=Points(max(event.points)),
            first_count=sum(first),
            second_count=sum(second),
        )
    elif any(first + second):
        yield sentence(
            "narration.alliance_parted",
            number=number,
            provinces=provinces,
            first=Provinces(event.provinces[:1]),
            second=Provinces(event.provinces[1:]),
            first_leaders=Seats(after.majorities[event.provinces[0]]),
            second_leaders=Seats(after.majorities[event.provinces[1]]),
        )
    else:
        yield sentence("narration.alliance_empty", number=number, provinces=provinces)


@_tell.register
def _(event: events.RowScored, after: Public) -> Iterable[Sentence]:
    crossed = [province for space in event.spaces for province in _space(after, space).provinces]
    length = len(event.spaces)
    yield sentence(
        "narration.row_fortified" if event.points > length else "narration.row",
        seat=Seats((event.seat,)),
        count=length,
        provinces=Provinces(tuple(dict.fromkeys(crossed))),
        points=Points(event.points),
    )
