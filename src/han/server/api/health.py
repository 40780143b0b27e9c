"""For whoever watches over the server."""

from fastapi import APIRouter, Response

from han.server.api.access import Server

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process lives."""
    return {"status": "ok"}


@router.get("/readyz")
async def readyz(server: Server, response: Response) -> dict[str, bool]:
    """The server can take wishes: the database and the broker are there, and all is done."""
    database = await server.is_database_up()
    state = {"started": server.is_ready, "database": database, "bus": server.bus.is_up}
    state["chores"] = server.has_chores
    if not all(state.values()):
        response.status_code = 503
    return state


@router.get("/metrics")
async def metrics(server: Server) -> Response:
    """Numbers for Prometheus."""
    await server.count_tables()
    server.metrics.bot_queue.set(server.desk.waiting)
    server.metrics.bots_up.set(server.desk.is_up)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")
