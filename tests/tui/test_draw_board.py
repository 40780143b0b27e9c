"""The board in characters: everything is there, in its place, and nothing is askew."""

from unicodedata import east_asian_width

import pytest
from rich.cells import cell_len
from rich.style import Style

from han.engine.game import Game
from han.engine.position import Position
from han.maps.model import Space
from han.messages import LANGUAGES
from han.tui import palette
from han.tui.board import draw_board
from han.tui.projection import MARGIN, TALLEST, project
from tui.scenes import GAMES, WIDTHS, every_other, moments, set_up

USUAL_WIDTHS = WIDTHS[1:]

each_game = pytest.mark.parametrize("game", GAMES, ids=repr)
each_width = pytest.mark.parametrize("width", WIDTHS)
each_usual_width = pytest.mark.parametrize("width", USUAL_WIDTHS)


def lines_of(position: Position, lang: str = "en", width: int = 100) -> list[str]:
    return draw_board(position, lang, width).plain.split("\n")


def expected_mark(position: Position, space: Space) -> str:
    if space.id in position.houses:
        is_fortified = space.id in position.markers
        sign = palette.FORTIFICATION if is_fortified else palette.HOUSE
        return sign + "ABCDE"[position.houses[space.id]]
    if space.id in position.markers:
        return palette.MARKET_PLACE + "ABCDE"[position.markers[space.id]]
    if len(space.provinces) == 2:
        return palette.BORDER
    return (palette.PORT if space.port else palette.SPACE) + space.id[-1]


@each_game
@each_width
def test_every_space_is_where_the_map_says(game: Game, width: int) -> None:
    projection = project(game.map, width)
    for position in moments(game):
        lines = lines_of(position, width=width)
        for space in game.map.spaces:
            column, row = projection.cell(space.at)
            mark = expected_mark(position, space)
            assert lines[row][column : column + len(mark)] == mark, space.id


@pytest.mark.parametrize(("game", "width", "lang"), every_other(GAMES, WIDTHS, LANGUAGES))
def test_every_province_has_its_name_and_disk_and_every_alliance_its_number(
    game: Game, width: int, lang: str
) -> None:
    """On the narrowest board there is no room for the alliances."""
    for position in moments(game):
        text = draw_board(position, lang, width).plain
        for province in game.map.provinces:
            has_disk = province.id in position.disks
            assert province.name[lang] in text
            assert (f"{province.name[lang]} {palette.DISK}" in text) == has_disk
        for number in range(1, len(game.map.alliances) + 1):
            assert width not in USUAL_WIDTHS or text.count(f"({number})") == 1


@each_game
@each_usual_width
def test_every_dragon_space_has_its_emissaries(game: Game, width: int) -> None:
    for position in moments(game):
        text = draw_board(position, "en", width).plain
        assert text.count(palette.DRAGON) == len(game.map.provinces)
        for counts in position.emissaries.values():
            marks = "".join(f"{'ABCDE'[seat]}{n}" for seat, n in enumerate(counts) if n)
            assert palette.DRAGON + marks in text


@each_usual_width
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [GAMES[1], GAMES[3]], ids=repr)
def test_a_crowd_on_every_dragon_space_finds_room(game: Game, lang: str, width: int) -> None:
    crowd = [2] * game.players
    marks = palette.DRAGON + "".join(f"{'ABCDE'[seat]}2" for seat in range(game.players))
    houses = {0: [space.id for space in game.map.spaces]}
    position = set_up(game, houses, {province.id: crowd for province in game.map.provinces})
    text = draw_board(position, lang, width).plain
    assert text.count(marks) == len(game.map.provinces)
    assert text.count(palette.HOUSE) == len(game.map.spaces)
    for number in range(1, len(game.map.alliances) + 1):
        assert f"({number})" in text


@each_game
@each_width
def test_no_line_is_too_wide_and_no_board_too_high(game: Game, width: int) -> None:
    for position in moments(game):
        lines = lines_of(position, width=width)
        assert max(cell_len(line) for line in lines) <= width
        assert len(lines) <= TALLEST


@each_game
def test_signs_are_one_column_wide_in_every_terminal(game: Game) -> None:
    names = "".join(province.name["en"] for province in game.map.provinces)
    for position in moments(game):
        for character in set(draw_board(position).plain) - set(names + "\n"):
            assert cell_len(character) == 1
            assert east_asian_width(character) in ("N", "Na"), character


def test_a_position_and_a_spectators_view_look_alike() -> None:
    for position in moments(GAMES[1]):
        assert draw_board(position) == draw_board(position.view(None))


def test_pieces_are_drawn_in_their_owners_colour() -> None:
    position = set_up(GAMES[1], {3: ["wei-1"]}, {"wei": [0, 1]})
    board = draw_board(position)
    styles = {board.plain[span.start : span.end]: span.style for span in board.spans}
    assert styles[f"{palette.HOUSE}D"] == palette.piece_style(3)
    assert styles["B1"] == palette.piece_style(1)


def test_fresh_pieces_stand_in_brackets() -> None:
    position = set_up(GAMES[0], {0: ["wei-1", "wei-2"]}, {"wei": [0, 1], "qi": [1]})
    text = draw_board(position, fresh={"wei-1", "wei"}).plain
    assert f"[{palette.HOUSE}A]" in text
    assert f"[{palette.DRAGON}B1]" in text
    assert text.count("[") == text.count("]") == 2


@each_width
def test_provinces_meet_without_a_gap(width: int) -> None:
    """The city is a square: inside its wall no cell is left bare."""
    game = GAMES[2]
    rows = draw_board(moments(game)[0], width=width).split("\n")
    for row in rows[1:-2]:
        bare = [span for span in row.spans if Style.parse(str(span.style)).bgcolor is None]
        assert all(span.end <= MARGIN + 1 or span.start >= len(row) - MARGIN - 1 for span in bare)
