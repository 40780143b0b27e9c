"""Clients that ask and do not listen: what waits for them must not fill the memory."""

import socket
from collections.abc import Callable
from contextlib import closing

import pytest
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Opcode
from websockets.uri import parse_uri

from server.guests import Guest, Json, live
from server.hostile.targets import until_sockets
from server.running import Server
from waiting import HUNG_S


async def game(host: Guest) -> Json:
    """A table at which one guest plays for everybody."""
    table = await host.create("me", {"kind": "here", "name": "B"}, {"kind": "here", "name": "C"})
    return await host.start(table)


class DeafSocket:
    """A websocket of a client that asks much and reads nothing."""

    def __init__(self, server: Server, table: Json) -> None:
        """Connect with the smallest of buffers."""
        uri = parse_uri(f"{server.ws_address}/ws/{table['id']}")
        self.protocol = ClientProtocol(uri, max_size=None)
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(HUNG_S)
        self.line.connect((uri.host, uri.port))
        self.protocol.send_request(self.protocol.connect())
        self._send()

    def _send(self) -> None:
        for data in self.protocol.data_to_send():
            self.line.sendall(data)

    def read(self) -> bool:
        """Read a little; false at the end."""
        data = self.line.recv(65_536)
        if data:
            self.protocol.receive_data(data)
        return bool(data)

    def until_open(self) -> None:
        """Read until the handshake is done."""
        while self.protocol.state.name != "OPEN":
            self.read()

    def ask(self, times: int) -> None:
        """Ask for the whole table again and again, in messages as long as they may be."""
        for _ in range(times):
            self.protocol.send_text(b'{"type":"look","seat":null}'.ljust(16_000))
            self._send()

    def ping(self, times: int) -> None:
        """Ask for bytes to be sent back, by the hundred."""
        for _ in range(times):
            for _ in range(100):
                self.protocol.send_ping(bytes(125))
            self._send()


@live
async def test_whoever_does_not_listen_is_shown_out(target: Server) -> None:
    host = Guest(target)
    deaf = DeafSocket(target, await game(host))
    with closing(deaf.line):
        deaf.until_open()
        deaf.ask(2_000)
        while deaf.protocol.close_rcvd is None and deaf.read():
            pass
    assert deaf.protocol.close_rcvd is not None
    assert deaf.protocol.close_rcvd.code == CloseCode.TRY_AGAIN_LATER
    assert deaf.protocol.close_rcvd.reason == "too slow"
    frames = [event for event in deaf.protocol.events_received() if hasattr(event, "opcode")]
    assert {frame.opcode for frame in frames} == {Opcode.TEXT, Opcode.CLOSE}


@pytest.mark.parametrize("bother", [DeafSocket.ask, DeafSocket.ping])
@live
async def test_whoever_never_listens_is_cut_off(
    short_timeout: Server, bother: Callable[[DeafSocket, int], None]
) -> None:
    host = Guest(short_timeout)
    table = await game(host)
    deaf = DeafSocket(short_timeout, table)
    with closing(deaf.line):
        deaf.until_open()
        with pytest.raises(ConnectionError):
            bother(deaf, 100_000)
    await until_sockets(short_timeout, lambda many: many == 0)
    await host.connect(table, 0)
