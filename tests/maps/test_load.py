"""Maps are found by id or path, and what cannot be read is refused with a reason."""

import hashlib
import re
from importlib.resources import files
from pathlib import Path

import pytest

from han.maps.load import MapError, UnknownMapError, load_map, map_ids, parse_map
from han.messages import LANGUAGES, HanError

DATA = files("han.maps").joinpath("border-disputes.toml").read_bytes()
TEXT = DATA.decode()


def write(folder: Path, data: bytes) -> Path:
    path = folder / "board.toml"
    path.write_bytes(data)
    return path


def test_map_ids() -> None:
    assert map_ids() == ("border-disputes", "ways-of-diplomacy")


@pytest.mark.parametrize("map_id", map_ids())
def test_packaged_map(map_id: str) -> None:
    board = load_map(map_id)
    assert board.id == map_id
    assert load_map(map_id) is board


def test_values() -> None:
    board = load_map("border-disputes")
    wei = next(province for province in board.provinces if province.id == "wei")
    assert (board.players, board.display, board.removed) == ((3, 5), 4, {3: 2, 4: 1, 5: 0})
    assert (board.variant, board.outlines, wei.colour) == ("fortifications", "curved", "red")
    assert board.alliances[2] == ("wei", "chin")
    assert sum(space.port for space in board.spaces) == 7
    assert {type(number) for point in wei.outline for number in point} == {float}


def test_defaults() -> None:
    text = re.sub(r"(?m)^(label|outlines) = .*\n", "", TEXT).partition("[[scenery]]")[0]
    board = parse_map(text, "board.toml")
    assert (board.outlines, board.scenery) == ("curved", ())
    assert all(province.label == province.dragon for province in board.provinces)


def test_file(tmp_path: Path) -> None:
    path = write(tmp_path, DATA)
    assert load_map(path) == load_map(str(path)) == load_map("border-disputes")


def test_file_without_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "draft").write_bytes(DATA)
    monkeypatch.chdir(tmp_path)
    assert load_map("draft").id == "border-disputes"


def test_packaged_map_wins_over_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "border-disputes").mkdir()
    monkeypatch.chdir(tmp_path)
    assert load_map("border-disputes").id == "border-disputes"
    assert refusal("./border-disputes").key == "maps.is_folder"
    assert refusal(Path("border-disputes")).key == "maps.is_folder"


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_sha256_is_of_the_bytes(tmp_path: Path, newline: bytes) -> None:
    data = DATA.replace(b"\n", newline)
    expected = hashlib.sha256(data).hexdigest()
    assert load_map(write(tmp_path, data)).sha256 == expected
    assert parse_map(data.decode(), "board.toml").sha256 == expected


@pytest.mark.parametrize("name", ["border", "", "x" * 5000, "null\0"])
def test_unknown_id(name: str) -> None:
    with pytest.raises(UnknownMapError) as caught:
        load_map(name)
    for lang in LANGUAGES:
        assert "border-disputes, ways-of-diplomacy" in caught.value.text(lang)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("missing.toml", "maps.no_file"),
        ("missing/board", "maps.no_file"),
        ("x" * 5000 + ".toml", "maps.unreadable"),
        ("null\0.toml", "maps.unreadable"),
    ],
)
def test_missing_file(name: str, key: str) -> None:
    error = refusal(name)
    assert error.key == key
    assert str(error).startswith(f"{name}: ")


def test_folder(tmp_path: Path) -> None:
    assert refusal(str(tmp_path)).key == "maps.is_folder"


def test_binary_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"format = 1\n\xff\xfe\x00\n")
    (fault,) = refusal(path).faults
    assert (fault.key, fault.line) == ("maps.not_utf8", 2)


def test_faulty_file(tmp_path: Path) -> None:
    text = TEXT.replace("display = 4", "display = 9").replace("format = 1", "format = 1\nfun = 1")
    path = write(tmp_path, text.encode())
    error = refusal(path)
    assert isinstance(error, HanError)
    assert [fault.key for fault in error.faults] == ["maps.unknown_key", "maps.bad_display"]
    for lang in LANGUAGES:
        assert error.text(lang).startswith(error.faults[0].text(lang))
    assert str(error).endswith("(and 1 more error)")


def test_single_fault() -> None:
    with pytest.raises(MapError) as caught:
        parse_map(TEXT.replace("display = 4", "display = 9"), "board.toml")
    assert str(caught.value) == caught.value.faults[0].text()


def refusal(name_or_path: str | Path) -> MapError:
    with pytest.raises(MapError) as caught:
        load_map(name_or_path)
    return caught.value
