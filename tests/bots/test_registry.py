"""Bots by their specs: ours, those of installed packages, and line-ups of them."""

from pathlib import Path

import pytest

from han.bots.errors import SpecError, UnknownBotError
from han.bots.registry import bot_names, make_bot, make_line_up, own_bot_names
from han.engine.game import Game
from han.play.match import play_match
from han.records.replay import verify

PACKAGE = '''
class FirstBot:
    """Takes the first action there is."""

    def __init__(self, depth="1"):
        self.spec = f"first:depth={depth}"

    def choose(self, view, chance):
        return view.legal_actions[0]


def failing():
    raise RuntimeError("the moon is not full.")


def nothing():
    return object()


def masked():
    return FirstBot()


def greedy():
    return FirstBot("greedy's name is taken")
'''

ENTRY_POINTS = """
[han.bots]
First = first_bots:FirstBot
failing = first_bots:failing
nothing = first_bots:nothing
masked = first_bots:masked
missing = first_bots:no_such_function
gone = no_such_module:make
greedy = first_bots:greedy
exec = first_bots:greedy

[other.group]
elsewhere = first_bots:FirstBot
"""


def install(folder: Path) -> Path:
    """A package in a folder, with what an installer writes about it."""
    about = folder / "first_bots-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "first_bots.py").write_text(PACKAGE, "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: first-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


@pytest.fixture
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(install(tmp_path)))


installed = pytest.mark.usefixtures("_installed")


def test_our_own_bots_come_first() -> None:
    assert bot_names()[:2] == ("random", "greedy")
    assert [make_bot(name).spec for name in ("random", "Greedy", " GREEDY ")] == [
        "random",
        "greedy",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("chess", "There is no bot “chess”; choose one of random, greedy, "),
        ("chess:depth=3", "There is no bot “chess:depth=3”; choose one of random, greedy, "),
        ("greedy:depth=3", "greedy takes no parameters; leave out “depth”."),
        ("random:", "“” is not a parameter of random"),
        ("exec", "“exec:” does not name a program: write exec: followed by the command."),
        ("exec: ms=200 ", "“exec:ms=200” does not name a program"),
        ("exec:'never closed", "“exec:'never closed” does not name a program"),
        ("exec:ms=soon cat", "The parameter “ms” must be a whole number, not “soon”."),
        ("exec:ms=0 cat", "The parameter “ms” must be at least 1, not 0."),
        ("exec:ms= cat", "The parameter “ms” of exec has no value."),
        ("exec:ms=1 ms=2 cat", "The parameter “ms” of exec is given twice."),
        ("exec:no-such-program", "The program “no-such-program” does not exist or cannot be run."),
        ("exec:./pyproject.toml", "The program “./pyproject.toml” does not exist or cannot be"),
    ],
)
def test_a_spec_of_no_bot(spec: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_bot(spec)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("specs", ["chess", "", "greedy,", "greedy,random", "greedy," * 4])
def test_a_line_up_that_does_not_fit_is_refused(specs: str) -> None:
    with pytest.raises(UnknownBotError):
        make_line_up(specs, 4)


def test_one_spec_serves_all_seats() -> None:
    assert [bot.spec for bot in make_line_up("greedy", 3)] == ["greedy"] * 3
    assert [bot.spec for bot in make_line_up("greedy, random", 2)] == ["greedy", "random"]


def test_seats_do_not_share_a_bot() -> None:
    one, other = make_line_up("exec:cat", 2)
    assert one is not other


@installed
def test_installed_bots_are_listed_after_ours_and_none_twice() -> None:
    names = bot_names()
    ours = own_bot_names()
    assert names[: len(ours)] == ours
    theirs = ["first", "failing", "nothing", "masked", "missing", "gone"]
    assert [name for name in names if name in theirs] == theirs
    assert names.count("greedy") == 1
    assert "exec" not in names
    assert "elsewhere" not in names


@installed
def test_an_installed_bot_plays() -> None:
    assert make_bot("first").spec == "first:depth=1"
    line_up = make_line_up("FIRST:depth=3,greedy", 2)
    match = play_match(Game("ways-of-diplomacy", 2), line_up, seed=1)
    assert match.record.meta["bots"] == ["first:depth=3", "greedy"]
    assert verify(match.record) == match.position


@installed
def test_our_names_win() -> None:
    assert make_bot("greedy").spec == "greedy"
    with pytest.raises(SpecError, match="does not name a program"):
        make_bot("exec")


@installed
@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("failing", "RuntimeError: the moon is not full."),
        ("nothing", "TypeError: object has no choose(view, chance)."),
        ("masked", "ValueError: its spec 'first:depth=1' does not begin with 'masked'."),
        ("missing", "AttributeError: module 'first_bots' has no attribute 'no_such_function'."),
        ("gone", "ModuleNotFoundError: No module named 'no_such_module'."),
        ("first:width=3", "TypeError: FirstBot.__init__() got an unexpected keyword argument"),
    ],
)
def test_a_package_that_fails_is_named(spec: str, fault: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_bot(spec)
    name = spec.partition(":")[0]
    begin = f"The bot {name} from the package first-bots cannot be created: {fault}"
    assert str(caught.value).startswith(begin)
