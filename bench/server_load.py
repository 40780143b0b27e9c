"""How many moves a server bears: 500 tables, 2,000 sockets, 300 moves/s on two cores.

    .venv/bin/python bench/server_load.py
    .venv/bin/python bench/server_load.py --postgres
    .venv/bin/python bench/server_load.py --database postgresql://…

``--postgres`` starts a PostgreSQL of its own, with the settings it comes with: each commit waits
for the disk. The load comes from this process, on the same machine. A bare Starlette fan-out with
as many sockets, rate and bytes is measured in the same run, to compare with.
"""

import asyncio
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from crowd import SEATS, Crowd, Latencies, percentile
from serving import Serving, running, serving

from server.databases import DURABLE, running_postgres


def main(
    tables: int = 500,
    rate: float = 300.0,
    seconds: float = 60.0,
    database: Annotated[str, typer.Option(help="PostgreSQL's address; else an SQLite file.")] = "",
    postgres: Annotated[bool, typer.Option("--postgres", help="Start a PostgreSQL.")] = False,
    compare: Annotated[bool, typer.Option(help="Also measure a bare fan-out.")] = True,
) -> None:
    """Print one JSON object with what was measured."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        if postgres:
            database = ends.enter_context(running_postgres(DURABLE)).new_database()
        with serving(database or str(folder / "han.sqlite"), folder) as server:
            found = {"server": asyncio.run(_load(server, tables, rate, seconds))}
        size = found["server"]["bytes_per_message"]
        if compare:
            app = str(Path(__file__).with_name("fan_out.py"))
            with running([sys.executable, app, str(size)], folder / "bare.log") as bare:
                found["bare_starlette"] = asyncio.run(_load(bare, tables, rate, seconds))
    kind = "PostgreSQL" if database else "SQLite"
    what = {"database": kind, "tables": tables, "sockets": SEATS * tables, "moves_per_s": rate}
    print(json.dumps({**what, "seconds": seconds, **found}, indent=2))


async def _load(server: Serving, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    crowd = Crowd(server.address)
    await crowd.gather(tables)
    await crowd.play(rate, 3)  # until everything is warm
    cpu = server.cpu_s
    latencies = await crowd.play(rate, seconds)
    cpu = server.cpu_s - cpu
    await crowd.leave()
    return _report(latencies, cpu, seconds)


def _report(latencies: Latencies, cpu: float, seconds: float) -> dict[str, Any]:
    moves = len(latencies.heard_by_all)
    return {
        "moves": moves,
        "moves_per_s": round(moves / seconds, 1),
        "skipped": latencies.skipped,
        "refused": latencies.refused,
        "acknowledged_ms": _shares(latencies.acknowledged),
        "heard_by_all_ms": _shares(latencies.heard_by_all),
        "server_cores": round(cpu / seconds, 3),
        "server_us_per_move": round(1e6 * cpu / max(1, moves)),
        "bytes_per_message": latencies.bytes // max(1, SEATS * moves),
    }


def _shares(values: list[float]) -> dict[str, float]:
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(1000 * percentile(values, share), 2) for name, share in shares.items()}


if __name__ == "__main__":
    typer.run(main)
