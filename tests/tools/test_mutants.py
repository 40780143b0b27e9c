"""The command that mutates the rules: which mutants there are, and what it tells about them."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from mutants import running
from mutants.choosing import sample
from mutants.finding import mutants_of
from mutants.running import Order

from processes import is_alive
from program import Started, interrupt
from waiting import HUNG_S, wait_until

TOOL = Path(__file__).parents[2] / "tools" / "mutants"


def found_in(source: str) -> list[tuple[str, str]]:
    """The kinds of a text's mutants, and the lines as they become."""
    found = mutants_of(dedent(source), "rules/some.py")
    return [(mutant.kind, mutant.after) for mutant in found]


@pytest.mark.parametrize(
    ("line", "kind", "lines"),
    [
        ("x = a < b", "comparison", ["x = a <= b"]),
        ("x = a <= b", "comparison", ["x = a < b"]),
        ("x = a > b", "comparison", ["x = a >= b"]),
        ("x = a >= b", "comparison", ["x = a > b"]),
        ("x = a == b", "comparison", ["x = a != b"]),
        ("x = a != b", "comparison", ["x = a == b"]),
        ("x = a not in b", "comparison", ["x = a in b"]),
        ("x = a is None", "comparison", ["x = a is not None"]),
        ("x = a <= b < c", "comparison", ["x = a < b < c", "x = a <= b <= c"]),
        ("x = a + b - c", "arithmetic", ["x = a - b - c", "x = a + b + c"]),
        ("x = (a) * (b // c)", "arithmetic", ["x = (a) // (b // c)", "x = (a) * (b * c)"]),
        ("x = a % b", "arithmetic", ["x = a // b"]),
        ("x = a << b >> c", "arithmetic", ["x = a >> b >> c", "x = a << b << c"]),
        ("x = a & b | c", "arithmetic", ["x = a | b | c", "x = a & b & c"]),
        ("x = a ^ ~b", "arithmetic", ["x = a & ~b", "x = a ^ b"]),
        ("x = 0", "constant", ["x = 1"]),
        ("x = 1", "constant", ["x = 0", "x = 2"]),
        ("x = 63", "constant", ["x = 64"]),
        ("x = 0x1FF", "constant", ["x = 0x200"]),
        ("x: Final = 7", "constant", ["x: Final = 8"]),
        ("x = a and b or c", "boolean", ["x = a or b or c", "x = a and b and c"]),
        ("x = not a", "boolean", ["x = a"]),
        ("x = not(a)", "boolean", ["x = (a)"]),
        ("x = True", "boolean", ["x = False"]),
        ("f(a)", "deletion", ["pass"]),
    ],
)
def test_each_kind_of_mutant(line: str, kind: str, lines: list[str]) -> None:
    assert found_in(line) == [(kind, after) for after in lines]


def test_an_augmented_assignment_is_changed_or_left_out() -> None:
    assert found_in("x //= a") == [("deletion", "pass"), ("arithmetic", "x *= a")]
    assert found_in("x |= a") == [("deletion", "pass"), ("arithmetic", "x &= a")]


def test_statements_in_functions_are_left_out_one_by_one() -> None:
    source = '''
        def f(a):
            """Not this one."""
            a.x = b
            a.y += b
            n: int = a.x
            del a.z
            if n: return
            return n
        '''
    deleted = [after for kind, after in found_in(source) if kind == "deletion"]
    assert deleted == ["pass", "pass", "pass", "pass", "if n: pass"]


@pytest.mark.parametrize(
    "source",
    [
        '"""Takes 2 < 3 cards, and not 1 more."""',
        "x: Literal[1, True]",
        "def f(a: Literal[1] | None) -> Literal[2, 3]:\n    return a",
        "@kernel(inline=True)\ndef f():\n    return 'a'",
        "Row: TypeAlias = tuple[int | str, Literal[4]]",
        "class Board(KernelRecord):\n    payable: Masks = field(np.uint64, 2, 1 << 6)",
        "x = np.dtype(fields, align=True)",
        "x = np.zeros((2, 3), np.uint8)",
        "x = f'{a:>16} {b[:8]}'",
        "assert a < 64",
        "def f():\n    raise NotImplementedError",
        "x = 1.5 / a",
    ],
)
def test_what_decides_nothing_is_left_alone(source: str) -> None:
    assert found_in(source) == []


def test_only_the_changed_text_differs() -> None:
    """Places are right after letters of several bytes, in comments and on later lines."""
    source = dedent("""
        def f(a, b):  # cards … and
            x = "…" if a < 3 else (
                # one more…
                b
                - 1  # … or less
            )
            return x
        """)
    changes = {
        (mutant.text, mutant.line): mutant.apply(source)
        for mutant in mutants_of(source, "rules/some.py")
    }
    assert changes == {
        ("<=", 3): source.replace("<", "<="),
        ("4", 3): source.replace("3", "4"),
        ("+", 6): source.replace("- 1", "+ 1"),
        ("0", 6): source.replace("1", "0"),
        ("2", 6): source.replace("1", "2"),
        ("pass", 3): source[: source.index("x =")]
        + "pass\n"
        + source[source.index("    return") :],
    }
    for changed in changes.values():
        ast.parse(changed)


def test_a_mutant_says_where_it_is() -> None:
    (mutant,) = mutants_of("class A:\n    def f(a):\n        return  a<b\n", "rules/a.py")
    assert str(mutant) == "rules/a.py:3: return a<b  →  return a<=b"
    assert mutant.key == ("rules/a.py", "A.f", "return a<b", "return a<=b")


def test_samples_are_reproducible_and_of_different_places() -> None:
    every = mutants_of("x = [" + "1, " * 50 + "]", "rules/a.py")
    assert len(every) == 100
    some = sample(every, 20, seed=3)
    assert some == sample(every, 20, seed=3) != sample(every, 20, seed=4)
    assert len({mutant.start for mutant in some}) == 20
    assert len(sample(every, 300, seed=3)) == 50


def test_files_that_found_mutants_come_first() -> None:
    order = Order(["a", "b", "c", "d"])
    order.note("rules/legal.py", "c")
    order.note("rules/legal.py", "c")
    order.note("rules/score.py", "d")
    assert order.of("rules/legal.py") == ["c", "d", "a", "b"]
    assert order.of("rules/score.py") == ["d", "c", "a", "b"]


def test_tests_that_hang_are_ended_with_all_that_they_started(tmp_path: Path) -> None:
    child = "subprocess.Popen([sys.executable, '-c', 'while True: pass'], start_new_session=True)"
    code = f"import subprocess, sys\nprint({child}.pid, flush=True)\nwhile True: pass"
    (tmp_path / "tree").mkdir()
    run = running.Tests([sys.executable, "-c", code], silence=0.5).run(tmp_path / "tree", [])
    assert (run.hangs, run.is_green) == (True, False)
    wait_until(lambda: not is_alive(int(run.said)), "the end of the child")
    assert os.listdir(tmp_path) == ["tree"]


# The command, over a repository of one function.

DOUBLE = "def double(n):\n    return 2 * n\n"
TEST = "from han.rules.double import double\n\ndef test_double():\n    assert double(1) == 2\n"
WEAK = "return 2 * n  →  return 2 // n"
EXPLAINED = """
[[equivalent]]
file = "rules/double.py"
function = "double"
before = "return 2 * n"
after = "return 2 // n"
reason = "nobody doubles more than 1"
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A test that finds another factor, but not another operator."""
    root = tmp_path / "repository"
    recipe = f"{sys.executable} -m pytest -p xdist.plugin -p _hypothesis_pytestplugin tests"
    files = {
        "Makefile": f"quick:\n\t@{recipe}\n",
        "src/han/__init__.py": "",
        "src/han/rules/__init__.py": "",
        "src/han/rules/double.py": DOUBLE,
        "tests/test_double.py": TEST,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    ignored = shutil.ignore_patterns("__pycache__", "*.toml")
    shutil.copytree(TOOL, root / "tools" / "mutants", ignore=ignored)
    (tmp_path / "scratch").mkdir()
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def start(repository: Path, *options: str) -> Started:
    """The command, whose copies of the tree go beside the repository."""
    scratch = str(repository.with_name("scratch"))
    plain = {"TMPDIR": scratch, "COLUMNS": "200"}
    plain |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    return Started(
        [sys.executable, "-m", "mutants", *options],
        env=os.environ | plain | {"PYTHONPATH": str(repository / "tools")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(repository: Path, *options: str) -> tuple[int, str, str]:
    """The command's status and output; it leaves nothing behind."""
    with start(repository, *options) as command:
        out, err = command.communicate(timeout=HUNG_S)
    assert os.listdir(repository.with_name("scratch")) == []
    return command.returncode, out, err


def test_a_survivor_is_reported(repository: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    status, out, err = run(repository, "--jobs", "2", "--json", str(report))
    assert status == 1, err
    assert f"survived: rules/double.py:2: {WEAK}\n" in out
    assert "1 of 2 mutants found (50.0%), 0 equivalent, 1 survived\n" in out
    results = json.loads(report.read_text("utf-8"))["results"]
    assert {result["after"]: (result["outcome"], result["by"]) for result in results} == {
        "return 3 * n": ("found", "tests/test_double.py::test_double"),
        "return 2 // n": ("survived", ""),
    }
    assert (repository / "src/han/rules/double.py").read_text("utf-8") == DOUBLE


def test_a_mutant_that_is_explained_is_not_run(repository: Path, tmp_path: Path) -> None:
    (repository / "tools/mutants/equivalent.toml").write_text(EXPLAINED, "utf-8")
    (repository / "tests/test_double.py").write_text("assert False", "utf-8")
    _, out, err = run(repository, "--only", "//")
    assert err == ""
    assert f"equivalent: rules/double.py:2: {WEAK}  (nobody doubles more than 1)\n" in out
    assert "0 of 1 mutants found (0.0%), 1 equivalent, 0 survived\n" in out


def test_an_explanation_that_fits_no_mutant_is_told(repository: Path) -> None:
    other = EXPLAINED + EXPLAINED.replace("2", "4")
    (repository / "tools/mutants/equivalent.toml").write_text(other, "utf-8")
    _, out, _ = run(repository, "--only", "//")
    assert "no mutant any more: rules/double.py  double  return 4 * n  return 4 // n\n" in out


def test_red_tests_are_told_before_any_mutant(repository: Path) -> None:
    (repository / "tests/test_double.py").write_text(TEST.replace("== 2", "== 5"), "utf-8")
    status, out, err = run(repository)
    assert (status, out) == (2, "")
    red = "the tests are red without any mutant: tests/test_double.py::test_double"
    assert err.splitlines()[1:] == [f"mutants: {red}"]


@pytest.mark.parametrize(
    "options", [("--count", "0"), ("--only", "("), ("--only", "chess"), ("--json", "/nowhere/a")]
)
def test_errors_are_one_line(repository: Path, options: tuple[str, ...]) -> None:
    status, out, err = run(repository, *options)
    assert (status, out) == (2, "")
    assert err.startswith("mutants: ")
    assert err.count("\n") == 1


def has_hung(command: Started, points: Path) -> bool:
    assert command.poll() is None, command.stderr and command.stderr.read()
    return points.stat().st_size == 2


def test_ctrl_c_leaves_nothing_behind(repository: Path, tmp_path: Path) -> None:
    """The tests write a point; with the mutant they hang after it."""
    points = tmp_path / "points"
    points.touch()
    hang = f"    open({str(points)!r}, 'a').write('.')\n    while double(1) == 3: pass\n"
    (repository / "tests/test_double.py").write_text(TEST.partition("    ")[0] + hang, "utf-8")
    with start(repository, "--only", "3") as command:
        wait_until(lambda: has_hung(command, points), "the tests with a mutant")
        _, err = interrupt(command)
    assert err.endswith("\nmutants: ended by SIGINT\n")
    assert os.listdir(tmp_path / "scratch") == []
