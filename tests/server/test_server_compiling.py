"""With an empty cache: a server compiles before anybody plays, and stops at once when told to."""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from han.messages import message
from han.rules.compile import _CACHE
from program import COMMAND, Started, environment, is_group_alive
from server.brokers import running_broker
from waiting import HUNG_S, wait_until

pytestmark = pytest.mark.slow


@contextmanager
def compiling(tmp_path: Path, *arguments: str) -> Iterator[Started]:
    """A program with an empty cache, which has begun to fill it."""
    program = Started(
        [*COMMAND, *arguments],
        env=environment(HAN_CACHE_DIR=str(cache(tmp_path))),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with program:
        wait_until(lambda: program.poll() is not None or begun(tmp_path), "a compilation")
        yield program


def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def begun(tmp_path: Path) -> list[Path]:
    """The locks of the kernels that are being compiled, or were."""
    return list(cache(tmp_path).glob("kernels-*/*.lock"))


def is_complete(tmp_path: Path) -> bool:
    return any(cache(tmp_path).glob("kernels-*/complete"))


def end(program: Started, number: signal.Signals) -> tuple[str, str]:
    """Tell it to stop as a service manager or a terminal does; what it said, when all is gone."""
    if number == signal.SIGINT:
        os.killpg(program.pid, number)
    else:
        program.send_signal(number)
    said = program.communicate(timeout=HUNG_S)
    wait_until(lambda: not is_group_alive(program.pid), "the end of all its processes")
    return said


def serve(tmp_path: Path) -> tuple[str, ...]:
    return ("serve", "--port", "0", "--database", str(tmp_path / "han.sqlite"))


@pytest.mark.parametrize(
    ("number", "options"),
    [(signal.SIGTERM, ()), (signal.SIGINT, ("--open",))],
    ids=["a service", "a player"],
)
def test_a_server_that_compiles_stops_at_once(
    tmp_path: Path, number: signal.Signals, options: tuple[str, ...]
) -> None:
    with compiling(tmp_path, *serve(tmp_path), *options) as program:
        out, err = end(program, number)
    assert program.returncode == 0, err
    assert out == ""  # nobody was told that it is ready
    assert "Traceback" not in err
    assert begun(tmp_path)
    assert not is_complete(tmp_path)


def test_a_worker_that_compiles_stops_at_once(tmp_path: Path) -> None:
    with running_broker(tmp_path) as broker:
        arguments = ("worker", "--nats", broker.address, "--processes", "1")
        with compiling(tmp_path, *arguments) as program:
            out, err = end(program, signal.SIGTERM)
    assert program.returncode == 0, err
    assert out == ""
    assert "Traceback" not in err
    assert not is_complete(tmp_path)


BROWSER = """#!{python}
import sys
from pathlib import Path
cache, said = Path({cache!r}), Path({said!r})
is_complete = any(cache.glob("kernels-*/complete"))
said.with_suffix(".new").write_text(f"{{sys.argv[1]}} {{is_complete}}")
said.with_suffix(".new").rename(said)
"""


def test_the_browser_opens_after_the_compilation_which_a_bar_shows(tmp_path: Path) -> None:
    shutil.copytree(_CACHE, cache(tmp_path) / _CACHE.name)  # so that there is little to do
    (cache(tmp_path) / _CACHE.name / "complete").unlink(missing_ok=True)
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    code = BROWSER.format(python=sys.executable, cache=str(cache(tmp_path)), said=str(opened))
    browser.write_text(code, "utf-8")
    browser.chmod(0o755)
    ours, theirs = pty.openpty()
    env = environment(
        HAN_CACHE_DIR=str(cache(tmp_path)), BROWSER=f"{browser} %s", HAN_LANG="de", TERM="xterm"
    )
    with Started(
        [*COMMAND, *serve(tmp_path), "--processes", "1", "--open"],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        text=True,
        start_new_session=True,
    ) as program:
        os.close(theirs)
        shown = Thread(target=read_all, args=[ours, shown_text := bytearray()])
        shown.start()
        wait_until(lambda: program.poll() is not None or opened.exists(), "the browser")
        program.send_signal(signal.SIGTERM)
        assert program.wait(HUNG_S) == 0
        shown.join()
    assert re.fullmatch(r"http://127.0.0.1:\d+ True", opened.read_text("utf-8"))
    text = shown_text.decode()
    announced = text.index(message("cli.compiling", "de").split(";")[0])
    assert announced < text.index(message("cli.compiling_progress", "de"))  # on a line of its own


def read_all(terminal: int, into: bytearray) -> None:
    """Read what programs write to a terminal until all have gone."""
    with suppress(OSError):
        while said := os.read(terminal, 4096):
            into += said
    os.close(terminal)
