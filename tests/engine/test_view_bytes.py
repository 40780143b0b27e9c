"""Views can be packed and unpacked, and the bytes contain nothing else."""

from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import han
from han.engine.belief import sample
from han.engine.view_bytes import Packed, pack_view, unpack_view
from han.engine.view_json import view_json
from tables import GAMES, positions_of, some_games

MAPS = Path(han.__file__).parent / "maps"


def viewers(game: han.Game) -> list[int | None]:
    return [None, *range(game.players)]


def a_view() -> han.View:
    return han.Game("border-disputes", 3).deal(1, start=0).view(0)


@some_games
def test_a_view_comes_back_as_it_was(game: han.Game) -> None:
    for position in positions_of(game, seed=1)[::9]:
        for viewer in viewers(game):
            view = position.view(viewer)
            again = unpack_view(pack_view(view))
            assert again == view
            assert list(again.legal_actions) == list(view.legal_actions)
            assert view_json(again) == view_json(view)
            assert pack_view(again) == pack_view(view)


@some_games
def test_positions_that_differ_in_hidden_cards_give_equal_bytes(game: han.Game) -> None:
    different = 0
    for number, position in enumerate(positions_of(game, seed=2)[::9]):
        for viewer in viewers(game):
            twin = sample(position.view(viewer), number)
            assert pack_view(twin.view(viewer)) == pack_view(position.view(viewer))
            different += twin != position
    assert different > 0


@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.data())
@settings(deadline=None)
def test_different_views_give_different_bytes(
    game: han.Game, seed: int, data: st.DataObject
) -> None:
    positions = [game.deal(seed), game.deal(seed + 1)]
    one, other = (
        data.draw(st.sampled_from(positions)).view(data.draw(st.sampled_from(viewers(game))))
        for _ in range(2)
    )
    assert (one == other) == (pack_view(one) == pack_view(other))


def test_an_unpacked_view_plays_like_the_first() -> None:
    view = a_view()
    again = unpack_view(pack_view(view))
    for name in ("greedy", "governor", "mcts:sims=20"):
        choices = [han.make_bot(name).choose(v, han.Chance(3)) for v in (view, again)]
        assert choices[0] == choices[1]


def test_an_unpacked_view_cannot_be_changed() -> None:
    again = unpack_view(pack_view(a_view()))
    with pytest.raises(ValueError, match="read-only"):
        again.state.seat = 1
    with pytest.raises(ValueError, match="read-only"):
        again.legal_actions.words[:] = 0


def test_games_are_made_once() -> None:
    views = [
        unpack_view(pack_view(han.Game("ways-of-diplomacy", 2).deal(n).view(0))) for n in (1, 2)
    ]
    assert views[0].game is views[1].game


def test_a_map_of_ones_own_cannot_be_packed(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = (MAPS / "border-disputes.toml").read_text("utf-8")
    for own in (text.replace('id = "border-disputes"', 'id = "own"', 1), text + "\n# changed\n"):
        file.write_text(own, "utf-8")
        view = han.Game(file, 3).deal(1).view(0)
        with pytest.raises(ValueError, match="map that other processes do not have"):
            pack_view(view)


def spoiled(**changes: object) -> bytes:
    """A packed view with some parts replaced."""
    packed = msgspec.msgpack.decode(pack_view(a_view()), type=Packed)
    return msgspec.msgpack.encode(msgspec.structs.replace(packed, **changes))


def state_with(**changes: int) -> bytes:
    """The state of a view, spoiled."""
    states = np.array([a_view().state])
    for field, value in changes.items():
        states[field] = value
    return states.tobytes()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "truncated"),
        (b"nonsense", "array"),
        (msgspec.msgpack.encode([1, 2]), "no view"),
        (pack_view(a_view())[:-1], "truncated"),
        (pack_view(a_view()) + b"x", "trailing"),
        (spoiled(map="atlantis"), "no map 'atlantis'"),
        (spoiled(map=str(MAPS / "border-disputes.toml")), "no map"),
        (spoiled(players=2), "players"),
        (spoiled(players=4), "hand for each seat"),
        (spoiled(players=-1), "$[1]"),
        (spoiled(hand_sizes=(3, 3)), "hand for each seat"),
        (spoiled(seat=3), "no seat 3"),
        (spoiled(pile_size=-1), "$[7]"),
        (spoiled(state=b"short"), "another version"),
        (spoiled(legal=b""), "another version"),
        (spoiled(variant=True), "does not fit"),
        (spoiled(wild_in_prices=False), "does not fit"),
        (spoiled(state=state_with(seat=3)), "does not fit"),
        (spoiled(state=state_with(start=7)), "does not fit"),
        (spoiled(state=state_with(phase=5)), "does not fit"),
    ],
)
def test_what_is_no_view_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(ValueError, match="these bytes are no view") as caught:
        unpack_view(data)
    assert fault in str(caught.value)


@example(b"\x99\xa7\x00\x00\x00\x00\x00\x00\x80")  # a text that is no UTF-8
@given(st.binary(max_size=600))
@settings(deadline=None)
def test_any_bytes_are_a_view_or_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="these bytes are no view"):
        unpack_view(data)


@given(st.integers(0, 495), st.integers(0, 255))
@settings(deadline=None)
def test_a_changed_byte_is_another_view_or_refused(index: int, value: int) -> None:
    data = bytearray(pack_view(a_view()))
    data[index % len(data)] = value
    view = None
    with suppress(ValueError):
        view = unpack_view(bytes(data))
    assert view is None or pack_view(view) == bytes(data)
