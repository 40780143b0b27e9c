"""Scorings in words: who gets how many points, and what for.

The points always come from the event or the result; this module only finds the reason.
"""

from collections.abc import Collection, Sequence
from itertools import groupby

from han.engine.event import AllianceScored, PortsScored, ProvinceScored, RowScored
from han.engine.game import Game
from han.engine.public import Public
from han.engine.result import Result
from han.tui.words import join, points_phrase, province_name, say, seat_name, seat_names


def province(event: ProvinceScored, game: Game, after: Public | None, lang: str) -> str:
    """A house scoring: each seat's houses, its points, and why (H)."""
    name = province_name(game, event.province, lang)
    if not any(event.points):
        return say("no_houses", lang, province=name)
    spaces = [space.id for space in game.map.spaces if event.province in space.provinces]
    parts = _house_parts(spaces, event.points, after, lang)
    return say("houses_scored", lang, province=name, parts=parts)


def ports(event: PortsScored, game: Game, after: Public | None, lang: str) -> str:
    """The port scoring, which is like that of a province (F4)."""
    if not any(event.points):
        return say("no_ports", lang)
    spaces = [space.id for space in game.map.spaces if space.port]
    return say("ports_scored", lang, parts=_house_parts(spaces, event.points, after, lang))


def _house_parts(
    spaces: Collection[str], points: Sequence[int], after: Public | None, lang: str
) -> str:
    """What each seat gets, those with the most houses first."""
    if after is None:
        return _points_list(points, lang)
    houses = [0] * len(points)
    for space, seat in after.houses.items():
        houses[seat] += space in spaces
    fortified = {seat for space, seat in after.markers.items() if space in spaces}
    order = sorted(
        (-houses[seat], seat in fortified, seat) for seat, count in enumerate(houses) if count
    )
    shares = groupby(order, key=lambda share: share[:2])
    return say("separator", lang).join(
        _house_part([seat for *_, seat in share], houses, points, is_fortified, lang)
        for (_, is_fortified), share in shares
    )


def _house_part(
    seats: Sequence[int], houses: Sequence[int], points: Sequence[int], doubled: bool, lang: str
) -> str:
    """What seats with equally many houses get: all of them fortified, or none."""
    own = houses[seats[0]]
    rank_above = min((count for count in houses if count > own), default=0)
    above = [seat_name(seat, lang) for seat, count in enumerate(houses) if count == rank_above]
    rank = "fewer_houses" if rank_above else "most_houses"
    return say(
        rank if len(seats) == 1 else f"{rank}_shared",
        lang,
        seats=seat_names(seats, lang),
        count=own,
        points=points_phrase(points[seats[0]], lang),
        above=join(above, lang, "or"),
        doubled=say("doubled", lang) if doubled else "",
    )


def _points_list(points: Sequence[int], lang: str) -> str:
    scored = [
        say("seat_points", lang, seat=seat_name(s, lang), points=points_phrase(n, lang))
        for s, n in enumerate(points)
        if n
    ]
    return say("separator", lang).join(scored)


def alliance(event: AllianceScored, game: Game, after: Public | None, lang: str) -> str:
    """An alliance: who holds both majorities and what it is worth, or who holds which (F2)."""
    first, second = (province_name(game, end, lang) for end in event.provinces)
    if after is None:
        outcome = _points_list(event.points, lang) or say("alliance_missed", lang)
    else:
        outcome = _alliance_outcome(event, (first, second), after, lang)
    return say("alliance", lang, number=event.number, first=first, second=second, outcome=outcome)


def _alliance_outcome(
    event: AllianceScored, names: tuple[str, str], after: Public, lang: str
) -> str:
    first, second = (after.emissaries[end] for end in event.provinces)
    if not any(first + second):
        return say("alliance_empty", lang)
    holders = [seat for seat, points in enumerate(event.points) if points]
    if not holders:
        return say(
            "alliance_parted",
            lang,
            first=names[0],
            second=names[1],
            first_leaders=_leaders(first, lang),
            second_leaders=_leaders(second, lang),
        )
    return say(
        "alliance_held",
        lang,
        count=len(holders),
        seats=seat_names(holders, lang),
        points=points_phrase(max(event.points), lang),
        first_count=sum(first),
        second_count=sum(second),
    )


def _leaders(emissaries: Sequence[int], lang: str) -> str:
    """Who has the most emissaries on a dragon space."""
    most = max(emissaries)
    if not most:
        return say("nobody", lang)
    return seat_names([seat for seat, n in enumerate(emissaries) if n == most], lang)


def row(event: RowScored, game: Game, lang: str) -> str:
    """A row along a road: how long it is, where, and what it is worth (F3)."""
    spaces = {space.id: space.provinces for space in game.map.spaces}
    crossed = dict.fromkeys(province for space in event.spaces for province in spaces[space])
    length = len(event.spaces)
    return say(
        "row",
        lang,
        seat=seat_name(event.seat, lang),
        count=length,
        provinces=", ".join(province_name(game, province, lang) for province in crossed),
        points=points_phrase(event.points, lang),
        doubled=say("doubled", lang) if event.points > length else "",
    )


def victory(result: Result, supply: Sequence[int], lang: str) -> str:
    """Who won, and why (F5).

    Args:
        result: The points and the winners.
        supply: Houses and emissaries that each seat has left.
        lang: The language to say it in.
    """
    best = max(result.total)
    tied = [seat for seat, points in enumerate(result.total) if points == best]
    return say(
        _way_to_win(tied, result.winners),
        lang,
        tied=seat_names(tied, lang),
        winners=seat_names(result.winners, lang),
        points=points_phrase(best, lang),
        pieces=supply[result.winners[0]],
    )


def _way_to_win(tied: Sequence[int], winners: Sequence[int]) -> str:
    if len(tied) == 1:
        return "won"
    return "won_by_supply" if len(winners) == 1 else "won_together"
