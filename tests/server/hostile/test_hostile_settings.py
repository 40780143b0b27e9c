"""Settings that no server can run with: one sentence, and the exit status 2."""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from han.server.config import Config, ConfigError, Limits, read_config
from han.server.run import ServerError, listen
from ports import free_port
from program import COMMAND, environment
from server.running import Server
from waiting import HUNG_S

Failures = dict[str, "subprocess.Popen[str]"]

SENTENCES: Mapping[str, str] = {
    "wrong settings": "A setting is wrong: Expected `int`, got `str` - at `$.port`.",
    "a port that is taken": "The server can\u2019t listen on 127.0.0.1",
    "a database that is none": "“mysql://host/han” is not a database",
    "a database that is away": "The database postgresql://u:***@127.0.0.1",
    "a broker that is away": "No NATS broker is answering at nats://127.0.0.1",
}


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory, target: Server) -> Iterator[Failures]:
    """Servers that cannot start, all at the same time, since some take long to find out."""
    folder = tmp_path_factory.mktemp("failures")
    settings = folder / "wrong.toml"
    settings.write_text("port = 'x'", "utf-8")
    nowhere = f"u:secret@127.0.0.1:{free_port()}"
    options = {
        "wrong settings": ("--config", str(settings)),
        "a port that is taken": ("--port", target.address.rpartition(":")[2]),
        "a database that is none": ("--port", "0", "--database", "mysql://host/han"),
        "a database that is away": ("--port", "0", "--database", f"postgresql://{nowhere}/han"),
        "a broker that is away": ("--port", "0", "--nats", f"nats://{nowhere}"),
    }
    started = {name: _start(folder, *given) for name, given in options.items()}
    yield started
    for process in started.values():
        process.kill()
        process.communicate()


def _start(folder: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, "serve", *options],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("name", SENTENCES)
def test_a_server_that_cannot_run_says_why(failures: Failures, name: str) -> None:
    said, complaint = failures[name].communicate(timeout=HUNG_S)
    assert failures[name].returncode == 2
    assert said == ""
    assert complaint.count("\n") == 1
    assert complaint.startswith("han: ")
    assert SENTENCES[name] in complaint
    assert "secret" not in complaint


FILES: Mapping[str, str] = {
    "no TOML": "port = ",
    "too deep": f"x = {'[' * 5_000}",
    "an unknown setting": "prot = 8014",
    "an unknown limit": "[limits]\nmesages_per_s = 3",
    "no table": "limits = 3",
    "a word for a number": '[limits]\nmessage_bytes = "many"',
    "a number out of range": "port = 70_000",
    "no time at all": "lease_s = 0",
    "for ever": "heartbeat_s = inf",
    "no limit": "[limits]\nopen_tables = 0",
    "sites that are none": 'origins = "https://a.example"',
    "a name with a port": 'host_names = ["han.example:80"]',
    "an address for a name": 'host_names = ["https://han.example"]',
    "a proxy that is none": 'proxies = ["everybody"]',
    "half a network": 'proxies = ["10.0.0.1/8"]',
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_wrong_settings_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "han.toml"
    file.write_text(text, "utf-8")
    assert "\n" not in refusal_of(file)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")
    assert refusal_of(odd).startswith(f"{odd} is not a TOML file: ")
    assert refusal_of(tmp_path).endswith("can\u2019t be read: Is a directory.")
    assert refusal_of(tmp_path / "none").endswith("can\u2019t be read: No such file or directory.")


def refusal_of(file: Path) -> str:
    with pytest.raises(ConfigError) as refused:
        read_config(file)
    return refused.value.text()


@pytest.mark.parametrize("host", ["256.256.256.256", "no host", "a" * 300, "192.0.2.1"])
def test_addresses_that_are_not_ours_are_refused(host: str) -> None:
    with pytest.raises(ServerError, match=f"^The server can\u2019t listen on {host}, port 0: "):
        listen(Config(host=host, port=0))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
NAMES = st.sampled_from(msgspec.structs.fields(Config)).map(lambda field: field.name)
LIMITS = st.sampled_from(msgspec.structs.fields(Limits)).map(lambda field: field.name)


@given(NAMES, VALUES)
def test_any_value_is_taken_or_refused(name: str, value: object) -> None:
    try:
        config = read_config(None, **{name: value})
    except ConfigError:
        return
    assert value is None or msgspec.to_builtins(getattr(config, name)) is not None


@given(LIMITS, VALUES)
def test_any_limit_is_a_number_above_nought_or_refused(name: str, value: object) -> None:
    try:
        limits = read_config(None, limits={name: value}).limits
    except ConfigError:
        return
    assert 0 < getattr(limits, name) <= 10**9


@given(LIMITS, st.integers(1, 10**9))
def test_every_limit_can_be_set(name: str, value: int) -> None:
    assert getattr(read_config(None, limits={name: value}).limits, name) == value
