"""Opening a store: addresses, tables, and who may have a file."""

import os
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from han.messages import LANGUAGES, HanError
from han.server.store import Store, StoreDownError, StoreError
from han.server.store.address import format_address, parse_address
from han.server.store.schema import METADATA
from processes import run_together
from server.store.scenes import PLAYED, begin, connected, entries, opened, watching
from waiting import run

OPEN_STORE = """
import os, sys
import alembic.command
from han.messages import HanError
from han.server.store import Store
print("ready", flush=True)
input()
try:
    store = Store(sys.argv[1], node=str(os.getpid()))
    store.migrate()
    print(store.setting("key", lambda: os.urandom(16)).hex())
except HanError as error:
    sys.exit(str(error))
"""


def open_elsewhere(url: str, count: int) -> list[tuple[int, str, str]]:
    """Other processes, all at once, open the store and ask for a setting.

    Returns:
        Of each its exit status, what it said, and what it complained about.
    """
    done = run_together([sys.executable, "-c", OPEN_STORE, url], count)
    return [(one.returncode, one.stdout, one.stderr) for one in done]


# Addresses.


@pytest.mark.parametrize(
    ("text", "address", "shown"),
    [
        ("han.db", "sqlite:///han.db", "han.db"),
        ("/data/100%/a?b.db", "sqlite:////data/100%25/a%3Fb.db", "/data/100%/a?b.db"),
        ("sqlite:///han.db", "sqlite:///han.db", "han.db"),
        ("sqlite:////data/han.db", "sqlite:////data/han.db", "/data/han.db"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d", "postgresql://u@h/d"),
        ("postgres://u:p@h:1/d", "postgresql+psycopg://u:p@h:1/d", "postgresql://u:***@h:1/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d", "postgresql://h/d"),
        (
            "postgresql:///d?host=/x",
            "postgresql+psycopg:///d?host=%2Fx",
            "postgresql:///d?host=%2Fx",
        ),
    ],
)
def test_addresses(text: str, address: str, shown: str) -> None:
    url = parse_address(text)
    assert url == parse_address(url.render_as_string(hide_password=False))
    assert url.drivername == address.partition(":")[0]
    assert format_address(url) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite://han.db",
        "sqlite:///:memory:",
        "sqlite:///han.db?mode=ro",
        "mysql://u@h/d",
        "postgresql+asyncpg://u@h/d",
        "postgresql://u@h:port/d",
        "://",
    ],
)
def test_what_names_no_database_is_refused(text: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store(text, node="a")
    assert caught.value.key == "store.bad_url"


def test_a_refused_address_does_not_show_its_password() -> None:
    with pytest.raises(StoreError, match=r"“mysql://u:\*\*\*@h/d” is not a database"):
        Store("mysql://u:secret@h/d", node="a")


def test_without_its_driver_postgresql_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="PostgreSQL needs the extra “scale”") as caught:
        Store("postgresql://u@h/d", node="a")
    assert caught.value.key == "store.driver_missing"


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"postgresql://u:secret@/d?host={tmp_path}", node="a", retry_for_s=0.1)
        assert await store.find_fault() is not None
        with pytest.raises(StoreDownError) as caught:
            store.migrate()
        await store.close()
        for lang in LANGUAGES:
            assert "secret" not in caught.value.text(lang)
            assert "\n" not in caught.value.text(lang)
        assert "cannot be reached: connection " in str(caught.value)

    run(scene())


# Tables.


def test_the_migrations_make_the_tables_of_the_schema(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            store.migrate()  # a second time changes nothing
            with connected(database_url) as connection:
                options = {"compare_type": True, "compare_server_default": True}
                context = MigrationContext.configure(connection, opts=options)
                assert context.get_current_revision() == "0003"
                assert compare_metadata(context, METADATA) == []
                connection.exec_driver_sql("DROP INDEX ix_games_due")
                assert [change[0] for change in compare_metadata(context, METADATA)] == [
                    "add_index"
                ]

    run(scene())


def test_a_database_of_an_older_version_is_renewed(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with connected(database_url) as connection:
                for back in (
                    "DROP INDEX ix_games_maker",
                    "ALTER TABLE games DROP COLUMN maker",
                    "ALTER TABLE nodes DROP COLUMN since",
                    "ALTER TABLE nodes DROP COLUMN seen",
                    "UPDATE alembic_version SET version_num = '0001'",
                ):
                    connection.exec_driver_sql(back)
            store.migrate()
            await store.append("g", 1, entries(1, 1), PLAYED)
            assert await store.rows("g") == entries(0, 1)
            with connected(database_url) as connection:
                context = MigrationContext.configure(connection)
                assert compare_metadata(context, METADATA) == []

    run(scene())


def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            with connected(database_url) as connection:
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
            with pytest.raises(StoreError, match="was written by a newer version of this program"):
                store.migrate()

    run(scene())


def test_processes_that_start_together_share_the_tables(postgres_url: str) -> None:
    answers = open_elsewhere(postgres_url, 3)
    assert [status for status, _, _ in answers] == [0, 0, 0], answers
    keys = {key for _, key, _ in answers}
    assert len(keys) == 1
    assert len(bytes.fromhex(keys.pop())) == 16


def test_a_setting_is_what_the_first_has_made(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            key = store.setting("key", lambda: os.urandom(16))
            assert store.setting("key", lambda: pytest.fail("made again")) == key
            # While we make ours, somebody else is quicker.
            assert store.setting("new", lambda: store.setting("new", lambda: b"1") + b"2") == b"1"
        async with opened(database_url) as store:
            assert store.setting("key", lambda: b"") == key

    run(scene())


# Files.


def test_one_file_serves_one_process(sqlite_url: str, tmp_path: Path) -> None:
    sentence = f"{tmp_path / 'han.db'} is in use by another server; each file can serve only one."

    async def scene() -> None:
        async with opened(sqlite_url) as store:
            await begin(store)
            assert open_elsewhere(sqlite_url, 1) == [(1, "", sentence + "\n")]
            link = tmp_path / "link.db"
            link.symlink_to(tmp_path / "han.db")
            with pytest.raises(HanError, match="is in use by another server"):
                Store(str(link), node="b")
            await store.append("g", 1, entries(1, 1), PLAYED)
        [(status, _, complaints)] = open_elsewhere(sqlite_url, 1)
        assert (status, complaints) == (0, "")

    run(scene())


def test_a_file_is_safe_from_power_cuts(sqlite_url: str) -> None:
    found: set[tuple[object, ...]] = set()

    def look(connection: Connection) -> None:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
        found.add(tuple(asked))

    async def scene() -> None:
        async with opened(sqlite_url) as store:
            with watching("commit", look):
                await begin(store)

    run(scene())
    assert found == {("wal", 2, 1)}  # 2 is FULL: the disk has it when it is acknowledged


def test_files_that_cannot_be_a_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100)
    with pytest.raises(StoreError, match=r"notes\.txt is not an SQLite database, "):
        Store(str(tmp_path / "notes.txt"), node="a")
    for path in (tmp_path, tmp_path / "nowhere" / "han.db"):
        with pytest.raises(StoreDownError, match="unable to open database file"):
            Store(str(path), node="a")


def test_a_damaged_file_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "han.db"

    async def scene() -> None:
        async with opened(sqlite_url) as store:
            await begin(store)
            await store.append("g", 1, entries(1, 200), PLAYED)

    run(scene())
    whole = file.read_bytes()
    pages = range(4096, len(whole) - 4096, 4096)
    assert len(pages) > 5
    for page in (pages[len(pages) // 2], pages[-1]):
        file.write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])
        with pytest.raises(StoreError, match=r"is damaged\. Replace it with a backup") as refused:
            Store(sqlite_url, node="b")
        assert f"sqlite3 {file} .recover" in str(refused.value)
    file.write_bytes(b"\xff" * 4096 + whole[4096:])
    with pytest.raises(StoreError, match=r"its beginning is damaged\. .*a backup"):
        Store(sqlite_url, node="b")
    file.write_bytes(whole)

    async def later() -> None:
        async with opened(sqlite_url):
            pass

    run(later())
