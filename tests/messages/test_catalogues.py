"""The catalogues of the four languages agree with one another and with the source."""

import ast
import importlib
import re
from collections.abc import Iterator, Set
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import han
from han.messages import LANGUAGES, HanError, Term, language, message, set_language
from han.messages.catalogue import Entry, catalogue, plural_form

SOURCE = Path(han.__file__).parent
CLIENT = Path(__file__).parents[2] / "web" / "src"
TRANSLATIONS = tuple(lang for lang in LANGUAGES if lang != "en")
VARIABLES = ("HAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def topics(lang: str) -> list[str]:
    folder = files("han.messages").joinpath(lang)
    return sorted(item.name.removesuffix(".json") for item in folder.iterdir())


TOPICS = topics("en")


def entries(lang: str) -> dict[str, Entry]:
    """All entries of a language by their keys, in the order of the files."""
    return {
        f"{t}.{name}": entry for t in topics(lang) for name, entry in catalogue(lang, t).items()
    }


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def gaps(text: str) -> set[tuple[str, str | None, str | None]]:
    """The gaps of a text, each with how it is to be formatted."""
    return {(gap, spec, how) for _, gap, spec, how in Formatter().parse(text) if gap is not None}


def all_gaps(entry: Entry) -> set[tuple[str, str | None, str | None]]:
    return set[tuple[str, str | None, str | None]]().union(*map(gaps, forms(entry)))


def typed(entry: Entry) -> set[str]:
    """What a reader types or looks up, so that no translation may change it."""
    pattern = r"\b[A-Z]\d+\b|--\w+|\b\w+=\d|\*\.\w+|\b[A-Z] [a-z]+-\d [A-Z]+|\w+-\w+\[\w+\]"
    return set(re.findall(pattern, " ".join(forms(entry))))


# The languages among themselves.


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_language_has_the_same_entries_in_the_same_order(lang: str) -> None:
    assert topics(lang) == TOPICS
    assert list(entries(lang)) == list(entries("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_entries_have_the_forms_one_and_other(lang: str) -> None:
    plural = {key: entry for key, entry in entries(lang).items() if not isinstance(entry, str)}
    english = {key for key, entry in entries("en").items() if not isinstance(entry, str)}
    assert english
    assert set(plural) == english
    for key, entry in plural.items():
        assert list(entry) == ["one", "other"], key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_entry_has_the_same_gaps_as_in_english(lang: str) -> None:
    own = entries(lang)
    for key, english in entries("en").items():
        assert all_gaps(own[key]) == all_gaps(english), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_the_number_one_may_be_left_to_the_words(lang: str) -> None:
    for key, entry in entries(lang).items():
        if isinstance(entry, str):
            continue
        left_out = all_gaps(entry) - gaps(entry["one"])
        assert {gap for gap, _, _ in left_out} <= {"count"}, key
        assert gaps(entry["other"]) == all_gaps(entry), key


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_what_a_reader_types_is_not_translated(lang: str) -> None:
    own = entries(lang)
    for key, english in entries("en").items():
        assert typed(own[key]) == typed(english), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    opening, closing, foreign = {
        "en": ("“", "”", "„«»"),
        "de": ("„", "“", "”«»"),
        "fr": ("«", "»", "„“”"),
        "it": ("«", "»", "„“”"),
    }[lang]
    for key, entry in entries(lang).items():
        for text in forms(entry):
            assert not set(text) & set(foreign + '"'), key
            assert text.count(opening) == text.count(closing), key
            if lang == "fr":
                assert not re.search(r"«[^\xa0\u202f]|[^\xa0\u202f]»| [;:!?]", text), key


# The catalogues and the source.

BUILT: dict[str, tuple[str, ...]] = {
    "maps.{}": ("maps/check*.py", "maps/draft.py"),
    "narration.{}": ("tui/*.py", "engine/words.py", "engine/wording.py"),
    "web.level_{}": ("bots/levels.py",),
}
"""Where the pieces of a built key are written, if not in the module that builds it."""

SMALL_PIECES = frozenset("01234VYOGR")
"""Seats and cards: they fill gaps too but are not written as strings."""

LITERAL = re.compile(rf"({'|'.join(TOPICS)})\.\w+")
BEGINNING = re.compile(rf"({'|'.join(TOPICS)})\.\w*")


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def strings(tree: ast.AST) -> set[str]:
    """The strings of a module, less the parts of formatted ones."""
    nodes = list(ast.walk(tree))
    parts = {id(part) for n in nodes if isinstance(n, ast.JoinedStr) for part in n.values}
    constants = (n for n in nodes if isinstance(n, ast.Constant) and id(n) not in parts)
    return {n.value for n in constants if isinstance(n.value, str)}


def template(node: ast.JoinedStr) -> str:
    """A formatted string with ``{}`` for its gaps."""
    return "".join(
        part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}"
        for part in node.values
    )


def literal_keys() -> set[str]:
    """The keys that stand in the source as they are."""
    found = set().union(*(strings(parse(path)) for path in SOURCE.rglob("*.py")))
    return {text for text in found if LITERAL.fullmatch(text)} | client_keys()


def client_keys() -> set[str]:
    """The keys in the source of the browser's client, which never builds any."""
    paths = [path for ending in ("*.ts", "*.svelte") for path in CLIENT.rglob(ending)]
    found = (re.findall(r"""["']([a-z]+\.\w+)["']""", path.read_text("utf-8")) for path in paths)
    return {key for keys in found for key in keys if LITERAL.fullmatch(key)}


def built_keys() -> Iterator[tuple[str, set[str]]]:
    """The keys put together from parts: each template with the pieces that may fill it."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = parse(path)
        for node in ast.walk(tree):
            if not isinstance(node, ast.JoinedStr):
                continue
            built = template(node)
            if BEGINNING.fullmatch(built.partition("{}")[0]):
                places = BUILT.get(built)
                sources = [p for place in places or () for p in SOURCE.glob(place)] or [path]
                yield built, set().union(*(pieces(parse(source)) for source in sources))


def pieces(tree: ast.AST) -> set[str]:
    """What a module may fill a gap with: its strings and the templates of names."""
    built = {template(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
    return strings(tree) | {
        text for text in built if re.fullmatch(r"[a-z_]+\{\}\w*|\{\}_\w+", text)
    }


def is_filled(built: str, text: str, parts: Set[str]) -> bool:
    """Whether a template gives ``text`` when its gaps are filled with some of the pieces."""
    pattern = r"(\w+)".join(re.escape(part) for part in built.split("{}"))
    match = re.fullmatch(pattern, text)
    return match is not None and all(is_piece(group, parts) for group in match.groups())


def is_piece(text: str, parts: Set[str]) -> bool:
    if text in parts or text in SMALL_PIECES:
        return True
    return any(is_filled(part, text, parts) for part in parts if "{}" in part)


def fitting(built: str, parts: Set[str]) -> set[str]:
    """The entries that a template gives with some of the pieces."""
    return {key for key in entries("en") if is_filled(built, key, parts)}


def test_every_entry_is_used() -> None:
    used = literal_keys().union(*(fitting(*built) for built in built_keys()))
    assert sorted(set(entries("en")) - used) == []


def test_every_key_in_the_source_has_an_entry() -> None:
    keys = literal_keys()
    assert "rules.game_is_over" in keys
    assert sorted(keys - set(entries("en"))) == []


def test_every_built_key_can_be_an_entry() -> None:
    built = dict(built_keys())
    assert "rules.{}" in built
    assert [text for text, parts in built.items() if not fitting(text, parts)] == []


def test_the_table_of_built_keys_is_up_to_date() -> None:
    assert set(BUILT) <= {built for built, _ in built_keys()}
    for places in BUILT.values():
        assert all(list(SOURCE.glob(place)) for place in places)


def test_a_key_is_built_only_from_the_pieces() -> None:
    parts = pieces(ast.parse("say('house'); say(f'seat_{n}'); say(f'column_{x}'); x = 'points'"))
    assert parts == {"house", "points", "seat_{}", "column_{}"}
    built = {name for name in ("house", "port", "seat_4", "seat_9") if is_piece(name, parts)}
    assert built == {"house", "seat_4"}
    assert is_filled("narration.{}", "narration.column_points", parts)
    assert not is_filled("narration.{}", "narration.column_hand", parts)


# One message.


@pytest.mark.parametrize(
    ("lang", "count", "form"),
    [(lang, 1, "one") for lang in LANGUAGES]
    + [(lang, 2, "other") for lang in LANGUAGES]
    + [("en", 0, "other"), ("de", 0, "other"), ("it", 0, "other"), ("fr", 0, "one")],
)
def test_the_count_chooses_the_plural_form(lang: str, count: int, form: str) -> None:
    assert plural_form(lang, count) == form
    entry = catalogue(lang, "cli")["verified"]
    assert isinstance(entry, dict)
    assert entry["one"] != entry["other"]
    assert message("cli.verified", lang, count=count) == entry[form].format(count=count)


def test_plural_sentences() -> None:
    assert message("cli.verified", count=1) == "1 record verified."
    assert message("cli.verified", count=3) == "3 records verified."
    assert message("cli.verified", "de", count=0) == "0 Aufzeichnungen stimmen."
    assert message("cli.verified", "fr", count=0) == "0 partie enregistrée est exacte."


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "You have no red card. Discard one of yours: 3 cards."),
        ("de", "Du hast keine Karte der Farbe Rot. Wirf eine von deinen ab: 3 cards."),
        (
            "fr",
            "Vous n\u2019avez pas de carte de cette couleur\xa0: rouge. "
            "Défaussez l\u2019une des vôtres\xa0: 3 cards.",
        ),
        ("it", "Non hai carte di colore rosso. Scarta una delle tue: 3 cards."),
    ],
)
def test_a_term_is_shown_in_the_language_asked_for(lang: str, sentence: str) -> None:
    red = Term("terms.colour_R")
    assert message("rules.card_not_held", lang, colour=red, hand="3 cards") == sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_is_shown_in_the_language_asked_for(lang: str) -> None:
    names = {"en": "Palace", "de": "Palast", "fr": "Palais", "it": "Palazzo"}
    text = message("rules.other_province", lang, province=names)
    assert [name for name in names.values() if name in text] == [names[lang]]


def test_english_unless_another_language_is_asked_for() -> None:
    assert message("rules.game_is_over") == "The game is over."
    assert message("rules.game_is_over", "de") == "Die Partie ist zu Ende."


def test_an_error_speaks_every_language() -> None:
    error = HanError("rules.space_taken", place="wei-1")
    assert str(error) == "wei-1 is already occupied. Choose another space."
    assert [error.text(lang) for lang in TRANSLATIONS] == [
        "wei-1 ist schon besetzt. Wähle ein anderes Hausfeld.",
        "wei-1\xa0: cette case est déjà occupée. Choisissez-en une autre.",
        "wei-1 è già occupato. Scegli un altro spazio.",
    ]


@pytest.mark.parametrize("lang", ["es", "EN", "", "../en"])
def test_an_unknown_language_is_refused(lang: str) -> None:
    with pytest.raises(ValueError, match=f"no language '{lang}': choose one of en, de, fr, it"):
        message("rules.game_is_over", lang)


def test_an_unknown_key_and_a_forgotten_parameter_are_errors() -> None:
    with pytest.raises(KeyError, match="no_such_entry"):
        message("rules.no_such_entry")
    with pytest.raises(KeyError, match="place"):
        message("rules.space_taken")


# The reader's language.


@pytest.fixture
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No language chosen, and a system that says nothing about it."""
    module = importlib.import_module("han.messages.language")
    monkeypatch.setattr(module, "_chosen", [])
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.usefixtures("nothing_chosen")
def test_the_language_is_english_when_nothing_says_otherwise() -> None:
    assert language() == "en"


@pytest.mark.usefixtures("nothing_chosen")
@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize(
    ("value", "expected"),
    [("de", "de"), ("fr_CH.UTF-8", "fr"), ("it_IT", "it"), ("C.UTF-8", "en"), ("es_ES", "en")],
)
def test_the_system_says_the_language(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, expected: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert language() == expected


def test_tests_read_english_whatever_the_machine_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert language() == "en"


@pytest.mark.usefixtures("nothing_chosen")
def test_variables_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in zip(reversed(VARIABLES), ("it", "fr", "de", "en"), strict=True):
        monkeypatch.setenv(variable, value)
        assert language() == value


@pytest.mark.usefixtures("nothing_chosen")
def test_the_choice_comes_before_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAN_LANG", "it")
    set_language("fr")
    assert language() == "fr"
    set_language("de")
    assert language() == "de"


@pytest.mark.usefixtures("nothing_chosen")
def test_an_unknown_choice_is_refused_and_changes_nothing() -> None:
    set_language("de")
    with pytest.raises(HanError) as caught:
        set_language("es")
    assert caught.value.key == "cli.no_language"
    assert str(caught.value) == "There is no language “es”; choose one of en, de, fr, it."
    assert language() == "de"
