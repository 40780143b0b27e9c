"""The slow referee of `reference` at the same table as the engine."""

from collections import Counter

from han.engine.position import Position
from reference import Referee, load_board
from reference.payment import canonical
from reference.position import Turn
from reference.tables import MAPS

BOARDS = {path.stem: load_board(path) for path in sorted(MAPS.glob("*.toml"))}


def referee_for(position: Position) -> Referee:
    """A referee at the same deal."""
    game = position.game
    return Referee(
        BOARDS[game.map.id],
        game.players,
        position.start,
        game.variant,
        game.wild_in_prices,
        list(position.hands),
        position.display,
    )


def spell(action: str) -> str:
    """An action as the referee spells it: cards sorted its way."""
    head, _, cards = action.rpartition(" ")
    return f"{head} {canonical(cards)}" if head and head != "X" else action


def referee_at(position: Position) -> Referee:
    """A referee who finds the table as it is, at the start of a turn or of drawing."""
    game = position.game
    referee = referee_for(game.deal(0))
    referee.hands = [Counter(hand) for hand in position.hands]
    referee.known = [Counter(cards) for cards in position.known_cards]
    referee.display, referee.pile = Counter(position.display), Counter(position.pile)
    referee.discards = Counter(position.discards)
    referee.houses, referee.markers = dict(position.houses), dict(position.markers)
    for province, counts in position.emissaries.items():
        referee.emissaries[province] = Counter(dict(enumerate(counts)))
    for seat, supply in enumerate(referee.supply):
        supply["house"] = position.houses_left[seat]
        supply["emissary"] = position.emissaries_left[seat]
        supply["marker"] = position.markers_left[seat]
    referee.disks, referee.times_used_up = set(position.disks), position.passes
    referee.start, referee.seat = position.start, position.turn
    placing = position.phase == "place"
    referee.turns = [Turn(position.turn, referee.empty_provinces(), is_placing=placing)]
    return referee


def assert_same_table(position: Position, referee: Referee) -> None:
    """All that both keep is the same."""
    seats = range(position.game.players)
    assert [Counter(hand) for hand in position.hands] == [+hand for hand in referee.hands]
    assert [Counter(cards) for cards in position.known_cards] == [+k for k in referee.known]
    assert Counter(position.display) == +referee.display
    assert Counter(position.pile) == +referee.pile
    assert Counter(position.discards) == +referee.discards
    assert position.houses == referee.houses
    assert position.markers == referee.markers
    assert position.emissaries == {
        province: tuple(counts[seat] for seat in seats)
        for province, counts in referee.emissaries.items()
    }
    assert set(position.disks) == referee.disks
    assert list(position.scores) == referee.total()
    supplies = zip(
        position.houses_left, position.emissaries_left, position.markers_left, strict=True
    )
    assert list(supplies) == [(s["house"], s["emissary"], s["marker"]) for s in referee.supply]
    assert position.passes == referee.times_used_up
    assert position.is_over == referee.over


def assert_same_result(position: Position, referee: Referee) -> None:
    """The end and its points are the same."""
    result = position.result
    assert result is not None
    assert result.reason == referee.reason
    for source, points in referee.points.items():
        assert list(getattr(result, source)) == points
    assert list(result.winners) == referee.winners()
