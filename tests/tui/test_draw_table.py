"""The players' table and the score sheet."""

from itertools import cycle

import pytest

from han.engine.belief import sample
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.messages import LANGUAGES
from han.tui import palette
from han.tui.show import show_position
from han.tui.table import draw_sheet, draw_stock, draw_table, shown_hands
from tui.scenes import GAMES, moments, plain_console, set_up, whole_game

DEAL = Game("border-disputes", 3).deal_cards(["VVV", "RRG", "GGG"], "OOYY", start=2)


def shown(position: Position | View, lang: str = "en", open_cards: bool = False) -> str:
    console, out = plain_console()
    show_position(position, console, lang, open_cards)
    return out.getvalue()


def test_a_spectator_sees_how_many_cards_a_seat_holds_and_those_that_all_know() -> None:
    assert shown_hands(DEAL) == ["???", "???", "???"]
    taken, _ = DEAL.play("X G")
    taken, _ = taken.play("+O")
    assert shown_hands(taken) == ["???", "???", "O??"]


def test_a_seat_sees_its_own_hand() -> None:
    assert shown_hands(DEAL.view(1)) == ["???", "RRG", "???"]
    assert "R R G" in shown(DEAL.view(1))


def test_hands_lie_open_only_on_demand() -> None:
    assert shown_hands(DEAL, open=True) == ["VVV", "RRG", "GGG"]
    assert "V V V" not in shown(DEAL)
    assert "V V V" not in shown(DEAL.view(1))
    assert "V V V" in shown(DEAL, open_cards=True)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_hidden_cards_change_nothing_that_is_shown(game: Game) -> None:
    """Positions that differ only in hidden cards look alike, to spectators and to seats."""
    viewers = cycle([None, *range(game.players)])
    for position, seat in zip(moments(game), viewers, strict=False):
        view = position.view(seat)
        assert shown(sample(view, 5).view(seat)) == shown(view)
        assert shown(sample(position.view(None), 5)) == shown(position)


def test_the_table_says_who_plays_and_who_holds_the_emperor() -> None:
    turn, _ = DEAL.play("X G")
    turn, _ = turn.play("+O")
    turn, _ = turn.play("=R")
    lines = shown(turn).splitlines()
    assert any(line.startswith(f"{palette.TURN}   A  Blue") for line in lines)
    assert any(line.startswith(f" {palette.EMPEROR}  C  Violet") for line in lines)


def test_markers_have_a_column_in_the_variants_only() -> None:
    assert "Markers left" not in shown(moments(GAMES[0])[0])
    assert "Markers left" in shown(moments(GAMES[1])[0])


def test_the_stock_says_how_often_the_deck_was_gone_through() -> None:
    assert draw_stock(DEAL).plain == (
        "Display O O Y Y   Pile 34 (first time through the deck)   Discards none"
    )
    last = draw_stock(whole_game(GAMES[0])[-1].after).plain
    assert "(used up twice)" in last


def test_players_can_have_names() -> None:
    console, out = plain_console()
    console.print(draw_table(DEAL, names=["Ada", "[Bo]", "Cy"]))
    assert "Blue (Ada)" in out.getvalue()
    assert "Green ([Bo])" in out.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_sheet_tells_the_result_the_winner_first(game: Game, lang: str) -> None:
    position = moments(game)[-1]
    result = position.result
    assert result is not None
    console, out = plain_console()
    console.print(draw_sheet(position, lang))
    rows = [line.split() for line in out.getvalue().splitlines()[2:]]
    assert len(rows) == game.players
    for row in rows:
        is_winner = row[0] == palette.EMPEROR
        seat = "ABCDE".index(row[1] if is_winner else row[0])
        assert is_winner == (seat in result.winners)
        sources = [result.houses, result.alliances, result.roads]
        sources += [result.ports] if any(space.port for space in game.map.spaces) else []
        points = [str(source[seat]) for source in (*sources, result.total)]
        left = position.houses_left[seat] + position.emissaries_left[seat]
        assert row[-len(points) - 1 :] == [*points, str(left)]
    assert rows[0][0] == palette.EMPEROR


def test_there_is_no_sheet_before_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        draw_sheet(set_up(GAMES[0], {}))
