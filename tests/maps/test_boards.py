"""The two packaged boards have every property that is known of the printed maps.

The facts are those of the rules' page on the maps; the second half asks that what is
printed can be read: nothing covers anything else, and the provinces tile the land.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import dist

import pytest

from han.maps.borders import Arc, Borders, trace_borders
from han.maps.geometry import area, distance, distance_to_box, sample, smooth_closed
from han.maps.layout import (
    DRAGON_RADIUS,
    SEAL_RADIUS,
    SPACE_RADIUS,
    clearance,
    label_box,
    label_size,
    place_seals,
)
from han.maps.load import load_map
from han.maps.model import ALLIANCES, CARDS, COLOURS, PROVINCES, Map, Point, Province, Space
from han.maps.plane import crosses, is_inside

LAND, CITY = "border-disputes", "ways-of-diplomacy"
both = pytest.mark.parametrize("board", [load_map(LAND), load_map(CITY)], ids=[LAND, CITY])

GRID = 11
"""Pixels between the places where the tiling is probed."""


@pytest.fixture
def land() -> Map:
    return load_map(LAND)


@pytest.fixture
def city() -> Map:
    return load_map(CITY)


@cache
def borders_of(map_id: str) -> Borders:
    return trace_borders(load_map(map_id))


@cache
def polygon(map_id: str, province: str) -> tuple[Point, ...]:
    outline = next(p.outline for p in load_map(map_id).provinces if p.id == province)
    return sample(borders_of(map_id).outline(outline))


def spaces_of(board: Map, *provinces: str) -> list[Space]:
    return [space for space in board.spaces if set(provinces) & set(space.provinces)]


def sizes(board: Map) -> dict[str, int]:
    return {province.id: len(spaces_of(board, province.id)) for province in board.provinces}


def of_colour(board: Map, colour: str) -> list[str]:
    return [province.id for province in board.provinces if province.colour == colour]


def colour_of(board: Map, name: str) -> str:
    return next(province.colour for province in board.provinces if province.id == name)


def place(board: Map, space: str) -> Point:
    return next(candidate.at for candidate in board.spaces if candidate.id == space)


def roads(board: Map) -> Iterator[tuple[Point, Point]]:
    places = {space.id: space.at for space in board.spaces}
    return ((places[start], places[end]) for start, end in board.roads)


def next_to(board: Map) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {space.id: set() for space in board.spaces}
    for start, end in board.roads:
        links[start].add(end)
        links[end].add(start)
    return links


def rows_from(
    links: dict[str, set[str]], row: tuple[str, ...], length: int
) -> Iterator[tuple[str, ...]]:
    """All rows of so many houses that begin with these."""
    if len(row) == length:
        yield row
        return
    for space in sorted(links[row[-1]] - set(row)):
        yield from rows_from(links, (*row, space), length)


def longest_row(links: dict[str, set[str]], houses: set[str]) -> int:
    own = {space: links[space] & houses for space in houses}
    lengths = range(len(houses), 0, -1)
    return next(n for n in lengths if any(any(rows_from(own, (s,), n)) for s in houses))


# What both boards have (C4).


@both
def test_nine_provinces_and_fifteen_alliances(board: Map) -> None:
    assert len(board.provinces) == PROVINCES
    assert len({frozenset(alliance) for alliance in board.alliances}) == ALLIANCES


@both
def test_four_colours_have_two_provinces_and_violet_one(board: Map) -> None:
    shares = Counter(province.colour for province in board.provinces)
    assert shares == {colour: 1 if colour == "violet" else 2 for colour in COLOURS}


@both
def test_provinces_of_one_colour_never_touch(board: Map) -> None:
    for colour in set(COLOURS) - {"violet"}:
        first, second = (polygon(board.id, name) for name in of_colour(board, colour))
        assert min(distance(point, (*second, second[0])) for point in first) > 60


@both
def test_alliances_join_neighbours(board: Map) -> None:
    assert {frozenset(pair) for pair in board.alliances} <= borders_of(board.id).neighbours()


@both
def test_the_file_says_whose_board_it_is(board: Map) -> None:
    assert "project's own board" in board.about
    assert "not the published one" in board.about


@both
def test_the_road_network_is_one(board: Map) -> None:
    links = next_to(board)
    reached = {board.spaces[0].id}
    while fresh := set().union(*(links[space] for space in reached)) - reached:
        reached |= fresh
    assert reached == set(links)


# Border Disputes.


def test_set_up_of_border_disputes(land: Map) -> None:
    assert (land.players, land.display) == ((3, 5), 4)
    assert land.removed == {3: 2, 4: 1, 5: 0}
    assert land.variant == "fortifications"


def test_known_colours(land: Map) -> None:
    known = {"wei": "red", "qi": "yellow", "chin": "yellow", "han": "green", "chu": "violet"}
    assert {name: colour_of(land, name) for name in known} == known


def test_alliances_three_and_four(land: Map) -> None:
    assert set(land.alliances[2]) == {"wei", "chin"}
    assert set(land.alliances[3]) == {"chin", "shu"}


def test_every_pair_of_neighbours_has_an_alliance(land: Map) -> None:
    assert borders_of(LAND).neighbours() == {frozenset(pair) for pair in land.alliances}


def test_han_borders_wei(land: Map) -> None:
    assert frozenset({"han", "wei"}) in borders_of(LAND).neighbours()


def test_known_sizes(land: Map) -> None:
    count = sizes(land)
    assert (count["wei"], count["qi"], count["chu"]) == (7, 5, 8)
    assert count["chin"] >= 6
    assert count["shu"] >= 5


def test_sizes_run_from_four_to_eight_and_chu_is_the_largest(land: Map) -> None:
    count = sizes(land)
    assert (min(count.values()), max(count.values())) == (4, 8)
    assert [name for name in count if count[name] == 8] == ["chu"]


@pytest.mark.parametrize("colour", ["yellow", "orange", "green", "red"])
def test_a_colour_has_about_as_many_spaces_as_cards(land: Map, colour: str) -> None:
    count = sizes(land)
    spaces = sum(count[name] for name in of_colour(land, colour))
    assert abs(spaces - CARDS[COLOURS.index(colour)]) <= 1


def test_qi_and_chin_have_eleven_spaces(land: Map) -> None:
    assert sizes(land)["qi"] + sizes(land)["chin"] == 11


def test_seven_ports(land: Map) -> None:
    """Each a space of one province (T10)."""
    ports = [space for space in land.spaces if space.port]
    assert len(ports) == 7
    assert all(len(space.provinces) == 1 for space in ports)


def test_ports_lie_at_the_water(land: Map) -> None:
    """The sea begins within a house's reach of a port, and no port is a border space."""
    sea = next(scenery for scenery in land.scenery if scenery.kind == "sea")
    water = sample(smooth_closed(sea.points))
    shore = [point for arc in borders_of(LAND).outside() for point in sample(arc.curve)]
    for port in (space for space in land.spaces if space.port):
        nearest = min(shore, key=lambda point, at=port.at: dist(point, at))  # type: ignore[misc]
        assert is_inside(nearest, water), port.id
        assert dist(nearest, port.at) <= SPACE_RADIUS + 5, port.id
        assert len(port.provinces) == 1


def test_six_border_spaces_each_on_a_border_of_its_own(land: Map) -> None:
    shared = [space for space in land.spaces if len(space.provinces) == 2]
    assert len({frozenset(space.provinces) for space in shared}) == len(shared) == 6
    for space in shared:
        (arc,) = borders_of(LAND).between(*space.provinces)
        inner = {segment[0] for segment in arc.curve[1:]}
        assert space.at in inner, f"{space.id} is a point of the border, and not its end"


def test_a_road_leads_from_chin_into_shu_and_forks_there(land: Map) -> None:
    links = next_to(land)
    chin, shu = ({s.id for s in spaces_of(land, name)} for name in ("chin", "shu"))
    entries = [space for space in shu if links[space] & chin]
    assert any(len(links[space] & shu) >= 2 for space in entries)


def test_row_of_five_in_chin_and_shu_with_a_branch(land: Map) -> None:
    """The rulebooks' example 7 can be built: six houses, of which five are a row."""
    links = next_to(land)
    chin, shu = ({s.id for s in spaces_of(land, name)} for name in ("chin", "shu"))
    rows = (row for space in sorted(chin) for row in rows_from(links, (space,), 5))
    assert any(
        longest_row(links, {*row, branch}) == 5
        for row in rows
        if set(row) <= chin | shu and set(row) & shu
        for inner in set(row[1:-1]) & shu
        for branch in (links[inner] & shu) - set(row)
    )


def test_long_rows_cross_provinces(land: Map) -> None:
    rows = (row for space in land.spaces for row in rows_from(next_to(land), (space.id,), 8))
    provinces = {space.id: set(space.provinces) for space in land.spaces}
    assert any(len(set().union(*(provinces[space] for space in row))) >= 4 for row in rows)


def test_roads_fork_a_little_and_some_end_at_ports(land: Map) -> None:
    ways = {space: len(links) for space, links in next_to(land).items()}
    assert 2 < sum(ways.values()) / len(ways) < 2.5
    ends = [space for space in land.spaces if ways[space.id] == 1]
    assert any(space.port for space in ends)
    assert not all(space.port for space in ends)


# Ways of Diplomacy.


def test_set_up_of_ways_of_diplomacy(city: Map) -> None:
    assert (city.players, city.display) == ((2, 4), 3)
    assert city.removed == {2: 5, 3: 4, 4: 3}
    assert city.variant == "market-places"


def test_some_neighbours_have_no_alliance(city: Map) -> None:
    assert len(borders_of(CITY).neighbours()) > ALLIANCES


def test_the_palace_lies_in_the_middle_and_touches_all_others(city: Map) -> None:
    pairs = borders_of(CITY).neighbours()
    assert sum("palace" in pair for pair in pairs) == PROVINCES - 1
    assert colour_of(city, "palace") == "violet"


def test_no_ports_and_no_border_spaces(city: Map) -> None:
    assert not any(space.port for space in city.spaces)
    assert all(len(space.provinces) == 1 for space in city.spaces)


def test_two_districts_of_three_spaces(city: Map) -> None:
    assert sorted(sizes(city).values())[:3] == [3, 3, 4]


def test_a_green_district_has_at_least_four_spaces(city: Map) -> None:
    assert max(sizes(city)[name] for name in of_colour(city, "green")) >= 4


def test_about_forty_spaces(city: Map) -> None:
    assert 38 <= len(city.spaces) <= 42


def test_no_dead_ends_and_many_forks(city: Map) -> None:
    ways = [len(links) for links in next_to(city).values()]
    assert min(ways) >= 2
    assert sum(way >= 3 for way in ways) > len(ways) / 2


def test_the_city_is_square(city: Map) -> None:
    corners = [point for province in city.provinces for point in province.outline]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
    assert right - left == bottom - top


def test_no_road_leads_through_a_wall(city: Map) -> None:
    allied = {frozenset(pair) for pair in city.alliances}
    district = {space.id: space.provinces[0] for space in city.spaces}
    crossed = {frozenset({district[start], district[end]}) for start, end in city.roads}
    assert {pair for pair in crossed if len(pair) == 2} <= allied


# The drawing of both.


def rings(arcs: Sequence[Arc]) -> Iterator[tuple[Point, ...]]:
    """Arcs joined end to end into closed lines."""
    left = [sample(arc.curve) for arc in arcs]
    while left:
        ring = left.pop()
        while ring[0] != ring[-1]:
            piece = next(line for line in left if ring[-1] in (line[0], line[-1]))
            left.remove(piece)
            ring += piece[1:] if piece[0] == ring[-1] else piece[-2::-1]
        yield ring


def land_and_holes(board: Map) -> tuple[tuple[Point, ...], list[tuple[Point, ...]]]:
    """The outer edge of all provinces together, and what lies within but is none of them."""
    outer, *holes = sorted(rings(borders_of(board.id).outside()), key=area, reverse=True)
    return outer, holes


@both
def test_provinces_cover_the_land_once(board: Map) -> None:
    outer, holes = land_and_holes(board)
    covered = sum(area(polygon(board.id, province.id)) for province in board.provinces)
    assert covered == pytest.approx(area(outer) - sum(map(area, holes)))


@pytest.mark.slow
@both
def test_every_place_is_in_one_province_or_outside(board: Map) -> None:
    outer, holes = land_and_holes(board)
    polygons = [polygon(board.id, province.id) for province in board.provinces]
    width, height = (int(side) for side in board.canvas)
    for column in range(3, width, GRID):
        x = column + 0.31  # never on a border of whole numbers
        land, lakes, shapes = (reaching(x, some) for some in ([outer], holes, polygons))
        for row in range(3, height, GRID):
            at = x, row + 0.17
            is_land = any(is_inside(at, shape) for shape in land)
            is_land = is_land and not any(is_inside(at, hole) for hole in lakes)
            assert sum(is_inside(at, shape) for shape in shapes) == is_land, at


def reaching(x: float, shapes: Sequence[Sequence[Point]]) -> list[Sequence[Point]]:
    """Those that lie to both sides of a vertical line; nothing on it is inside of another."""
    return [s for s in shapes if min(at for at, _ in s) < x < max(at for at, _ in s)]


def test_the_lake_and_the_mountains_are_the_only_holes(land: Map) -> None:
    _, holes = land_and_holes(land)
    drawn = {frozenset(s.points) for s in land.scenery if s.kind in ("lake", "mountains")}
    assert len(holes) == len(drawn) == 2
    assert all(any(points <= set(hole) for hole in holes) for points in drawn)


def test_the_city_has_no_holes(city: Map) -> None:
    assert land_and_holes(city)[1] == []


@both
def test_the_score_track_has_room_at_the_top(board: Map) -> None:
    assert min(y for province in board.provinces for _, y in province.outline) > 100


@both
def test_spaces_keep_apart(board: Map) -> None:
    for one, other in combinations(board.spaces, 2):
        assert dist(one.at, other.at) >= 52, (one.id, other.id)


@both
def test_spaces_lie_well_inside_their_province(board: Map) -> None:
    for space in board.spaces:
        if len(space.provinces) == 1:
            shape = polygon(board.id, space.provinces[0])
            assert is_inside(space.at, shape), space.id
            least = SPACE_RADIUS - 5 if space.port else SPACE_RADIUS + 12
            assert distance(space.at, shape) >= least, space.id


@both
def test_dragons_and_names_lie_inside_their_province(board: Map) -> None:
    for province in board.provinces:
        shape = polygon(board.id, province.id)
        assert is_inside(province.dragon, shape)
        assert distance(province.dragon, shape) >= DRAGON_RADIUS + 4, province.id
        for corner in corners(board, province):
            assert is_inside(corner, shape), province.id
            assert distance(corner, shape) >= 4, province.id


def corners(board: Map, province: Province) -> list[Point]:
    left, top, right, bottom = label_box(province, label_size(board))
    return [(x, y) for x in (left, right) for y in (top, bottom)]


@both
def test_dragons_and_names_cover_no_space(board: Map) -> None:
    boxes = {p.id: label_box(p, label_size(board)) for p in board.provinces}
    for province in board.provinces:
        for space in board.spaces:
            assert dist(province.dragon, space.at) >= DRAGON_RADIUS + SPACE_RADIUS + 4
            assert distance_to_box(space.at, boxes[province.id]) >= SPACE_RADIUS + 2
        for name, box in boxes.items():
            assert distance_to_box(province.dragon, box) >= DRAGON_RADIUS + 1, (province.id, name)


@both
def test_roads_do_not_cross(board: Map) -> None:
    for one, other in combinations(roads(board), 2):
        assert set(one) & set(other) or not crosses(one, other), (one, other)


@both
def test_roads_keep_away_from_what_they_do_not_join(board: Map) -> None:
    for start, end in board.roads:
        road = place(board, start), place(board, end)
        for space in board.spaces:
            if space.id not in (start, end):
                assert distance(space.at, road) >= SPACE_RADIUS + 20, (start, end, space.id)
        for province in board.provinces:
            assert distance(province.dragon, road) >= DRAGON_RADIUS + 8, (start, end, province.id)
            box = label_box(province, label_size(board))
            assert min(distance_to_box(at, box) for at in steps(road)) >= 6, (start, end)


def steps(road: tuple[Point, Point]) -> list[Point]:
    (x1, y1), (x2, y2) = road
    return [(x1 + (x2 - x1) * i / 50, y1 + (y2 - y1) * i / 50) for i in range(51)]


@both
def test_roads_stay_on_the_land_of_the_provinces_they_join(board: Map) -> None:
    provinces = {space.id: space.provinces for space in board.spaces}
    for start, end in board.roads:
        shapes = [polygon(board.id, name) for name in {*provinces[start], *provinces[end]}]
        for at in steps((place(board, start), place(board, end)))[1:-1]:
            assert any(is_inside(at, s) or distance(at, s) < 0.1 for s in shapes), (start, end)


@both
def test_seals_lie_on_the_border_and_touch_nothing(board: Map) -> None:
    borders = borders_of(board.id)
    seals = place_seals(board, borders)
    assert len(seals) == ALLIANCES
    for (first, second), seal in zip(board.alliances, seals, strict=True):
        lines = [sample(arc.curve, 24) for arc in borders.between(first, second)]
        assert min(distance(seal, line) for line in lines) < 0.1
        others = [other for other in seals if other != seal]
        assert clearance(seal, board, others) >= SEAL_RADIUS + 2, (first, second)
        assert all(
            distance(seal, (*polygon(board.id, p.id),)) >= SEAL_RADIUS
            for p in board.provinces
            if p.id not in (first, second)
        ), (first, second)


@both
def test_names_keep_apart(board: Map) -> None:
    for one, other in combinations(board.provinces, 2):
        box = label_box(other, label_size(board))
        assert min(distance_to_box(corner, box) for corner in corners(board, one)) > 10


@both
def test_arcs_join_where_they_should(board: Map) -> None:
    """An outline is one closed curve: each of its segments starts where the last one ended."""
    for province in board.provinces:
        curve = borders_of(board.id).outline(province.outline)
        assert all(one[3] == other[0] for one, other in pairwise([*curve, curve[0]]))
