"""A whole game shown from its deal to its result."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from han.bots.registry import make_line_up
from han.engine.event import CardDrawn, ProvinceScored
from han.engine.game import Game
from han.messages import LANGUAGES
from han.play.match import Match
from han.records.replay import Step, replay
from han.tui import palette
from han.tui.show import BOARDS, show_match, show_position
from tui.scenes import GAMES, WIDTHS, every_other, moments, plain_console, whole_game

MAP_GAMES = (GAMES[1], GAMES[3])


def shown(steps: tuple[Step, ...], lang: str = "en", width: int = 100, **options: object) -> str:
    console, out = plain_console(width)
    show_match(steps, console, lang, **options)  # type: ignore[arg-type]
    return out.getvalue()


def count_boards(text: str) -> int:
    """The number of the last alliance is on every board, and nowhere else."""
    return text.count("(15)")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_final_sheet_is_the_result(game: Game, lang: str) -> None:
    steps = whole_game(game)
    text = shown(steps, lang, boards="never")
    result = steps[-1].after.result
    assert result is not None
    rows = {
        row[0]: row[1:] for row in (_sheet_row(line) for line in text.splitlines()[-12:]) if row
    }
    assert len(rows) == game.players
    for seat in range(game.players):
        sources = [result.houses, result.alliances, result.roads, result.ports]
        if not any(space.port for space in game.map.spaces):
            sources.pop()
        expected = [source[seat] for source in (*sources, result.total)]
        assert rows["ABCDE"[seat]][:-1] == expected


def _sheet_row(line: str) -> list[object]:
    """A seat's letter and the numbers behind its name; nothing for another line."""
    words = line.replace(palette.EMPEROR, " ").split()
    if len(words) < 3 or words[0] not in "ABCDE":
        return []
    return [words[0], *(int(word) for word in words[2:])]


@pytest.mark.parametrize(("game", "width", "lang"), every_other(MAP_GAMES, WIDTHS, LANGUAGES))
def test_it_is_plain_text_that_fits(game: Game, width: int, lang: str) -> None:
    text = shown(whole_game(game), lang, width, boards="scoring")
    assert "\x1b" not in text
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_every_turn_has_a_heading() -> None:
    steps = whole_game(GAMES[1])
    text = shown(steps, boards="never")
    for number in range(steps[-1].turn + 1):
        assert f"Turn {number + 1}: " in text


def test_the_board_is_drawn_when_asked_and_marks_what_is_new_since_the_last() -> None:
    steps = whole_game(GAMES[1])
    turns = steps[-1].turn + 1
    scorings = {
        step.turn
        for step in steps[:-1]
        for event in step.events
        if isinstance(event, ProvinceScored)
    }
    texts = {moment: shown(steps, boards=moment) for moment in BOARDS}
    boards = {moment: count_boards(text) for moment, text in texts.items()}
    assert boards["never"] == 0
    assert boards["end"] == 1
    assert boards["scoring"] == len(scorings - {turns - 1}) + 1
    assert boards["scoring"] < boards["round"] < boards["turn"]
    assert boards["turn"] == turns + 1
    with pytest.raises(ValueError, match="'often'"):
        shown(steps, boards="often")
    first_turn = texts["turn"].split("Turn 1: ")[1].split("Turn 2: ")[0]
    assert first_turn.count("[") == 1
    assert "[" not in texts["end"].replace("[ ]", "")


@pytest.mark.parametrize("game", MAP_GAMES, ids=repr)
def test_cards_from_the_pile_are_told_only_when_open(game: Game) -> None:
    steps = whole_game(game)
    assert any(isinstance(event, CardDrawn) for step in steps for event in step.events)
    closed = " ".join(shown(steps, boards="never").split())
    for sentence in closed.split(". "):
        if "from the pile" in sentence:
            assert "draws a card from" in sentence or " cards from the pile" in sentence
            assert not any(f"{colour} card" in sentence for colour in ("red", "green", "violet"))
    assert " ? " in closed
    is_open = shown(steps, boards="never", open=True)
    assert " ? " not in is_open
    assert "draws a card from" not in is_open


def test_a_record_is_shown_as_the_game_was() -> None:
    match = Match(GAMES[0], make_line_up("random", 3), seed=3)
    played = tuple(match)
    assert shown(tuple(replay(match.record))) == shown(played)


def test_players_names_are_shown() -> None:
    text = shown(whole_game(GAMES[0]), boards="never", names=["ada", "bo", "cy"])
    assert "Blue (ada)" in text
    assert "Violet (cy)" in text


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_all_parts_of_the_final_scoring_are_told(game: Game) -> None:
    final = shown(whole_game(game), boards="end").split("Final scoring")[1]
    assert "Alliances   A +" in final
    assert "Roads   A +" in final
    assert ("Ports   A +" in final) == any(space.port for space in game.map.spaces)
    for number in range(1, 16):
        assert f"Alliance {number}, " in final


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_position_is_shown_with_its_legend(lang: str) -> None:
    for game in GAMES:
        for position in moments(game):
            console, out = plain_console(80)
            show_position(position, console, lang)
            text = out.getvalue()
            assert palette.EMPEROR in text
            assert game.map.name[lang] in text
            assert (palette.MARKET_PLACE in text) <= (game.map.variant == "market-places")
            assert max(cell_len(line) for line in text.splitlines()) <= 80
            assert text.count("(15)") == 1


def test_in_a_terminal_it_is_coloured() -> None:
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=True, color_system="truecolor")
    show_position(moments(GAMES[0])[-1], console)
    assert "\x1b[" in out.getvalue()
