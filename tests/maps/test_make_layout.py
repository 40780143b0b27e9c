"""Boards made from seeds are boards that people would want to play on.

Nothing that is drawn covers anything else, and the numbers of everything are like those of the
packaged boards.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import dist

import pytest

from han.maps.borders import Borders, trace_borders
from han.maps.geometry import distance, distance_to_box, sample, smooth_closed
from han.maps.layout import (
    DRAGON_RADIUS,
    SEAL_RADIUS,
    SPACE_RADIUS,
    clearance,
    label_box,
    label_size,
    place_seals,
)
from han.maps.make.wish import Wish
from han.maps.model import ALLIANCES, CARDS, COLOURS, Map, Point, Space
from han.maps.plane import is_inside
from maps.made import WISHES, board_of

all_wishes = pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.id)


@cache
def borders_of(wish: Wish) -> Borders:
    return trace_borders(board_of(wish))


@cache
def polygon(wish: Wish, province: str) -> tuple[Point, ...]:
    outline = next(p.outline for p in board_of(wish).provinces if p.id == province)
    return sample(borders_of(wish).outline(outline), 6)


def links(board: Map) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {space.id: set() for space in board.spaces}
    for start, end in board.roads:
        found[start].add(end)
        found[end].add(start)
    return found


def steps(road: tuple[Point, Point]) -> list[Point]:
    (x1, y1), (x2, y2) = road
    return [(x1 + (x2 - x1) * i / 40, y1 + (y2 - y1) * i / 40) for i in range(1, 40)]


def spaces(board: Map) -> dict[str, Space]:
    return {space.id: space for space in board.spaces}


# How much of everything.


@all_wishes
def test_provinces_have_four_to_eight_spaces_or_three_to_seven(wish: Wish) -> None:
    board = board_of(wish)
    sizes = Counter(name for space in board.spaces for name in space.provinces)
    assert max(sizes.values()) <= 8
    assert min(sizes.values()) >= (3 if len(board.spaces) < 48 else 4)


@all_wishes
def test_a_colour_has_about_as_large_a_share_of_spaces_as_of_cards(wish: Wish) -> None:
    board = board_of(wish)
    colour_of = {province.id: province.colour for province in board.provinces}
    counts = Counter(colour_of[name] for space in board.spaces for name in space.provinces)
    for colour, cards in zip(COLOURS, CARDS, strict=True):
        assert abs(counts[colour] / counts.total() - cards / sum(CARDS)) < 0.075, colour


@all_wishes
def test_neighbours_have_different_colours(wish: Wish) -> None:
    board = board_of(wish)
    for one, other in combinations(board.provinces, 2):
        if one.colour == other.colour:
            shape = polygon(wish, other.id)
            assert min(distance(point, shape) for point in polygon(wish, one.id)) > 55


@all_wishes
def test_alliances_join_neighbours_and_every_province_has_some(wish: Wish) -> None:
    board = board_of(wish)
    assert {frozenset(pair) for pair in board.alliances} <= borders_of(wish).neighbours()
    shares = Counter(province for pair in board.alliances for province in pair)
    assert set(shares) == {province.id for province in board.provinces}
    assert all(2 <= count <= 7 for count in shares.values())


@all_wishes
def test_at_most_three_neighbours_are_parted_by_a_wall(wish: Wish) -> None:
    assert ALLIANCES <= len(borders_of(wish).neighbours()) <= ALLIANCES + 3


@all_wishes
def test_no_road_leads_through_a_wall(wish: Wish) -> None:
    board = board_of(wish)
    allied = {frozenset(pair) for pair in board.alliances}
    for start, end in board.roads:
        both = frozenset(spaces(board)[start].provinces) | frozenset(spaces(board)[end].provinces)
        common = set(spaces(board)[start].provinces) & set(spaces(board)[end].provinces)
        assert len(both) == 1 or both in allied or common, (start, end)


@all_wishes
def test_roads_fork_and_seldom_end(wish: Wish) -> None:
    ways = [len(others) for others in links(board_of(wish)).values()]
    assert max(ways) <= 4
    assert ways.count(1) * 7 <= len(ways)
    assert 2.2 < sum(ways) / len(ways) < 2.8


@all_wishes
def test_roads_lead_on_from_every_province(wish: Wish) -> None:
    """Into at least two others: no province is a dead end."""
    board, reached = board_of(wish), dict[str, set[str]]()
    for road in board.roads:
        joined = {name for end in road for name in spaces(board)[end].provinces}
        for name in joined:
            reached.setdefault(name, set()).update(joined - {name})
    assert all(len(others) >= 2 for others in reached.values())


@all_wishes
def test_border_spaces_lie_apart_on_borders_of_their_own(wish: Wish) -> None:
    board = board_of(wish)
    shared = [space for space in board.spaces if len(space.provinces) == 2]
    assert len({frozenset(space.provinces) for space in shared}) == len(shared)
    for space in shared:
        (arc,) = borders_of(wish).between(*space.provinces)
        assert space.at in {segment[0] for segment in arc.curve[1:]}
        ways = links(board)[space.id]
        entered = {name for other in ways for name in spaces(board)[other].provinces}
        assert set(space.provinces) <= entered, space.id


# The drawing.


@all_wishes
def test_ports_lie_at_the_sea(wish: Wish) -> None:
    board = board_of(wish)
    sea = next(scenery for scenery in board.scenery if scenery.kind == "sea")
    water = sample(smooth_closed(sea.points))
    shore = [point for arc in borders_of(wish).outside() for point in sample(arc.curve)]
    for port in (space for space in board.spaces if space.port):
        nearest = min(shore, key=lambda point, at=port.at: dist(point, at))  # type: ignore[misc]
        assert is_inside(nearest, water), port.id
        assert SPACE_RADIUS - 5 <= dist(nearest, port.at) <= SPACE_RADIUS + 5, port.id


@all_wishes
def test_spaces_lie_apart_and_well_inside(wish: Wish) -> None:
    board = board_of(wish)
    for one, other in combinations(board.spaces, 2):
        assert dist(one.at, other.at) >= 52, (one.id, other.id)
    for space in board.spaces:
        if len(space.provinces) == 1 and not space.port:
            shape = polygon(wish, space.provinces[0])
            assert is_inside(space.at, shape)
            assert distance(space.at, shape) >= SPACE_RADIUS + 12, space.id


@all_wishes
def test_dragons_and_names_have_room(wish: Wish) -> None:
    board = board_of(wish)
    for province in board.provinces:
        shape, box = polygon(wish, province.id), label_box(province, label_size(board))
        left, top, right, bottom = box
        assert distance(province.dragon, shape) >= DRAGON_RADIUS + 4, province.id
        assert distance_to_box(province.dragon, box) >= DRAGON_RADIUS + 1, province.id
        for corner in ((x, y) for x in (left, right) for y in (top, bottom)):
            assert is_inside(corner, shape), province.id
            assert distance(corner, shape) >= 4, province.id
        for space in board.spaces:
            badge = (
                province.dragon[0] - 0.72 * DRAGON_RADIUS,
                province.dragon[1] - 0.72 * DRAGON_RADIUS,
            )
            assert dist(province.dragon, space.at) >= DRAGON_RADIUS + SPACE_RADIUS + 4
            assert dist(badge, space.at) >= 11.5 + SPACE_RADIUS + 4, (province.id, space.id)
            assert distance_to_box(space.at, box) >= SPACE_RADIUS + 2


@all_wishes
def test_roads_keep_away_from_what_they_do_not_join(wish: Wish) -> None:
    board = board_of(wish)
    boxes = [label_box(province, label_size(board)) for province in board.provinces]
    for start, end in board.roads:
        road = spaces(board)[start].at, spaces(board)[end].at
        for space in board.spaces:
            if space.id not in (start, end):
                assert distance(space.at, road) >= SPACE_RADIUS + 20, (start, end, space.id)
        for province, box in zip(board.provinces, boxes, strict=True):
            assert distance(province.dragon, road) >= DRAGON_RADIUS + 8, (start, end, province.id)
            assert min(distance_to_box(at, box) for at in steps(road)) >= 6, (start, end)


@all_wishes
def test_roads_stay_on_the_land_of_the_provinces_they_join(wish: Wish) -> None:
    board = board_of(wish)
    for start, end in board.roads:
        names = {*spaces(board)[start].provinces, *spaces(board)[end].provinces}
        shapes = [polygon(wish, name) for name in names]
        for at in steps((spaces(board)[start].at, spaces(board)[end].at)):
            assert any(is_inside(at, s) or distance(at, s) < 3 for s in shapes), (start, end)


@all_wishes
def test_seals_touch_nothing(wish: Wish) -> None:
    board = board_of(wish)
    seals = place_seals(board, borders_of(wish))
    for seal in seals:
        others = [other for other in seals if other != seal]
        assert clearance(seal, board, others) >= SEAL_RADIUS + 2


@all_wishes
def test_the_land_leaves_room_for_title_legend_and_score_track(wish: Wish) -> None:
    board = board_of(wish)
    places = {scenery.kind: scenery.points for scenery in board.scenery}
    boxes = [(*places[kind][0], *places[kind][1]) for kind in ("title", "legend")]
    for point in (point for province in board.provinces for point in province.outline):
        assert point[1] > 100
        assert all(distance_to_box(point, box) > 8 for box in boxes)


@all_wishes
def test_a_river_leaves_everything_dry(wish: Wish) -> None:
    board = board_of(wish)
    seals = place_seals(board, borders_of(wish))
    boxes = [label_box(province, label_size(board)) for province in board.provinces]
    for river in (scenery for scenery in board.scenery if scenery.kind == "river"):
        for at in river.points:
            assert min(dist(at, space.at) for space in board.spaces) > SPACE_RADIUS + 5
            assert min(dist(at, p.dragon) for p in board.provinces) > DRAGON_RADIUS + 5
            assert min(dist(at, seal) for seal in seals) > SEAL_RADIUS + 5
            assert min(distance_to_box(at, box) for box in boxes) > 5
