"""Programs as bots: real ones, good and bad. None of them can stop a game."""

import gc
import os
import shlex
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from han.bots.errors import BotFaultError
from han.bots.program import ProgramBot
from han.bots.registry import make_bot
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.play.series import play_singly
from han.records.parse import parse_record
from han.records.record import Record, format_record
from han.records.replay import verify
from processes import is_alive
from waiting import HUNG_S, wait_until

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
GAME = Game("ways-of-diplomacy", 2)
TIMEOUT_MS = round(1000 * HUNG_S)
"""For programs that answer: however slow the machine is, they are not late."""

PROGRAM = """
import json, os, random, signal, sys

with open({pids!r}, "a") as pids:
    print(os.getpid(), file=pids)

def say(message):
    print(json.dumps(message), flush=True)

{at_start}
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({{"type": "hello", "name": "test program"}})
    elif message["type"] == "choose":
        asked += 1
        dice = random.Random(message["seed"])
        action = dice.choice(message["legal"])
        answer = {{"type": "action", "id": message["id"], "action": action}}
{at_choice}
        say(answer)
    else:
        break
{at_end}
"""


@dataclass
class Program:
    """A program in a file that writes down the id of each of its processes."""

    file: Path
    pids: Path

    def spec(self, ms: int = TIMEOUT_MS) -> str:
        return f"exec:ms={ms} {shlex.quote(sys.executable)} {shlex.quote(str(self.file))}"

    @property
    def processes(self) -> list[int]:
        return [int(pid) for pid in self.pids.read_text().split()] if self.pids.exists() else []

    @property
    def running(self) -> list[int]:
        """Those that have not ended, or that nobody has waited for."""
        return [pid for pid in self.processes if exists(pid)]


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def write_program(
    folder: Path, at_choice: str = "", *, at_start: str = "", at_end: str = ""
) -> Program:
    program = Program(folder / "program.py", folder / "pids")
    program.file.write_text(
        PROGRAM.format(
            pids=str(program.pids),
            at_start=at_start,
            at_choice=textwrap.indent(at_choice, " " * 8),
            at_end=at_end,
        )
    )
    return program


def play(spec: str, seed: int = 1) -> tuple[Position, Record, list[str]]:
    """A game between a program and a greedy bot; how it ended, its record, the reports."""
    reports: list[str] = []
    ((position, record),) = play_singly(
        GAME, [spec, "greedy"], 1, seed, lambda fault: reports.append(fault.text())
    )
    return position, record, reports


def first_view() -> View:
    position = GAME.deal(3)
    return position.view(position.turn)


# Good programs.


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    program = write_program(tmp_path)
    position, record, reports = play(program.spec())
    assert position.is_over
    assert verify(record) == position
    assert record.meta["bots"] == [program.spec(), "greedy"]
    assert "faults" not in record.meta
    assert reports == []
    assert len(program.processes) == 1
    assert program.running == []


def test_a_program_that_uses_the_seed_plays_the_same_game_again(tmp_path: Path) -> None:
    spec = write_program(tmp_path).spec()
    assert play(spec)[1] == play(spec)[1]
    assert play(spec)[0] != play(spec, seed=2)[0]


def test_the_example_plays_and_beats_random() -> None:
    """A first bot should already win more than its half against random ones."""
    spec = f"exec:ms={TIMEOUT_MS} {shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    wins = 0
    for position, record in play_singly(GAME, [spec, "random"], 10, seed=2):
        assert position.result is not None
        assert "faults" not in record.meta
        wins += position.result.winners == (0,)
    assert wins >= 7


def test_the_example_is_short_and_needs_nothing() -> None:
    text = EXAMPLE.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == ["import json", "import random", "import sys"]


def test_answers_of_before_are_ignored(tmp_path: Path) -> None:
    late = 'say({"type": "action", "id": message["id"] - 1, "action": "H nowhere-1 R"})'
    position, _, reports = play(write_program(tmp_path, late).spec())
    assert position.is_over
    assert reports == []


def test_a_program_is_told_of_another_game(tmp_path: Path) -> None:
    program = write_program(tmp_path)
    bot = make_bot(program.spec())
    for map_id, players in (("ways-of-diplomacy", 2), ("border-disputes", 5)):
        position = Game(map_id, players).deal(1)
        for _ in range(2):
            choice = bot.choose(position.view(position.turn), Chance(1))
            assert choice in position.legal_actions
    assert len(program.processes) == 2
    assert isinstance(bot, ProgramBot)
    bot.close()
    bot.close()
    assert program.running == []


def test_a_forgotten_program_is_ended(tmp_path: Path) -> None:
    program = write_program(tmp_path)
    bot = make_bot(program.spec())
    bot.choose(first_view(), Chance(1))
    assert len(program.running) == 1
    del bot
    gc.collect()
    assert program.running == []


@pytest.mark.slow
def test_a_program_is_ended_with_python(tmp_path: Path) -> None:
    """A process that plays and leaves without closing anything."""
    program = write_program(tmp_path)
    code = (
        "from han.bots.registry import make_bot; from han.engine.chance import Chance; "
        "from han.engine.game import Game; position = Game('ways-of-diplomacy', 2).deal(3); "
        f"bot = make_bot({program.spec()!r}); bot.choose(position.view(position.turn), Chance(1))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(program.processes) == 1
    assert program.running == []


# Bad programs.

FLOOD = 'while True: print("x" * 1000)'
OLD_ANSWERS = 'while True: say({"type": "action", "id": 0, "action": "."})'

FAULTY = {
    "a crash": ("1 / 0", "test program ended without an answer (exit status 1). Last output: “"),
    "a crash in the middle": ("if asked == 7: 1 / 0", "ZeroDivisionError: division by zero”."),
    "a quiet exit": ("sys.exit(3)", "test program ended without an answer (exit status 3)."),
    "a killed program": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        "test program ended without an answer (exit status -9).",
    ),
    "no JSON": (
        'print("I build a house.", flush=True)',
        "gave an invalid answer: “I build a house.”.",
    ),
    "no object": ("answer = []", "gave an invalid answer: “[]”."),
    "no UTF-8": (r'sys.stdout.buffer.write(b"\xff\n")', "gave an invalid answer: “\ufffd”."),
    "brackets without end": ('print("[" * 100000, flush=True)', "gave an invalid answer: “[[[["),
    "another type": ('answer["type"] = "move"', "gave an invalid answer: “{"),
    "a question of the future": ('answer["id"] += 1', "gave an invalid answer: “{"),
    "an id that is no number": ('answer["id"] = True', "gave an invalid answer: “{"),
    "no id": ('del answer["id"]', "gave an invalid answer: “{"),
    "no action": ('del answer["action"]', "gave an invalid answer: “{"),
    "an action that is no text": ('answer["action"] = 3', "gave an invalid answer: “{"),
    "an action that means nothing": ('answer["action"] = "move up"', "gave an invalid answer: “{"),
    "a space of no map": ('answer["action"] = "H xyz-1 R"', "“H xyz-1 R” is not legal now."),
    "an illegal action": ('answer["action"] = "=R"', "Its answer “=R” is not legal now."),
    "a flood": (FLOOD, "gave an invalid answer: “xxxx"),
    "a flood of old answers": (OLD_ANSWERS, 'gave an invalid answer: “{"type": "action", "id": 0,'),
    "a line without end": ('sys.stdout.write("y" * 3_000_000)', "gave an invalid answer: “yyyy"),
    "a closed output": ("os.close(1); signal.pause()", "test program ended without an answer"),
}  # fmt: skip


def check_faults(program: Program, spec: str, sentence: str) -> None:
    """The game ends, the faults are reported and recorded, and no process is left."""
    position, record, reports = play(spec)
    assert position.is_over
    assert len(reports) == 3
    for report in reports:
        assert report.startswith(f"Seat 0, {spec}: ")
        assert sentence in report
    assert [report.endswith("This turn is played by greedy.") for report in reports] == [
        True,
        True,
        False,
    ]
    assert reports[2].endswith("The rest of this game is played by greedy.")
    faults = record.meta["faults"]
    assert [fault["seat"] for fault in faults] == [0, 0, 0]
    assert all(fault["fault"] in report for fault, report in zip(faults, reports, strict=True))
    assert verify(parse_record(format_record(record))) == position
    assert len(program.processes) == 3
    assert program.running == []


@pytest.mark.parametrize(("at_choice", "sentence"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_program_does_not_stop_the_game(
    tmp_path: Path, at_choice: str, sentence: str
) -> None:
    program = write_program(tmp_path, at_choice)
    check_faults(program, program.spec(), sentence)


@pytest.mark.slow
@pytest.mark.parametrize("at_choice", ["signal.pause()", "sys.stdin.read()"])
def test_a_program_that_never_answers(tmp_path: Path, at_choice: str) -> None:
    """Only the time limit can end this game."""
    program = write_program(tmp_path, at_choice)
    check_faults(program, program.spec(ms=20), "test program did not answer within 270 ms.")


def test_chatter_between_questions_is_not_listened_to_for_ever(tmp_path: Path) -> None:
    """Nothing is read after the answer; the next question finds only unrelated lines."""
    chatter = 'say(answer); print("z\\n" * 100_000, flush=True); continue'
    program = write_program(tmp_path, chatter)
    check_faults(program, program.spec(), "gave an invalid answer: “z”.")


def test_a_crash_at_the_start(tmp_path: Path) -> None:
    program = write_program(tmp_path, at_start='sys.exit("no licence")')
    last = "ended without an answer (exit status 1). Last output: “no licence”."
    check_faults(program, program.spec(), last)


def test_a_hello_that_does_not_come(tmp_path: Path) -> None:
    program = write_program(tmp_path, at_start="signal.pause()")
    bot = ProgramBot("exec:slow", [sys.executable, str(program.file)], hello_ms=500)
    with pytest.raises(BotFaultError, match="did not answer within 500 ms"):
        bot.choose(first_view(), Chance(1))
    assert program.running == []


@pytest.mark.parametrize("hello", ["[]", '{"type": "hello"}', '{"type": "hello", "name": 7}'])
def test_a_hello_without_a_name(tmp_path: Path, hello: str) -> None:
    program = write_program(tmp_path, at_start=f"print({hello!r}, flush=True)")
    check_faults(program, program.spec(), f"gave an invalid answer: “{hello}”.")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\x7fELF and then nothing")
    file.chmod(0o755)
    _, _, reports = play(f"exec:{file}")
    assert len(reports) == 3
    assert "noise cannot be started: Exec format error." in reports[0]


@pytest.mark.slow
def test_a_program_that_will_not_leave_is_killed(tmp_path: Path) -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    program = write_program(tmp_path, at_start=stubborn, at_end="signal.pause()")
    position, _, reports = play(program.spec())
    assert position.is_over
    assert reports == []
    assert program.running == []


def test_children_of_a_program_are_ended_with_it(tmp_path: Path) -> None:
    program = write_program(tmp_path)
    python, file = shlex.quote(sys.executable), shlex.quote(str(program.file))
    script = tmp_path / "start.sh"
    script.write_text(f"sleep 61 & echo $! >> {program.pids}\n{python} {file}\n")
    _, _, reports = play(f"exec:sh {script}")
    assert reports == []
    assert len(program.processes) == 2
    # only the program itself is waited for
    wait_until(lambda: not any(map(is_alive, program.running)))
