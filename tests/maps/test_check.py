"""Every fault of a map file is found, at its line, in words for all four languages.

A case breaks the faultless text and says with a comment ``#! fault`` which faults must be
reported for that line; no other may be.
"""

import json
import re
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.maps.check import check_map
from han.maps.load import parse_map
from han.messages import LANGUAGES

SIZE = 200
PROVINCES = "abcdefghi"
COLOURS = ("red", "green", "yellow", "orange", "violet", "red", "green", "yellow", "orange")
ALLIANCES = re.findall(r"\w\w", "ab bc de ef gh hi ad dg be eh cf fi ae ei ce")
NAME = 'name = { en = "N", de = "N", fr = "N", it = "N" }'
RIVER = "points = [[-20, 30], [620, 30]]"
HEADER = f"""\
# A map for tests.
format = 1
id = "grid"
{NAME} # in four languages
about = "Nine squares."
players = [3, 5]
display = 4
removed = {{ 3 = 2, 4 = 1, 5 = 0 }}
variant = "fortifications"
canvas = [600, 600]
outlines = "straight"
"""


def build_text() -> str:
    """The text of a small map without faults: nine squares, two spaces in each.

    One row of spaces runs through each row of squares, a border space joins ``a`` and
    ``b``, and the first column joins the rows.
    """
    rows = [
        [f"{province}-{n}" for province in row for n in (1, 2)] for row in ("abc", "def", "ghi")
    ]
    rows[0].insert(2, "a-b")
    roads = [pair for row in rows for pair in pairwise(row)]
    roads += [("a-1", "d-1"), ("d-1", "g-1")]
    return "\n".join(
        [
            HEADER + build_pairs("alliances", [(a, b) for a, b in ALLIANCES]),
            build_pairs("roads", roads),
            *(build_province(index) for index in range(9)),
            *(build_space(index, n) for index in range(9) for n in (1, 2)),
            '[[space]]\nid = "a-b"\nat = [200, 100]\nprovinces = ["a", "b"]\n',
            f'[[scenery]]\nkind = "river"\n{RIVER}\n{NAME} # of the river\n',
        ]
    )


def build_pairs(key: str, pairs: list[tuple[str, str]]) -> str:
    lines = "".join(f'  ["{first}", "{second}"],\n' for first, second in pairs)
    return f"{key} = [\n{lines}]\n"


def build_province(index: int) -> str:
    y, x = (SIZE * part for part in divmod(index, 3))
    corners = [[x, y], [x + SIZE, y], [x + SIZE, y + SIZE], [x, y + SIZE]]
    return (
        f'[[province]]\nid = "{PROVINCES[index]}"\ncolour = "{COLOURS[index]}"\n{NAME}\n'
        f"dragon = [{x + 100}, {y + 40}]\noutline = {corners}\n"
    )


def build_space(index: int, number: int) -> str:
    y, x = (SIZE * part for part in divmod(index, 3))
    province = PROVINCES[index]
    return (
        f'[[space]]\nid = "{province}-{number}"\n'
        f'at = [{x + 80 * number - 20}, {y + 100}]\nprovinces = ["{province}"]\n'
    )


VALID = build_text()

SQUARE_A = "outline = [[0, 0], [200, 0], [200, 200], [0, 200]]"
SQUARE_C = "outline = [[400, 0], [600, 0], [600, 200], [400, 200]]"
SQUARE_F = "outline = [[400, 200], [600, 200], [600, 400], [400, 400]]"
SPACE_A1 = 'at = [60, 100]\nprovinces = ["a"]'
SPACE_AB = 'at = [200, 100]\nprovinces = ["a", "b"]'
FIRST_ROAD = '  ["a-1", "a-2"],'
PROVINCE_I = build_province(8)
SPACES_I = {build_space(8, 1): "", build_space(8, 2): ""}
LOST_I = {
    '  ["h", "i"],': '  ["h", "i"], #! alliance_lost',
    '  ["f", "i"],': '  ["f", "i"], #! alliance_lost',
    '  ["e", "i"],': '  ["e", "i"], #! alliance_lost',
    'at = [460, 500]\nprovinces = ["i"]': 'at = [460, 500]\nprovinces = ["i"] #! space_lost',
    'at = [540, 500]\nprovinces = ["i"]': 'at = [540, 500]\nprovinces = ["i"] #! space_lost',
}
PROVINCE_J = (
    f'[[province]] #! many_provinces empty_province\nid = "j"\ncolour = "red"\n{NAME}\n'
    "dragon = [650, 100]\noutline = [[600, 0], [700, 0], [700, 200]]\n"
)

Edits = dict[str, str]


def add_road(first: str, second: str, marks: str) -> Edits:
    return {FIRST_ROAD: f'{FIRST_ROAD} ["{first}", "{second}"], #! {marks}'}


def put_a1(provinces: str, marks: str) -> Edits:
    return {SPACE_A1: f"at = [60, 100]\nprovinces = {provinces} #! {marks}"}


CASES: list[Edits] = [
    # The file's form
    {"display = 4": "display = = 4 #! syntax"},
    {"format = 1": "format = 2 #! bad_format", "display = 4": "display = 99"},
    {"# A map for tests.": "#! missing_key", "display = 4\n": ""},
    {
        "[[province]]\n" + 'id = "a"': '[[province]] #! missing_key\nid = "a"',
        "dragon = [100, 40]\n": "",
    },
    {"# A map for tests.": "#! missing_key", "about =": "abuot ="}
    | {'squares."': 'squares." #! unknown_key'},
    {SPACE_A1: SPACE_A1 + "\nport = true\nprot = true #! unknown_key"},
    {SPACE_AB: SPACE_AB + '\nvariant = "x" #! misplaced_key'},
    # Types
    {"display = 4": 'display = "4" #! wrong_type'},
    {"display = 4": "display = true #! wrong_type"},
    {"display = 4": 'display = 4\neditions = ["630d"] #! wrong_type'},
    {"players = [3, 5]": "players = [3, 4, 5] #! wrong_type"},
    {'about = "Nine squares."': 'about = "" #! wrong_type'},
    {"{ 3 = 2, 4 = 1, 5 = 0 }": "3 #! wrong_type"},
    {"at = [60, 100]": "at = [60, inf] #! wrong_type"},
    {"at = [60, 100]": "at = [60, nan] #! wrong_type"},
    {"dragon = [100, 40]": f"dragon = [1{'0' * 400}, 40] #! wrong_type"},
    {SPACE_A1: SPACE_A1 + "\nport = 1 #! wrong_type"},
    {FIRST_ROAD: FIRST_ROAD + '\n  ["a-1"], #! wrong_type'},
    {SQUARE_A: 'outline = [[0, 0], [200, 0],\n  [200, "x"], #! wrong_type\n [0, 200]]'},
    {RIVER: 'points = [[-20, 30], "x"] #! wrong_type'},
    # The set-up
    {"players = [3, 5]": "players = [1, 5] #! bad_players"},
    {"players = [3, 5]": "players = [5, 3] #! bad_players"},
    {"players = [3, 5]": "players = [3, 6] #! bad_players"},
    {"display = 4": "display = 0 #! bad_display"},
    {"display = 4": "display = 7 #! bad_display"},
    {"4 = 1, 5 = 0 }": "4 = 1 } #! removed_missing"},
    {"5 = 0 }": "5 = 0, 6 = 0 } #! removed_extra"},
    {"5 = 0 }": "5 = -1 } #! bad_removed"},
    {"5 = 0 }": "5 = 10 } #! bad_removed"},
    {"5 = 0 }": "5 = 7 } #! small_deck"},
    {'variant = "fortifications"': 'variant = "fortification" #! bad_word'},
    {'outlines = "straight"': 'outlines = "round" #! bad_word'},
    {"canvas = [600, 600]": "canvas = [0, 600] #! bad_canvas"},
    # Ids, names and colours
    {'id = "grid"': 'id = "My Grid" #! bad_id'},
    {'id = "i-2"': 'id = "i_2" #! bad_id', '"i-1", "i-2"': '"i-1", "i_2"'},
    {'id = "i-2"': 'id = "i-1" #! duplicate_id', '"i-2"],': '"i-2"], #! road_to_nowhere'},
    {'id = "i-2"': 'id = "i" #! duplicate_id', '"i-1", "i-2"': '"i-1", "i"'},
    {'id = "i"': 'id = "h" #! duplicate_id'} | LOST_I,
    {f"{NAME} # in four languages": 'name = { en = "N", de = "N", fr = "N" } #! missing_language'},
    {f"{NAME} # of the river": 'name.en = "N" #!' + " missing_language" * 3},
    {f"{NAME} # in four languages": NAME.replace(" }", ', es = "N" } #! unknown_language')},
    {'id = "a"\ncolour = "red"': 'id = "a"\ncolour = "rde" #! unknown_colour'},
    {
        'id = "c"\ncolour = "yellow"': 'id = "c"\ncolour = "green"',
        'id = "g"\ncolour = "green"': 'id = "g"\ncolour = "green" #! colour_surplus',
    },
    {'id = "h"\ncolour = "yellow"': 'id = "h"\ncolour = "violet" #! colour_surplus'},
    {PROVINCE_I: "", '[[province]]\nid = "h"': '[[province]] #! few_provinces\nid = "h"'} | LOST_I,
    {PROVINCE_I: PROVINCE_I + PROVINCE_J, "canvas = [600, 600]": "canvas = [700, 600]"},
    # Spaces
    put_a1("[]", "space_nowhere"),
    put_a1('["a", "b", "d"]', "space_crowded"),
    put_a1('["a", "a"]', "space_twice"),
    put_a1('["x"]', "space_lost"),
    {SPACE_AB: SPACE_AB + "\nport = true #! border_port"},
    {
        'id = "b"\ncolour = "green"': 'id = "b"\ncolour = "red"',
        'id = "f"\ncolour = "red"': 'id = "f"\ncolour = "green"',
        SPACE_AB: SPACE_AB + " #! border_colour",
    },
    {'[[province]]\nid = "i"': '[[province]] #! empty_province\nid = "i"'}
    | SPACES_I
    | {'  ["h-2", "i-1"],\n': "", '  ["i-1", "i-2"],\n': ""},
    # Roads
    add_road("a-1", "x-1", "road_to_nowhere"),
    add_road("a-1", "a-1", "road_to_itself"),
    add_road("a-2", "a-1", "duplicate_road"),
    {'  ["i-1", "i-2"],\n': "", '[[space]]\nid = "i-2"': '[[space]] #! no_road\nid = "i-2"'},
    {'  ["h-2", "i-1"],\n': "", '[[space]]\nid = "i-1"': '[[space]] #! cut_off\nid = "i-1"'},
    # Alliances
    {'  ["a", "b"],': '  ["a", "x"], #! alliance_lost'},
    {'  ["a", "b"],': '  ["a", "a"], #! alliance_with_itself'},
    {'  ["c", "e"],': '  ["b", "a"], #! duplicate_alliance'},
    {"alliances = [": "alliances = [ #! alliance_count", '  ["c", "e"],\n': ""},
    {"alliances = [": 'alliances = [ #! alliance_count\n["a", "i"],'},
    # The drawing
    {"dragon = [100, 40]": "dragon = [100, 40]\nlabel = [-5, 40] #! off_canvas"},
    {SQUARE_C: SQUARE_C.replace(" [600, 200]", "\n [601, 100], #! off_canvas\n [600, 200]")},
    {SQUARE_A: "outline = [[0, 0], [200, 0]] #! short_outline"},
    {SQUARE_A: "outline = [] #! short_outline"},
    {SQUARE_A: SQUARE_A.replace("]]", "],\n  [0, 0], #! repeated_point\n]")},
    {SQUARE_A: "outline = [[0, 0], [200, 200], [200, 0], [0, 200]] #! crossed_outline"},
    {SQUARE_A: SQUARE_A.replace("]]", "], [0, 250]] #! crossed_outline")},
    {
        SQUARE_C: "outline = [[400, 0], [600, 0], [600, 250], [400, 250]]",
        SQUARE_F: SQUARE_F + " #! overlap",
    },
    {
        SQUARE_F: "outline = [[200, 0], [400, 0], [400, 200], [200, 200]] #! overlap",
        "dragon = [500, 240]": "dragon = [300, 40]",
        "at = [460, 300]": "at = [460, 300] #! space_outside",
        "at = [540, 300]": "at = [540, 300] #! space_outside",
    },
    {"dragon = [100, 40]": "dragon = [100, 240] #! dragon_outside"},
    {"at = [540, 500]": "at = [540, 390] #! space_outside"},
    {"at = [200, 100]": "at = [190, 100] #! off_border off_border"},
    {"at = [540, 500]": "at = [480, 500] #! spaces_overlap"},
    {FIRST_ROAD: f'{FIRST_ROAD} ["d-2", "h-1"],\n  ["g-2", "e-1"], #! roads_cross'},
    add_road("a-1", "a-b", "road_over_space"),
]

WITHOUT_CASE = {
    *("more", "did_you_mean", "unknown_map", "no_file", "is_folder", "unreadable", "not_utf8"),
    *("too_large", "too_many"),  # of browsers
    "many_spaces",  # has a test of its own
    *("make_players", "make_variant", "make_range", "make_failed"),  # no faults of files
}


def edit(edits: Edits, text: str = VALID) -> str:
    for old, new in edits.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def find_marks(text: str) -> list[tuple[str, int]]:
    """The faults that the comments of a broken text announce."""
    return sorted(
        (f"maps.{fault}", number)
        for number, line in enumerate(text.splitlines(), start=1)
        for fault in re.findall(r"\w+", line.partition("#!")[2])
    )


def found_in(text: str) -> list[tuple[str, int | None]]:
    return sorted((fault.key, fault.line) for fault in check_map(text, "grid.toml"))


def test_valid_map_has_no_fault() -> None:
    assert found_in(VALID) == []


@pytest.mark.parametrize("edits", CASES, ids=lambda edits: list(edits.values())[-1][-40:])
def test_fault_is_found_at_its_line(edits: Edits) -> None:
    broken = edit(edits)
    assert found_in(broken) == find_marks(broken) != []


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edits", CASES, ids=lambda edits: list(edits.values())[-1][-40:])
def test_fault_is_explained(edits: Edits, lang: str) -> None:
    for fault in check_map(edit(edits), "grid.toml"):
        text = fault.text(lang)
        assert text.startswith(f"grid.toml:{fault.line}: ")
        assert not re.search(r"\{\w*\}", text)
        assert "\n" not in text


def test_every_fault_has_a_case() -> None:
    cases = {key.removeprefix("maps.") for edits in CASES for key, _ in find_marks(edit(edits))}
    assert cases | WITHOUT_CASE == read_catalogue("en").keys()
    assert not cases & WITHOUT_CASE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_have_the_same_gaps(lang: str) -> None:
    def gaps(entry: str | dict[str, str]) -> set[str]:
        text = entry if isinstance(entry, str) else entry["other"]
        return set(re.findall(r"\{[^}]+\}", text))

    english, other = read_catalogue("en"), read_catalogue(lang)
    assert {key: gaps(entry) for key, entry in other.items()} == {
        key: gaps(entry) for key, entry in english.items()
    }


def read_catalogue(lang: str) -> dict[str, str | dict[str, str]]:
    text = files("han.messages").joinpath(lang, "maps.json").read_text("utf-8")
    entries: dict[str, str | dict[str, str]] = json.loads(text)
    return entries


def test_many_spaces() -> None:
    more = [f'[[space]]\nid = "x-{n}"\nat = [10, 10]\nprovinces = ["a"]\n' for n in range(46)]
    text = VALID + "\n".join(more)
    assert text.count("[[space]]") == 65
    line = text[: text.index('id = "x-45"')].count("\n")
    assert ("maps.many_spaces", line) in found_in(text)
    assert "maps.many_spaces" not in dict(found_in(VALID + "\n".join(more[:-1])))


@pytest.mark.parametrize(("display", "removed", "keys"), [(6, 6, ["maps.small_deck"]), (5, 6, [])])
def test_deck_just_large_enough(display: int, removed: int, keys: list[str]) -> None:
    text = edit({"display = 4": f"display = {display}", "5 = 0 }": f"5 = {removed} }}"})
    assert [key for key, _ in found_in(text)] == keys


def test_several_faults_are_reported_in_order_of_lines() -> None:
    edits = {
        "display = 4": "display = 9 #! bad_display",
        "dragon = [100, 40]": "dragon = [100, 240] #! dragon_outside",
        '  ["a", "b"],': '  ["a", "a"], #! alliance_with_itself',
        SPACE_AB: SPACE_AB + "\nport = true #! border_port",
    }
    broken = edit(edits | add_road("a-1", "x-1", "road_to_nowhere"))
    assert found_in(broken) == find_marks(broken)
    lines = [fault.line or 0 for fault in check_map(broken, "grid.toml")]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("about =", "abuot =", "about"),
        ('"fortifications"', '"fortification"', "fortifications"),
        ('["a-1", "a-2"]', '["a-1", "aa-2"]', "a-2"),
        ('id = "a"\ncolour = "red"', 'id = "a"\ncolour = "rd"', "red"),
    ],
)
def test_slips_get_a_hint(old: str, new: str, hint: str) -> None:
    faults = check_map(edit({old: new}), "grid.toml")
    assert hint in [fault.hint for fault in faults]
    assert any(f"“{hint}”?" in fault.text("en") for fault in faults)


@pytest.mark.parametrize("text", ["[" * 5000, "x = " + "[" * 5000, "x = " + "9" * 5000, 'a = "'])
def test_hopeless_text_is_a_syntax_fault(text: str) -> None:
    assert found_in("\n" + text) == [("maps.syntax", 2)]


def test_empty_file_lacks_every_key() -> None:
    assert set(found_in("")) == {("maps.missing_key", 1)}


def test_explains_like_this() -> None:
    (fault,) = check_map(edit({"display = 4": "display = 9"}), "grid.toml")
    assert fault.text() == (
        "grid.toml:7: The display cannot have 9 cards: write a number from 1 to 6."
    )
    assert fault.text("de").startswith("grid.toml:7: Die Auslage kann nicht 9 Karten haben")


LINES = VALID.splitlines()
JUNK = st.sampled_from(["x = 1", "[[space]]", "[province]", "removed = {}", "space = []", "]", '"'])


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """The valid text with lines deleted, doubled, moved or replaced."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.sampled_from(LINES) | JUNK | st.text(max_size=8))
        lines[at : at + 1] = draw(
            st.sampled_from([[], [lines[at]] * 2, [other], [lines[at], other]])
        )
    return "\n".join(lines)


@settings(max_examples=200, deadline=None)
@given(mutated_texts())
def test_any_text_is_judged(text: str) -> None:
    faults = check_map(text, "grid.toml")
    last = text.count("\n") + 1
    assert all(1 <= (fault.line or 0) <= last and fault.text("it") for fault in faults)
    if not faults:
        assert len(parse_map(text, "grid.toml").provinces) == 9
