"""A drawn map is one sound, self-contained SVG with everything in it, once."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from han.maps.load import load_map, map_ids
from han.maps.model import Map, Scenery
from han.maps.svg import draw_map
from han.messages import LANGUAGES, message

boards = pytest.mark.parametrize("board", [load_map(map_id) for map_id in map_ids()], ids=map_ids())
languages = pytest.mark.parametrize("lang", LANGUAGES)


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def ids(root: ElementTree.Element) -> Counter[str]:
    return Counter(node.attrib["id"] for node in root.iter() if "id" in node.attrib)


def words(svg: str) -> set[str]:
    return {"".join(node.itertext()) for node in parse(svg).iter() if node.tag.endswith("}text")}


def texts(svg: str) -> str:
    return " ".join(sorted(words(svg)))


@boards
def test_well_formed_and_of_the_canvas_size(board: Map) -> None:
    root = parse(draw_map(board))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == f"0 0 {board.canvas[0]:g} {board.canvas[1]:g}"


@boards
def test_everything_is_drawn_once_under_its_id(board: Map) -> None:
    drawn = ids(parse(draw_map(board)))
    expected = {
        *(f"space-{space.id}" for space in board.spaces),
        *(f"{sign}-{p.id}" for p in board.provinces for sign in ("province", "dragon", "name")),
        *(f"road-{start}--{end}" for start, end in board.roads),
        *(f"alliance-{number}" for number in range(1, 16)),
    }
    assert expected <= drawn.keys()
    assert max(drawn.values()) == 1


@boards
def test_alliances_carry_their_numbers(board: Map) -> None:
    root = parse(draw_map(board))
    for number in range(1, 16):
        alliance = root.find(f".//*[@id='alliance-{number}']")
        assert alliance is not None
        assert "".join(alliance.itertext()) == str(number)


@boards
@languages
def test_names_in_the_language_asked_for(board: Map, lang: str) -> None:
    svg = draw_map(board, lang)
    assert {province.name[lang] for province in board.provinces} <= words(svg)
    assert set(board.name[lang].split()) <= set(texts(svg).split())
    assert message("terms.emissaries", lang) in words(svg)


def test_languages_differ() -> None:
    board = load_map("ways-of-diplomacy")
    assert len({draw_map(board, lang) for lang in LANGUAGES}) == len(LANGUAGES)


@boards
def test_nothing_comes_from_elsewhere(board: Map) -> None:
    svg = draw_map(board).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "://" not in svg
    assert not re.search(r"@import|@font-face|<image|<script|<foreignObject", svg)
    references = re.findall(r'(?:href="|url\()([^")]+)', svg)
    assert references
    assert {ref for ref in references if not ref.startswith("#")} == set()


@boards
def test_every_reference_has_its_target(board: Map) -> None:
    svg = draw_map(board)
    references = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    assert references <= ids(parse(svg)).keys()


def test_ports_have_an_anchor_and_border_spaces_a_split_ring() -> None:
    board = load_map("border-disputes")
    root = parse(draw_map(board))
    for space in board.spaces:
        plot = root.find(f".//*[@id='space-{space.id}']")
        assert plot is not None
        inside = ElementTree.tostring(plot, "unicode")
        assert ("#drawing-anchor" in inside) == space.port
        assert inside.count("path") == (2 if len(space.provinces) == 2 else 0)


def test_only_the_city_has_walls_between_neighbours() -> None:
    assert message("terms.no_alliance") in words(draw_map(load_map("ways-of-diplomacy")))
    assert message("terms.no_alliance") not in words(draw_map(load_map("border-disputes")))


def test_the_overlay_lies_on_top() -> None:
    svg = draw_map(load_map("border-disputes"), overlay='<circle id="piece" r="3"/>')
    top = list(parse(svg))[-1]
    assert top.attrib["id"] == "overlay"
    assert [node.attrib["id"] for node in top] == ["piece"]


def test_drawing_twice_gives_the_same() -> None:
    board = load_map("border-disputes")
    assert draw_map(board) == draw_map(board)


def test_names_are_escaped() -> None:
    board = load_map("border-disputes")
    names = dict.fromkeys(LANGUAGES, "Wei & <Han>")
    provinces = [replace(province, name=names) for province in board.provinces]
    rivers = [replace(s, name=names) if s.kind == "river" else s for s in board.scenery]
    odd = replace(board, name=names, provinces=tuple(provinces), scenery=tuple(rivers))
    assert "Wei & <Han>" in words(draw_map(odd))


def test_unknown_or_unfinished_scenery_is_left_out() -> None:
    board = load_map("border-disputes")
    odd = (Scenery("volcano", ((5, 5),)), Scenery("river", ((5, 5),)), Scenery("title", ()))
    assert draw_map(replace(board, scenery=odd)) == draw_map(replace(board, scenery=()))
