"""Outlines are cut at junctions, and both neighbours get the same smoothed line."""

from dataclasses import replace

import pytest

from han.maps.borders import Borders, trace_borders
from han.maps.geometry import area, sample, smooth, smooth_closed, straight
from han.maps.layout import place_seals
from han.maps.load import load_map
from han.maps.model import Map, Point, Province

WEST = ((0.0, 0.0), (10.0, 0.0), (11.0, 5.0), (10.0, 10.0), (0.0, 10.0))
EAST = ((10.0, 0.0), (20.0, 4.0), (20.0, 10.0), (10.0, 10.0), (11.0, 5.0))
ISLAND = ((40.0, 0.0), (50.0, 0.0), (50.0, 10.0), (40.0, 10.0))


def board(outlines: str, **shapes: tuple[Point, ...]) -> Map:
    provinces = tuple(
        Province(name, "red", {"en": name}, shape[0], shape[0], shape)
        for name, shape in shapes.items()
    )
    return replace(load_map("border-disputes"), provinces=provinces, outlines=outlines)


def trace(outlines: str = "curved", **shapes: tuple[Point, ...]) -> Borders:
    return trace_borders(board(outlines, **shapes))


def test_arcs_end_at_junctions() -> None:
    borders = trace(west=WEST, east=EAST)
    ends = {frozenset({arc.curve[0][0], arc.curve[-1][3]}) for arc in borders.arcs}
    assert ends == {frozenset({(10.0, 0.0), (10.0, 10.0)})}
    assert sorted(arc.provinces for arc in borders.arcs) == [("east",), ("west",), ("west", "east")]


def test_neighbours_and_outside() -> None:
    borders = trace(west=WEST, east=EAST, island=ISLAND)
    assert borders.neighbours() == {frozenset({"west", "east"})}
    assert sorted(arc.provinces for arc in borders.outside()) == [("east",), ("island",), ("west",)]


def test_an_island_is_one_closed_arc() -> None:
    (arc,) = trace(island=ISLAND).arcs
    assert arc.curve[0][0] == arc.curve[-1][3]
    assert len(arc.curve) == 4
    assert arc.curve == smooth_closed([segment[0] for segment in arc.curve])


def test_neighbours_share_their_border_exactly() -> None:
    borders = trace(west=WEST, east=EAST)
    there = borders.segments[(10.0, 0.0), (11.0, 5.0)]
    back = borders.segments[(11.0, 5.0), (10.0, 0.0)]
    assert back == there[::-1]
    assert there in borders.outline(WEST)
    assert back in borders.outline(EAST)


def test_a_coast_has_no_kink_where_a_border_meets_it() -> None:
    borders = trace(west=WEST, east=EAST)
    before = borders.segments[(0.0, 0.0), (10.0, 0.0)]
    after = borders.segments[(10.0, 0.0), (20.0, 4.0)]
    (x1, y1), (x, y), (x2, y2) = before[2], after[0], after[1]
    assert (x - x1) * (y2 - y) == pytest.approx((y - y1) * (x2 - x))


def test_straight_outlines_stay_straight() -> None:
    borders = trace("straight", west=WEST, east=EAST)
    assert area(sample(borders.outline(WEST))) == pytest.approx(105)
    assert set(WEST) <= set(sample(borders.outline(WEST)))


def test_a_smooth_line_passes_through_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, -5.0), (35.0, 0.0)]
    curve = smooth(points)
    assert [segment[0] for segment in curve] == points[:-1]
    assert curve[-1][3] == points[-1]


def test_a_smooth_line_along_a_straight_one_is_straight() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (40.0, 0.0)]
    assert all(y == 0 for _, y in sample(smooth(points)))
    assert sample(straight(points), 2) == ((0, 0), (5, 0), (10, 0), (25, 0), (40, 0))


def test_a_repeated_point_does_no_harm() -> None:
    assert sample(smooth([(0.0, 0.0), (0.0, 0.0), (5.0, 0.0)]))[-1] == (5.0, 0.0)


def test_a_seal_between_provinces_that_do_not_touch_lies_halfway() -> None:
    apart = board("curved", west=WEST, island=ISLAND)
    apart = replace(apart, alliances=(("west", "island"),))
    assert place_seals(apart, trace_borders(apart)) == ((20.0, 0.0),)
