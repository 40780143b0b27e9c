"""Specs: names, parameters, lists of them, and what is said about bad ones."""

import pytest

from han.bots.errors import SpecError, UnknownBotError
from han.bots.spec import check_keys, parse_spec, read_whole, split_specs
from han.messages import LANGUAGES


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ["greedy"]),
        ("greedy, random", ["greedy", "random"]),
        ("mcts:sims=100,ms=50,greedy", ["mcts:sims=100,ms=50", "greedy"]),
        ("greedy,mcts:sims=100, ms=50 ,mcts:ms=7", ["greedy", "mcts:sims=100,ms=50", "mcts:ms=7"]),
        ("exec:ms=200 ./bot --x=1,greedy", ["exec:ms=200 ./bot --x=1", "greedy"]),
        ("", [""]),
        ("greedy,", ["greedy", ""]),
        ("sims=1,greedy", ["sims=1", "greedy"]),
    ],
)
def test_a_parameter_belongs_to_the_spec_before_it(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize(
    ("text", "name", "parameters"),
    [
        ("greedy", "greedy", {}),
        (" Chancellor ", "chancellor", {}),
        ("MCTS:Sims=2000", "mcts", {"sims": "2000"}),
        ("mcts: sims = 5 , ms=7", "mcts", {"sims": "5", "ms": "7"}),
        ("own:file=a:b=c", "own", {"file": "a:b=c"}),
    ],
)
def test_a_spec_is_a_name_with_parameters(text: str, name: str, parameters: dict[str, str]) -> None:
    spec = parse_spec(text)
    assert (spec.name, spec.parameters) == (name, parameters)
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“” does not start with the name of a bot."),
        (":sims=3", "“:sims=3” does not start with the name of a bot."),
        ("mcts:", "“” is not a parameter of mcts: a parameter looks like sims=500."),
        ("mcts:2000", "“2000” is not a parameter of mcts: a parameter looks like sims=500."),
        ("mcts:=3", "“=3” is not a parameter of mcts: a parameter looks like sims=500."),
        ("mcts:sims=", "The parameter “sims” of mcts has no value."),
        ("mcts:sims=1,SIMS=2", "The parameter “sims” of mcts is given twice."),
    ],
)
def test_a_spec_that_means_nothing(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(text)
    assert str(caught.value) == sentence
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_missing_name_is_an_unknown_bot() -> None:
    with pytest.raises(UnknownBotError):
        parse_spec("")


def test_parameters_that_a_bot_does_not_have() -> None:
    check_keys("mcts", {"sims": "1", "ms": "2"}, ["sims", "ms"])
    check_keys("greedy", {})
    with pytest.raises(SpecError, match=r"^mcts has no parameter “depth”; it has sims, ms\.$"):
        check_keys("mcts", {"sims": "1", "depth": "2"}, ["sims", "ms"])
    with pytest.raises(SpecError, match=r"^greedy takes no parameters; leave out “sims”"):
        check_keys("greedy", {"sims": "1"})


def test_a_whole_number_between_limits() -> None:
    assert read_whole({"sims": "1"}, "sims", 500, least=1, most=9) == 1
    assert read_whole({"sims": "9"}, "sims", 500, least=1, most=9) == 9
    assert read_whole({"ms": "9"}, "sims", 500, least=1, most=9) == 500
    assert read_whole({}, "sims", None, least=1, most=9) is None


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("many", "The parameter “sims” must be a whole number, not “many”."),
        ("2.5", "The parameter “sims” must be a whole number, not “2.5”."),
        ("1_000", "The parameter “sims” must be a whole number, not “1_000”."),
        ("٣", "The parameter “sims” must be a whole number, not “٣”."),
        ("-3", "The parameter “sims” must be at least 1, not -3."),
        ("0", "The parameter “sims” must be at least 1, not 0."),
        ("10", "The parameter “sims” must be at most 9, not 10."),
        ("9" * 50, f"The parameter “sims” must be at most 9, not {'9' * 50}."),
    ],
)
def test_a_number_that_makes_no_sense(value: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_whole({"sims": value}, "sims", 500, least=1, most=9)
    assert str(caught.value) == sentence
