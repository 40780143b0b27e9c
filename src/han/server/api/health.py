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
    """The server can take wishes: the database and the broker are there."""
    database = await server.store.is_up()
    state = {"started": server.is_ready, "database": database, "bus": server.bus.is_up}
    if not all(state.values()):
        response.status_code = 503
    return state


@router.get("/metrics")
async def metrics(server: Server) -> Response:
    """Numbers for Prometheus."""
    server.metrics.count_tables(await server.store.count())
    server.metrics.bot_queue.set(server.desk.waiting)
    server.metrics.bots_up.set(server.desk.is_up)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")
