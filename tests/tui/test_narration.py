"""Every event has its sentence, in four languages."""

import json
import re
from importlib.resources import files
from typing import get_args

import pytest

from han.engine import event as events
from han.engine.action import Action
from han.engine.event import Event
from han.engine.game import Game
from han.engine.narrator import tell_events, tell_result
from han.engine.public import Public
from han.engine.wording import Wording, render
from han.engine.words import cards_phrase, duration, join
from han.maps.names import space_names
from han.messages import LANGUAGES
from han.messages.catalogue import Entry
from tui.scenes import GAMES, finished, set_up, whole_game

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


def told(event: Event, after: Public | None = None, lang: str = "en") -> str:
    """What is said of an event, by itself on an empty board."""
    after = after or set_up(CHINA, {})
    return render(tell_events([event], after)[0], after.game.map, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_is_told(kind: type[Event], lang: str) -> None:
    board = set_up(CHINA, {0: ["wei-1"]}, {"wei": [1], "chin": [1]})
    assert is_sentence(told(EXAMPLES[kind], board, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_whole_games_are_told(game: Game, lang: str) -> None:
    for step in whole_game(game):
        for seen in (step.events, [event.seen_by(None) for event in step.events]):
            texts = [render(one, game.map, lang) for one in tell_events(seen, step.after)]
            assert texts[:1] != [""]
            assert all(is_sentence(text) for text in texts if text)


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
        ("H qi-2 Y", "Blue plays a yellow card and builds a house on the port space Qi 2."),
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
    assert told(events.PiecePlaced(0, Action(action))) == sentence


def test_market_places_and_districts() -> None:
    placed = events.PiecePlaced(4, Action("M gardens-2 GG"))
    assert told(placed, set_up(CITY, {}), "de") == (
        "Gelb spielt 2 grüne Karten und setzt einen Marktplatz mit einem Abgesandten auf Gärten 2."
    )


def test_example_4_explains_the_ranks() -> None:
    houses = {1: ["wei-1", "wei-2", "wei-3", "wei-4"], 3: ["wei-5", "wei-chin"], 0: ["wei-han"]}
    after = set_up(CHINA, houses)
    assert told(events.ProvinceScored("wei", (2, 7, 0, 4)), after) == (
        "House scoring in Wei. Green has the most with 4 houses and scores 7 points, one for each"
        " house there. Red has 2 houses and scores 4 points, one for each house Green has. Blue has"
        " 1 house and scores 2 points, one for each house Red has."
    )


def test_example_5_explains_a_tie() -> None:
    after = set_up(CHINA, {3: ["qi-1", "qi-2"], 2: ["qi-3", "yan-qi"], 0: ["qi-wu"]})
    assert told(events.ProvinceScored("qi", (2, 0, 5, 5)), after) == (
        "House scoring in Qi. Violet and Red are tied for the most with 2 houses each and score"
        " 5 points each, one for each house there. Blue has 1 house and scores 2 points, one for"
        " each house Violet or Red has."
    )


def test_a_tie_in_which_one_is_fortified() -> None:
    after = set_up(CHINA, {0: ["qi-1"], 1: ["qi-2"]}, markers={1: ["qi-2"]})
    assert told(events.ProvinceScored("qi", (2, 4, 0, 0)), after) == (
        "House scoring in Qi. Blue is tied for the most with 1 house and scores 2 points, one for"
        " each house there. Green is tied for the most with 1 house and scores 4 points, one for"
        " each house there, doubled by the fortification."
    )


def test_a_fortification_is_named_where_it_doubles() -> None:
    after = set_up(CHINA, {0: ["qi-1"]}, markers={0: ["qi-1"]})
    assert told(events.ProvinceScored("qi", (2, 0, 0, 0)), after) == (
        "House scoring in Qi. Blue has the most with 1 house and scores 2 points, one for each"
        " house there, doubled by the fortification."
    )


def test_a_market_place_doubles_nothing() -> None:
    after = set_up(CITY, {0: ["palace-1"]}, markers={0: ["palace-2"]})
    assert told(events.ProvinceScored("palace", (1, 0, 0, 0)), after) == (
        "House scoring in Palace. Blue has the most with 1 house and scores 1 point, one for each"
        " house there."
    )


def test_a_province_without_houses_scores_nobody() -> None:
    assert told(events.ProvinceScored("qi", (0, 0, 0, 0)), set_up(CHINA, {})) == (
        "House scoring in Qi: there are no houses, so nobody scores."
    )


def test_example_6_explains_alliances() -> None:
    emissaries = {"wei": [1, 0, 0, 1], "chin": [2, 1, 0, 1], "shu": [1, 0, 2, 0]}
    after = set_up(CHINA, {}, emissaries)
    assert told(events.AllianceScored(3, ("wei", "chin"), (6, 0, 0, 0)), after) == (
        f"Alliance 3, Wei and {CHIN}: Blue has the majority in both and scores 6 points, one for"
        " each emissary there (2 + 4)."
    )
    assert told(events.AllianceScored(4, ("chin", "shu"), (0, 0, 0, 0)), after) == (
        f"Alliance 4, {CHIN} and Shu: nobody has the majority in both ({CHIN}: Blue; Shu: Violet)."
    )
    assert told(events.AllianceScored(5, ("shu", "chu"), (0, 0, 0, 0)), after) == (
        "Alliance 5, Shu and Chu: nobody has the majority in both (Shu: Violet; Chu: nobody)."
    )
    assert told(events.AllianceScored(7, ("wu", "qi"), (0, 0, 0, 0)), after) == (
        "Alliance 7, Wu and Qi: there are no emissaries."
    )


def test_several_seats_can_hold_an_alliance() -> None:
    after = set_up(CHINA, {}, {"wei": [1, 1], "chin": [1, 1]})
    assert told(events.AllianceScored(3, ("wei", "chin"), (4, 4, 0, 0)), after) == (
        f"Alliance 3, Wei and {CHIN}: Blue and Green have the majority in both and score 4 points"
        " each, one for each emissary there (2 + 2)."
    )


def test_rows_say_their_length_and_what_doubles_them() -> None:
    row = events.RowScored(0, ("chin-4", "chin-5", "shu-1", "shu-2", "shu-4"), 5)
    assert told(row) == f"Blue has a row of 5 houses ({CHIN} and Shu) and scores 5 points."
    doubled = events.RowScored(0, row.spaces, 10)
    assert told(doubled).endswith("scores 10 points, doubled by the fortification.")


def test_example_8_explains_the_ports() -> None:
    after = set_up(CHINA, {0: ["yan-3", "yan-4", "qi-2", "qi-3"], 1: ["wu-2", "wu-4", "wei-1"]})
    assert told(events.PortsScored((6, 4, 0, 0)), after) == (
        "Port scoring. Blue has the most with 4 houses and scores 6 points, one for each house"
        " there. Green has 2 houses and scores 4 points, one for each house Blue has."
    )


def test_plurals() -> None:
    assert told(events.PileReshuffled(1), lang="fr").endswith("la nouvelle pioche.")
    assert "21 cartes" in told(events.PileReshuffled(21), lang="fr")
    assert told(events.CardDrawn(0, "??"), lang="it") == "Blu pesca 2 carte dal mazzo."
    assert told(events.CardDrawn(0, "?"), lang="it") == "Blu pesca una carta dal mazzo."
    assert cards_phrase("RRO", "de") == "eine orange Karte und 2 rote Karten"


def test_an_unseen_card_is_not_named() -> None:
    drawn = events.CardDrawn(1, "R")
    assert told(drawn) == "Green draws a red card from the pile."
    assert told(drawn.seen_by(0)) == "Green draws a card from the pile."


def test_cards_that_follow_each_other_are_told_together() -> None:
    happened: list[Event] = [
        events.CardTaken(0, "R"),
        events.CardTaken(0, "G"),
        events.CardDrawn(0, "?"),
        events.CardDrawn(0, "?"),
        events.PileReshuffled(3),
        events.CardDrawn(0, "?"),
        events.DisplayRefilled("V"),
        events.DisplayRefilled("V"),
    ]
    texts = [render(one, CHINA.map, "en") for one in tell_events(happened, set_up(CHINA, {}))]
    assert texts == [
        "Blue takes a green card and a red card from the display.",
        "",
        "Blue draws 2 cards from the pile.",
        "",
        "The pile is used up: the 3 discarded cards are shuffled to form a new pile.",
        "Blue draws a card from the pile.",
        "The display is refilled with 2 violet cards.",
        "",
    ]


def test_cards_of_different_seats_are_told_apart() -> None:
    happened = [events.CardTaken(0, "R"), events.CardTaken(1, "R")]
    assert all(tell_events(happened, set_up(CHINA, {})))


def test_lists_in_words() -> None:
    assert join([], "en") == ""
    assert join(["a"], "en") == "a"
    assert join(["a", "b", "c"], "en") == "a, b and c"
    assert join(["a", "b"], "de", "or") == "a oder b"


def test_lengths_of_time() -> None:
    assert [duration(ms) for ms in (0, 1, 20_001, 125_000, 3_600_000)] == [
        "0:00",
        "0:01",
        "0:21",
        "2:05",
        "1:00:00",
    ]


def test_players_are_called_by_their_names_where_they_are_known() -> None:
    told = tell_events([events.EmissariesJoined("chu", (0, 1, 0, 2))], set_up(CHINA, {}))[0]
    named = Wording(CHINA.map, "en", ["Ann", "Ben", "Cy", "Di"]).render(told)
    assert ("Ben 1, Di 2" in named, "Green" in named) == (True, False)
    assert "Green 1, Red 2" in render(told, CHINA.map, "en")


def test_spaces_are_called_by_their_province() -> None:
    assert space_names(CHINA.map, "wei-1")["en"] == "Wei 1"
    assert space_names(CHINA.map, "wei-han")["en"] == "Wei/Han"
    assert space_names(CITY.map, "palace-6")["de"] == "Palast 6"


@pytest.mark.parametrize(
    ("totals", "pieces", "sentence"),
    [
        ((30, 41, 22), (9, 0, 3), "Green wins with 41 points and is the new Emperor."),
        (
            (41, 41, 22),
            (9, 8, 30),
            "Blue and Green have 41 points each; Blue has more pieces left in the supply (9) and"
            " wins.",
        ),
        (
            (41, 41, 22),
            (9, 9, 3),
            "Blue and Green have 41 points each; Blue and Green have the same number of pieces"
            " left in the supply (9) and share the win.",
        ),
    ],
    ids=["clear", "supply", "shared"],
)
def test_the_win_is_explained(
    totals: tuple[int, ...], pieces: tuple[int, ...], sentence: str
) -> None:
    after = finished(CHINA, totals, pieces)
    assert render(tell_result(after), CHINA.map, "en") == sentence
    for lang in LANGUAGES:
        assert is_sentence(render(tell_result(after), CHINA.map, lang))


def test_before_the_end_nobody_has_won() -> None:
    assert tell_result(set_up(CHINA, {})) == ()
