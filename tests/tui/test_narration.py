"""Every event has its sentence, in four languages."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from han.engine import event as events
from han.engine.action import Action
from han.engine.event import Event
from han.engine.game import Game
from han.engine.public import Public
from han.engine.result import Result
from han.messages import LANGUAGES
from han.messages.catalogue import Entry
from han.tui.explanation import victory
from han.tui.narration import merge_cards, narrate
from han.tui.words import cards_phrase, join, space_name
from tui.scenes import GAMES, set_up, whole_game

CHINA = Game("border-disputes", 4, variant=True)
CITY = Game("ways-of-diplomacy", 4, variant=True)
CHIN = CHINA.map.provinces[CHINA.book.provinces.index("chin")].name["en"]

EXAMPLES: dict[type[Event], Event] = {
    events.PiecePlaced: events.PiecePlaced(0, Action("H wei-1 R")),
    events.ProvinceScored: events.ProvinceScored("wei", (2, 7, 0, 4)),
    events.PlacingStopped: events.PlacingStopped(1),
    events.CardDiscarded: events.CardDiscarded(2, "O"),
    events.CardTaken: events.CardTaken(3, "Y"),
    events.CardDrawn: events.CardDrawn(0, "V"),
    events.DisplayRefilled: events.DisplayRefilled("G"),
    events.PileReshuffled: events.PileReshuffled(21),
    events.LastRoundBegun: events.LastRoundBegun(1),
    events.TurnBegun: events.TurnBegun(2),
    events.GameEnded: events.GameEnded("pile"),
    events.EmissariesJoined: events.EmissariesJoined("chu", (0, 1, 0, 2)),
    events.AllianceScored: events.AllianceScored(3, ("wei", "chin"), (6, 0, 0, 0)),
    events.RowScored: events.RowScored(0, ("chin-4", "chin-5", "shu-1", "shu-2"), 4),
    events.PortsScored: events.PortsScored((6, 4, 0, 0)),
}


def entries(lang: str) -> dict[str, Entry]:
    text = files("han.messages").joinpath(lang, "narration.json").read_text("utf-8")
    found: dict[str, Entry] = json.loads(text)
    return found


def gaps(entry: Entry) -> set[str]:
    texts = [entry] if isinstance(entry, str) else list(entry.values())
    return {gap for text in texts for gap in re.findall(r"{(\w+)}", text)}


def is_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".") and not set(text) & set("{}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", Event.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_event_is_told(kind: type[Event], lang: str) -> None:
    board = set_up(CHINA, {0: ["wei-1"]}, {"wei": [1], "chin": [1]})
    for after in (None, board):
        assert is_sentence(narrate(EXAMPLES[kind], CHINA, lang, after))


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(TypeError, match="Event"):
        narrate(Event(), CHINA)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_whole_games_are_told(game: Game, lang: str) -> None:
    for step in whole_game(game):
        for event in step.events:
            for seen in (event, event.seen_by(None)):
                for after in (None, step.after):
                    assert is_sentence(narrate(seen, game, lang, after))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_have_the_same_keys_gaps_and_forms(lang: str) -> None:
    english, other = entries("en"), entries(lang)
    assert list(english) == list(other)
    for key, entry in english.items():
        assert type(entry) is type(other[key]), key
        assert gaps(entry) == gaps(other[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_entries_have_both_forms(lang: str) -> None:
    for key, entry in entries(lang).items():
        if isinstance(entry, dict):
            assert list(entry) == ["one", "other"], key


def test_no_language_is_left_untranslated() -> None:
    """Only names and words that the languages share are alike."""
    english = entries("en")
    for lang in LANGUAGES[1:]:
        same = [key for key, entry in entries(lang).items() if entry == english[key]]
        assert len(same) < 12, same


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("H wei-1 R", "Blue plays a red card and builds a house on Wei 1."),
        ("H wei-1 GG", "Blue plays 2 green cards as a wild pair and builds a house on Wei 1."),
        ("H qi-2 Y", "Blue plays a yellow card and builds a house in the port Qi 2."),
        (
            "H wei-han RR",
            "Blue plays 2 red cards and builds a house on the border space Wei/Han.",
        ),
        (
            "H wei-han RG",
            "Blue plays a green card and a red card and builds a house on the border space"
            " Wei/Han.",
        ),
        (
            "H wei-han RRR",
            "Blue plays a red card and 2 red cards as a wild pair and builds a house on the"
            " border space Wei/Han.",
        ),
        ("E wei R", "Blue plays a red card and sends an emissary to Wei."),
        ("E wei VV", "Blue plays 2 violet cards as a wild pair and sends an emissary to Wei."),
        ("F qi-1 YY", "Blue plays 2 yellow cards and builds a fortification with a house on Qi 1."),
        (
            "F qi-1 YGG",
            "Blue plays a yellow card and 2 green cards as a wild pair and builds a"
            " fortification with a house on Qi 1.",
        ),
    ],
)
def test_pieces_and_their_payment(action: str, sentence: str) -> None:
    assert narrate(events.PiecePlaced(0, Action(action)), CHINA) == sentence


def test_market_places_and_districts() -> None:
    placed = events.PiecePlaced(4, Action("M gardens-2 GG"))
    assert narrate(placed, CITY, "de") == (
        "Gelb spielt 2 grüne Karten und setzt einen Marktplatz mit einem Abgesandten auf Gärten 2."
    )


def told(event: Event, after: Public) -> str:
    return narrate(event, after.game, "en", after)


def test_example_4_explains_the_ranks() -> None:
    houses = {1: ["wei-1", "wei-2", "wei-3", "wei-4"], 3: ["wei-5", "wei-chin"], 0: ["wei-han"]}
    after = set_up(CHINA, houses)
    assert told(events.ProvinceScored("wei", (2, 7, 0, 4)), after) == (
        "House scoring in Wei: Green has the most with 4 houses and gets 7 points, one for every"
        " house there; Red with 2 houses gets 4 points, as many as Green has houses; Blue with"
        " 1 house gets 2 points, as many as Red has houses."
    )


def test_example_5_explains_a_tie() -> None:
    after = set_up(CHINA, {3: ["qi-1", "qi-2"], 2: ["qi-3", "yan-qi"], 0: ["qi-wu"]})
    assert told(events.ProvinceScored("qi", (2, 0, 5, 5)), after) == (
        "House scoring in Qi: Violet and Red share the lead with 2 houses each and get 5 points"
        " each, one for every house there; Blue with 1 house gets 2 points, as many as Violet or"
        " Red has houses."
    )


def test_a_fortification_is_named_where_it_doubles() -> None:
    houses = {0: ["qi-1"], 1: ["qi-2"]}
    after = set_up(CHINA, houses, markers={1: ["qi-2"]})
    assert told(events.ProvinceScored("qi", (2, 4, 0, 0)), after) == (
        "House scoring in Qi: Blue has the most with 1 house and gets 2 points, one for every"
        " house there; Green has the most with 1 house and gets 4 points, one for every house"
        " there, doubled by the fortification."
    )


def test_a_province_without_houses_scores_nobody() -> None:
    assert told(events.ProvinceScored("qi", (0, 0, 0, 0)), set_up(CHINA, {})) == (
        "House scoring in Qi: there is no house, so nobody scores."
    )


def test_example_6_explains_alliances() -> None:
    emissaries = {"wei": [1, 0, 0, 1], "chin": [2, 1, 0, 1], "shu": [1, 0, 2, 0]}
    after = set_up(CHINA, {}, emissaries)
    assert told(events.AllianceScored(3, ("wei", "chin"), (6, 0, 0, 0)), after) == (
        f"Alliance 3, Wei and {CHIN}: Blue has the majority in both and gets 6 points, one for each"
        " emissary there (2 + 4)."
    )
    assert told(events.AllianceScored(4, ("chin", "shu"), (0, 0, 0, 0)), after) == (
        f"Alliance 4, {CHIN} and Shu: nobody has the majority in both ({CHIN}: Blue; Shu: Violet)."
    )
    assert told(events.AllianceScored(5, ("shu", "chu"), (0, 0, 0, 0)), after) == (
        "Alliance 5, Shu and Chu: nobody has the majority in both (Shu: Violet; Chu: nobody)."
    )
    assert told(events.AllianceScored(7, ("wu", "qi"), (0, 0, 0, 0)), after) == (
        "Alliance 7, Wu and Qi: there is no emissary."
    )


def test_several_seats_can_hold_an_alliance() -> None:
    after = set_up(CHINA, {}, {"wei": [1, 1], "chin": [1, 1]})
    assert told(events.AllianceScored(3, ("wei", "chin"), (4, 4, 0, 0)), after) == (
        f"Alliance 3, Wei and {CHIN}: Blue and Green have the majority in both and get 4 points"
        " each, one for each emissary there (2 + 2)."
    )


def test_rows_say_their_length_and_what_doubles_them() -> None:
    row = events.RowScored(0, ("chin-4", "chin-5", "shu-1", "shu-2", "shu-4"), 5)
    assert narrate(row, CHINA) == f"Blue has a row of 5 houses ({CHIN}, Shu) and gets 5 points."
    doubled = events.RowScored(0, row.spaces, 10)
    assert narrate(doubled, CHINA).endswith("gets 10 points, doubled by the fortification.")


def test_example_8_explains_the_ports() -> None:
    after = set_up(CHINA, {0: ["yan-3", "yan-4", "qi-2", "qi-3"], 1: ["wu-2", "wu-4", "wei-1"]})
    assert told(events.PortsScored((6, 4, 0, 0)), after) == (
        "Port scoring: Blue has the most with 4 houses and gets 6 points, one for every house"
        " there; Green with 2 houses gets 4 points, as many as Blue has houses."
    )


def test_without_the_position_a_scoring_names_the_points() -> None:
    assert narrate(events.ProvinceScored("wei", (2, 7, 0, 1)), CHINA) == (
        "House scoring in Wei: Blue gets 2 points; Green gets 7 points; Red gets 1 point."
    )


def test_plurals() -> None:
    assert narrate(events.PileReshuffled(1), CHINA, "fr").endswith("la nouvelle.")
    assert "21 cartes" in narrate(events.PileReshuffled(21), CHINA, "fr")
    assert narrate(events.CardDrawn(0, "??"), CHINA, "it") == "Blu pesca 2 carte dal mazzo."
    assert narrate(events.CardDrawn(0, "?"), CHINA, "it") == "Blu pesca una carta dal mazzo."
    assert cards_phrase("RRO", "de") == "eine orange Karte und 2 rote Karten"


def test_an_unseen_card_is_not_named() -> None:
    drawn = events.CardDrawn(1, "R")
    assert narrate(drawn, CHINA) == "Green draws a red card from the pile."
    assert narrate(drawn.seen_by(0), CHINA) == "Green draws a card from the pile."


def test_cards_that_follow_each_other_are_told_together() -> None:
    happened = [
        events.CardTaken(0, "R"),
        events.CardTaken(0, "G"),
        events.CardDrawn(0, "?"),
        events.CardDrawn(0, "?"),
        events.PileReshuffled(3),
        events.CardDrawn(0, "?"),
        events.DisplayRefilled("V"),
        events.DisplayRefilled("V"),
    ]
    assert merge_cards(happened) == [
        events.CardTaken(0, "RG"),
        events.CardDrawn(0, "??"),
        events.PileReshuffled(3),
        events.CardDrawn(0, "?"),
        events.DisplayRefilled("VV"),
    ]


def test_lists_in_words() -> None:
    assert join([], "en") == ""
    assert join(["a"], "en") == "a"
    assert join(["a", "b", "c"], "en") == "a, b and c"
    assert join(["a", "b"], "de", "or") == "a oder b"


def test_spaces_are_called_by_their_province() -> None:
    assert space_name(CHINA, "wei-1", "en") == "Wei 1"
    assert space_name(CHINA, "wei-han", "en") == "Wei/Han"
    assert space_name(CITY, "palace-6", "de") == "Palast 6"


def results() -> Iterator[tuple[str, tuple[int, ...], tuple[int, ...], str]]:
    yield "clear", (30, 41, 22), (1,), "Green wins with 41 points and is the new Emperor."
    yield (
        "supply",
        (41, 41, 22),
        (0,),
        "Blue and Green have 41 points each; Blue has more pieces left in the supply (9) and wins.",
    )
    yield (
        "shared",
        (41, 41, 22),
        (0, 1),
        "Blue and Green have 41 points each; Blue and Green have equally many pieces left in the"
        " supply (9) and share the win.",
    )


@pytest.mark.parametrize(
    ("total", "winners", "sentence"),
    [result[1:] for result in results()],
    ids=[result[0] for result in results()],
)
def test_the_win_is_explained(
    total: tuple[int, ...], winners: tuple[int, ...], sentence: str
) -> None:
    none = (0, 0, 0)
    result = Result("pile", total, none, none, none, total, winners)
    assert victory(result, (9, 9, 3), "en") == sentence
    for lang in LANGUAGES:
        assert is_sentence(victory(result, (9, 9, 3), lang))
