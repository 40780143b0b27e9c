"""A bare Starlette fan-out, to compare the server with: what messages cost without a game.

It implements just enough of the table protocol for `crowd`: every message of a socket is sent to
the four sockets of its table, with as many bytes as the real server sends.
"""

import json
import socket as network
import sys
from collections import defaultdict
from itertools import count

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
TABLES: dict[str, list[WebSocket]] = defaultdict(list)
NUMBERS = count()
GAME = {"moment": 0, "legal": ["H wei-1 R"], "to_move": 0}
UPDATE = json.dumps({"type": "update", "game": GAME, "text": "x" * max(0, SIZE - 90)})


async def create(_: Request) -> Response:
    """The id of a new table."""
    return JSONResponse({"id": str(next(NUMBERS)), "commitment": ""})


async def agree(_: Request) -> Response:
    """Answer all other requests with success."""
    return JSONResponse({})


async def serve(socket: WebSocket) -> None:
    """Send every message to all sockets of the table."""
    room = TABLES[socket.path_params["table"]]
    await socket.accept()
    room.append(socket)
    await socket.send_text(UPDATE)
    try:
        while True:
            command = json.loads(await socket.receive_text())
            for other in room:
                await other.send_text(UPDATE)
            await socket.send_text(json.dumps({"type": "done", "id": command["id"]}))
    except WebSocketDisconnect:
        room.remove(socket)


APP = Starlette(
    routes=[
        Route("/readyz", agree),
        Route("/api/me", agree),
        Route("/api/tables", create, methods=["POST"]),
        Route("/api/tables/{table}/salt", agree, methods=["PUT"]),
        Route("/api/tables/{table}/start", agree, methods=["POST"]),
        WebSocketRoute("/ws/{table}", serve),
    ]
)

if __name__ == "__main__":
    listener = network.create_server(("127.0.0.1", 0), backlog=2048)
    print("http://{}:{}".format(*listener.getsockname()), flush=True)
    config = uvicorn.Config(APP, log_level="warning", ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[listener])
