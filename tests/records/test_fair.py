"""Fair cards: the documentation's checker agrees, and every manipulation is detected."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from han.bots.registry import make_line_up
from han.engine.chance import Chance
from han.engine.game import Game
from han.messages import LANGUAGES
from han.notation.cards import LETTERS
from han.records.errors import RecordMismatchError
from han.records.fair import (
    LONGEST_SALT,
    SEED_BYTES,
    FairCards,
    SaltOrigin,
    UnfairCardsError,
    cards_before,
    claims_fair,
    commitment,
    is_salt,
    new_seed,
    salt_origins,
)
from han.records.parse import parse_record
from han.records.record import Record, format_record
from han.records.recorder import Recorder
from han.records.replay import check_shown, verify
from records.documented import check
from tables import SOME_GAMES

BOTS = ("random", "greedy")
SALTS = ["salt", "", "盐", 'a "quoted" \\ text', "\t\x1f\u2028é/<&>"]
KINDS = [(game, bots) for game in SOME_GAMES for bots in BOTS]

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]!r}-{kind[1]}")
any_kind = st.sampled_from(KINDS)
any_salt = st.text(st.characters(exclude_categories=["Cs"]), max_size=LONGEST_SALT)


def play(game: Game, bots: str, cards: FairCards, start: int | None = None) -> Record:
    """A whole game with these cards."""
    line_up = make_line_up(bots, game.players)
    position = cards.deal(game, start)
    recorder = Recorder(position, {"fair": cards.meta(start_drawn=start is None)})
    drawn = count(cards_before(game))
    for moment in count():
        if position.is_over:
            break
        if position.is_chance:
            action = cards.outcome(position, next(drawn))
        else:
            chance = Chance(cards.bot_seed(position.turn, moment))
            action = line_up[position.turn].choose(position.view(position.turn), chance)
        position, events = position.play(action)
        recorder.add(action, position, events)
    return recorder.record()


@cache
def text_of(kind: tuple[Game, str]) -> str:
    """The record of a fair game; each kind has a seed of its own."""
    game, bots = kind
    seed = bytes([KINDS.index(kind)]) * SEED_BYTES
    return format_record(play(game, bots, FairCards(seed, SALTS[: game.players])))


def data_of(kind: tuple[Game, str]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text_of(kind))
    return data


def record_of(data: dict[str, Any]) -> Record:
    return parse_record(json.dumps(data))


def line_with(data: dict[str, Any], start: str) -> int:
    lines = format_record(record_of(data)).split("\n")
    return 1 + next(n for n, line in enumerate(lines) if line.strip().startswith(start))


def fault_of(data: dict[str, Any]) -> RecordMismatchError:
    """Why a record is not true."""
    with pytest.raises(RecordMismatchError) as caught:
        verify(record_of(data))
    return caught.value


def unfair(data: dict[str, Any]) -> UnfairCardsError:
    """Why its cards are not the seed's; the documented program finds a fault too."""
    fault = fault_of(data)
    assert isinstance(fault, UnfairCardsError)
    with pytest.raises(AssertionError):
        check(data)
    return fault


# Honest games.


@every_kind
def test_a_fair_game_is_true(kind: tuple[Game, str]) -> None:
    record = parse_record(text_of(kind))
    assert claims_fair(record)
    assert verify(record).is_over
    check(data_of(kind))


def test_the_games_use_the_pile_up_and_draw_different_start_players() -> None:
    assert all("~" in text_of(kind) for kind in KINDS)
    assert len({data_of(kind)["start"] for kind in KINDS}) >= 4


@given(any_kind, st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES), st.data())
@settings(max_examples=40, deadline=None)
def test_the_deal_agrees_for_all_seeds_and_salts(
    kind: tuple[Game, str], seed: bytes, data: st.DataObject
) -> None:
    game, _ = kind
    salts = data.draw(st.lists(any_salt, min_size=game.players, max_size=game.players))
    start = data.draw(st.none() | st.integers(0, game.players - 1))
    cards = FairCards(seed, salts)
    first = cards.deal(game, start)
    assert first.start == start or start is None
    record = Recorder(first, {"fair": cards.meta(start_drawn=start is None)}).record()
    assert verify(record) == first
    check(json.loads(format_record(record)))


def test_a_named_start_player_is_kept() -> None:
    game = Game("ways-of-diplomacy", 2)
    for start in range(2):
        record = play(game, "greedy", FairCards(bytes(SEED_BYTES), ["a", "b"]), start)
        assert record.start == start
        assert verify(record).is_over


@given(any_kind, st.data())
@settings(max_examples=20, deadline=None)
def test_an_unfinished_game_that_tells_its_seed_is_checked(
    kind: tuple[Game, str], data: st.DataObject
) -> None:
    told = data_of(kind)
    told["turns"] = told["turns"][: data.draw(st.integers(0, len(told["turns"]) - 1))]
    told["result"] = None
    assert not verify(record_of(told)).is_over
    check(told)


def test_cards_are_known_by_their_number_however_often_one_goes_back() -> None:
    game = Game("border-disputes", 3)
    cards, again = (FairCards(bytes(SEED_BYTES), SALTS[:3]) for _ in range(2))
    position, _ = cards.deal(game).play(f"X {cards.deal(game).hands[cards.start(3)][0]}")
    due, _ = position.play("*")
    first = [cards.outcome(due, n) for n in range(200)]
    assert [again.outcome(due, n) for n in reversed(range(200))] == first[::-1]
    assert {action.kind for action in first} == {"*"}
    with pytest.raises(ValueError, match="only where chance is due"):
        cards.outcome(position, 13)


# Cheats.


class Sharper(FairCards):
    """A server that gives another card than it should, once, and is honest otherwise."""

    def __init__(self, seed: bytes, salts: list[str], when: int, what: int) -> None:
        super().__init__(seed, salts)
        self._when, self._what = when, what

    def card(self, n: int, pile: Iterable[int]) -> int:
        counts = list(pile)
        right = super().card(n, counts)
        return self._what if n == self._when and counts[self._what] else right


@pytest.mark.slow
@given(any_kind, st.integers(0, 90), st.integers(0, 4))
@settings(max_examples=30, deadline=None)
def test_one_card_of_the_servers_choice_is_found_out(
    kind: tuple[Game, str], when: int, what: int
) -> None:
    game, bots = kind
    seed, salts = bytes([when]) * SEED_BYTES, SALTS[: game.players]
    record = play(game, bots, Sharper(seed, salts, when, what))
    assume(record != play(game, bots, FairCards(seed, salts)))
    fault = unfair(json.loads(format_record(record)))
    dealt = when < cards_before(game)
    assert (fault.key in ("records.fair_hand", "records.fair_display")) is dealt
    if not dealt:
        assert (fault.key, fault.params["number"]) == ("records.fair_card", when)
        assert fault.params["told"] == LETTERS[what]


def cards_told(data: dict[str, Any]) -> Iterator[tuple[Any, Any, int, str]]:
    """Each card of a record: the place of its text, the letter in it, how its line begins."""
    deal = data["deal"]
    for at in range(len(deal["display"])):
        yield deal, "display", at, '"deal"'
    for seat, hand in enumerate(deal["hands"]):
        for at in range(len(hand)):
            yield deal["hands"], seat, at, '"deal"'
    for turn in data["turns"]:
        for number, atom in enumerate(turn["atoms"]):
            for at in range(1, len(atom) if atom[0] in "*=" else 0):
                yield turn["atoms"], number, at, json.dumps(turn, ensure_ascii=False)


@given(any_kind, st.data())
@settings(max_examples=100, deadline=None)
def test_any_other_card_in_the_file_is_found_at_its_line(
    kind: tuple[Game, str], data: st.DataObject
) -> None:
    told = data_of(kind)
    texts, key, at, start = data.draw(st.sampled_from(list(cards_told(told))))
    line = line_with(told, start)
    text = texts[key]
    letter = data.draw(st.sampled_from([c for c in LETTERS if c != text[at]]))
    texts[key] = text[:at] + letter + text[at + 1 :]
    fault = fault_of(told)
    assert fault.params["line"] == line
    # Where the rules refuse the card, they are asked first.
    assert isinstance(fault, UnfairCardsError) or fault.key == "records.refused"
    with pytest.raises(AssertionError):
        check(told)


@given(any_kind, st.sampled_from(["commitment", "seed"]), st.integers(0, 63), st.data())
@settings(max_examples=60, deadline=None)
def test_any_other_digit_is_found_out(
    kind: tuple[Game, str], name: str, at: int, data: st.DataObject
) -> None:
    told = data_of(kind)
    text = told["meta"]["fair"][name]
    digit = data.draw(st.sampled_from([c for c in "0123456789abcdef" if c != text[at]]))
    told["meta"]["fair"][name] = text[:at] + digit + text[at + 1 :]
    fault = unfair(told)
    assert fault.key == "records.fair_commitment"
    assert fault.params["line"] == line_with(told, '"meta"')


@given(any_kind, st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
@settings(max_examples=30, deadline=None)
def test_another_seed_with_its_own_commitment_is_found_out(
    kind: tuple[Game, str], seed: bytes
) -> None:
    told = data_of(kind)
    assume(seed.hex() != told["meta"]["fair"]["seed"])
    told["meta"]["fair"] |= {"seed": seed.hex(), "commitment": commitment(seed)}
    unfair(told)


@given(any_kind, st.data())
@settings(max_examples=60, deadline=None)
def test_any_other_salt_is_found_out(kind: tuple[Game, str], data: st.DataObject) -> None:
    told = data_of(kind)
    salts = told["meta"]["fair"]["salts"]
    seat = data.draw(st.integers(0, len(salts) - 1))
    other = data.draw(any_salt)
    assume(other != salts[seat])
    salts[seat] = other
    unfair(told)


def test_exchanged_hands_and_salts_are_found_out() -> None:
    for kind in KINDS:
        told = data_of(kind)
        hands = told["deal"]["hands"]
        hands.append(hands.pop(0))
        if len(set(hands)) > 1:
            assert unfair(told).params["line"] == line_with(told, '"deal"')
        told = data_of(kind)
        told["meta"]["fair"]["salts"].reverse()
        unfair(told)


def test_another_start_player_is_found_out() -> None:
    game = Game("border-disputes", 4)
    cards = FairCards(bytes(SEED_BYTES), SALTS[:4])
    drawn = cards.start(4)
    record = play(game, "random", cards, start=(drawn + 1) % 4)
    assert verify(record).is_over
    lie = replace(record, meta={"fair": cards.meta(start_drawn=True)})
    fault = unfair(json.loads(format_record(lie)))
    assert fault.key == "records.fair_start"
    assert str(fault) == (
        f"Line 6: the starting player is seat {(drawn + 1) % 4}, but the seed gives seat {drawn}."
    )


# A server that would like to choose the cards. The person sits on seat 0, the others are bots.


BOTS_GAME = Game("border-disputes", 3)
OWN_SALT = "8f3a"
ORIGINS: tuple[SaltOrigin, ...] = ("own", "bot", "bot")
BOUND = bytes(range(SEED_BYTES))
"""The seed that the person has seen the commitment of."""


def lucky(tries: Iterable[FairCards]) -> FairCards:
    """The first try that gives the person the best hand."""
    return next(cards for cards in tries if cards.deal(BOTS_GAME).hands[0] == "RRR")


def proven(cards: FairCards, origins: Sequence[SaltOrigin] = ORIGINS) -> Record:
    """A whole game with these cards, as the server tells it."""
    record = play(BOTS_GAME, "random", cards)
    return replace(record, meta={"fair": cards.meta(start_drawn=True, origins=origins)})


def test_an_honest_server_passes() -> None:
    record = proven(FairCards(BOUND, [OWN_SALT, "", ""]))
    verify(record)
    check_shown(record, commitment(BOUND), OWN_SALT)
    assert salt_origins(record) == list(ORIGINS)
    check(json.loads(format_record(record)))


def test_another_seed_is_not_what_the_person_was_shown() -> None:
    seeds = (number.to_bytes(SEED_BYTES, "big") for number in count())
    record = proven(lucky(FairCards(seed, [OWN_SALT, "", ""]) for seed in seeds))
    verify(record)  # on its own it is faultless
    with pytest.raises(UnfairCardsError) as caught:
        check_shown(record, commitment(BOUND), OWN_SALT)
    assert caught.value.key == "records.fair_other_commitment"


def test_another_salt_in_the_persons_place_is_not_theirs() -> None:
    record = proven(lucky(FairCards(BOUND, [str(number), "", ""]) for number in count()))
    verify(record)
    with pytest.raises(UnfairCardsError) as caught:
        check_shown(record, commitment(BOUND), OWN_SALT)
    assert caught.value.key == "records.fair_salt_missing"


def test_a_salt_for_a_bot_is_found_out() -> None:
    cards = lucky(FairCards(BOUND, [OWN_SALT, str(number), ""]) for number in count())
    fault = unfair(json.loads(format_record(proven(cards))))
    assert (fault.key, fault.params["seat"]) == ("records.fair_origin", 1)


def test_a_salt_that_was_left_out_is_found_out() -> None:
    cards = FairCards(BOUND, ["", "", ""])
    fault = unfair(json.loads(format_record(proven(cards))))
    assert (fault.key, fault.params["seat"]) == ("records.fair_origin", 0)
    record = proven(cards, ("none", "bot", "bot"))
    verify(record)
    with pytest.raises(UnfairCardsError):
        check_shown(record, commitment(BOUND), OWN_SALT)


@pytest.mark.parametrize("meta", [{}, {"fair": 3}, {"fair": {"salts": 3}}])
def test_what_tells_nothing_is_not_what_was_shown(meta: dict[str, Any]) -> None:
    record = replace(proven(FairCards(BOUND, [OWN_SALT, "", ""])), meta=meta)
    check_shown(record, "", "")
    for shown in ((commitment(BOUND), ""), ("", OWN_SALT)):
        with pytest.raises(UnfairCardsError):
            check_shown(record, *shown)


# What a record tells.


FAIR = data_of(KINDS[0])["meta"]["fair"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", None),
        ("seed", ""),
        ("seed", 7),
        ("seed", FAIR["seed"][:-2]),
        ("seed", FAIR["seed"] + "00"),
        ("seed", " " + FAIR["seed"][1:]),
        ("commitment", None),
        ("commitment", FAIR["commitment"].upper()),
        ("salts", None),
        ("salts", "abc"),
        ("salts", FAIR["salts"][:-1]),
        ("salts", [*FAIR["salts"], ""]),
        ("salts", [1, 2, 3]),
        ("salts", ["", "", "x" * (LONGEST_SALT + 1)]),
        ("start_drawn", None),
        ("start_drawn", 1),
        ("origins", None),
        ("origins", "own"),
        ("origins", ["own", "bot"]),
        ("origins", ["own", "none", "somebody"]),
        ("origins", ["own", "none", ["own"]]),
        ("origins", ["shared", "none", "bot"]),
        ("fair", 3),
    ],
)
def test_a_wrong_shape_is_found_at_its_line(name: str, value: object) -> None:
    told = data_of(KINDS[0])
    (told["meta"] if name == "fair" else told["meta"]["fair"])[name] = value
    fault = fault_of(told)
    assert isinstance(fault, UnfairCardsError)
    assert fault.key == "records.fair_value"
    assert fault.params == {"line": line_with(told, '"meta"'), "name": name}


@pytest.mark.parametrize("name", ["commitment", "salts", "start_drawn"])
def test_with_the_seed_everything_is_told(name: str) -> None:
    told = data_of(KINDS[0])
    del told["meta"]["fair"][name]
    assert fault_of(told).params["name"] == name


def test_without_the_seed_nothing_is_checked() -> None:
    told = data_of(KINDS[0])
    told["meta"]["fair"] = {"commitment": "0" * 64}
    record = record_of(told)
    assert not claims_fair(record)
    assert verify(record).is_over


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fault_names_the_card_in_every_language(lang: str) -> None:
    told = data_of(KINDS[1])
    turn = next(turn for turn in told["turns"] if turn["atoms"][-1][0] == "=")
    right = turn["atoms"][-1]
    turn["atoms"][-1] = right[:-1] + ("G" if right[-1] != "G" else "Y")
    fault = unfair(told)
    assert fault.params["right"] == right[-1]
    text = fault.text(lang)
    for name in ("line", "number", "told", "right"):
        assert re.search(rf"\b{fault.params[name]}\b", text), name


@given(any_salt)
@settings(deadline=None)
def test_any_short_text_is_a_salt(text: str) -> None:
    assert is_salt(text)
    assert FairCards(new_seed(), [text, ""]).start(2) in (0, 1)


@pytest.mark.parametrize("text", ["x" * (LONGEST_SALT + 1), "half \udc00", "\ud83d"])
def test_other_texts_are_no_salts(text: str) -> None:
    assert not is_salt(text)


def test_seeds_are_new() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}


# Chance. The seeds are fixed, so these tests always give the same.


def chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(found) <= set(expected)
    return sum((found[key] - number) ** 2 / number for key, number in expected.items())


DRAWS = 20_000
PILE = (10, 11, 11, 12, 13)
ONE_IN_A_THOUSAND = {4: 18.47, 24: 51.18}
"""What chi-square exceeds so rarely, by degrees of freedom."""


def seeds(number: int) -> Iterator[FairCards]:
    return (FairCards(n.to_bytes(SEED_BYTES, "big"), ["", ""]) for n in range(number))


def test_cards_of_one_game_come_as_often_as_they_should() -> None:
    cards = FairCards(bytes(SEED_BYTES), ["a", "b"])
    found = Counter(cards.card(n, PILE) for n in range(DRAWS))
    expected = {colour: DRAWS * number / 57 for colour, number in enumerate(PILE)}
    assert chi_square(found, expected) < ONE_IN_A_THOUSAND[4]


def test_a_card_of_many_games_comes_as_often_as_it_should() -> None:
    found = Counter(cards.card(20, PILE) for cards in seeds(DRAWS))
    expected = {colour: DRAWS * number / 57 for colour, number in enumerate(PILE)}
    assert chi_square(found, expected) < ONE_IN_A_THOUSAND[4]


def test_a_card_says_nothing_about_the_next() -> None:
    found = Counter((cards.card(0, PILE), cards.card(1, PILE)) for cards in seeds(DRAWS))
    expected = {(a, b): DRAWS * PILE[a] * PILE[b] / 57**2 for a in range(5) for b in range(5)}
    assert chi_square(found, expected) < ONE_IN_A_THOUSAND[24]


def test_every_seat_starts_as_often() -> None:
    found = Counter(cards.start(5) for cards in seeds(DRAWS))
    assert chi_square(found, dict.fromkeys(range(5), DRAWS / 5)) < ONE_IN_A_THOUSAND[4]


def test_seeds_of_bots_are_64_random_bits() -> None:
    cards = FairCards(bytes(SEED_BYTES), ["", ""])
    found = [cards.bot_seed(seat, moment) for seat in range(5) for moment in range(1000)]
    assert len(set(found)) == len(found)
    for bit in range(64):
        ones = sum(seed >> bit & 1 for seed in found)
        assert abs(ones - 2500) < 175, bit  # five times the standard deviation
