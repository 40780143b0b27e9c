"""Health checks and metrics, for monitoring."""

from fastapi import APIRouter, Response

from han.messages import message
from han.server.api.access import Language, Server

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process lives."""
    return {"status": "ok"}


@router.get("/readyz")
async def readyz(server: Server, response: Response, lang: Language) -> dict[str, bool | str]:
    """The server can take commands: the database takes writes, the broker is there, all is done."""
    fault = await server.database_fault()
    away = fault is not None and fault.is_away
    reasons = {
        "started": "server.not_started",
        "database": "server.database_away" if away else "server.database_not_writable",
        "bus": "server.bus_away",
        "chores": "server.chores_ended",
    }
    is_well = (server.is_ready, fault is None, server.bus.is_up, server.has_chores)
    state: dict[str, bool | str] = dict(zip(reasons, is_well, strict=True))
    missing = [message(reason, lang) for name, reason in reasons.items() if not state[name]]
    if missing:
        response.status_code = 503
        state["reason"] = " ".join(missing)
    return state


@router.get("/metrics")
async def metrics(server: Server) -> Response:
    """Numbers for Prometheus."""
    await server.count_tables()
    server.metrics.bot_queue.set(server.bot_pool.waiting)
    server.metrics.bots_up.set(server.bot_pool.is_up)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")
