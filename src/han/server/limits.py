"""Rate limits and limits of what is open at once, for each client."""

from collections import Counter, OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address
from time import monotonic

MOST_CLIENTS = 50_000
"""How many clients are remembered at once."""


class Bucket:
    """Holds up to ``burst`` tokens and gains some each second."""

    def __init__(self, per_s: float, burst: int) -> None:
        """Begin full."""
        self._per_s = per_s
        self._burst = burst
        self._tokens = float(burst)
        self._last = monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether there were tokens enough left; what costs more than all of them costs all."""
        cost = min(cost, self._burst)
        now = monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._per_s)
        self._last = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class Buckets:
    """A bucket for each client; those not seen for longest are forgotten first."""

    def __init__(self, per_s: float, burst: int) -> None:
        """Give every client the same."""
        self._per_s, self._burst = per_s, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, cost: float = 1) -> bool:
        """Whether a client may do something that costs so much."""
        return self.of(client).take(cost)

    def of(self, client: str) -> Bucket:
        """The bucket of a client, whose connections share it."""
        bucket = self._buckets.pop(client, None) or Bucket(self._per_s, self._burst)
        self._buckets[client] = bucket
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


@dataclass(frozen=True)
class Allowance:
    """How much one connection may ask."""

    messages: Bucket
    all_messages: Bucket
    """Shared by all connections of an address."""
    talk: Bucket
    """Shared by all connections of a guest, so that reconnecting gives no new allowance."""
    histories: Bucket
    """Shared by all connections of an address: a long past costs the server much work."""

    def take_message(self) -> bool:
        """Whether one message more may be sent."""
        return self.messages.take() and self.all_messages.take()


class ClientSemaphore:
    """Limits how many things of a kind each client has open at once."""

    def __init__(self, most: int) -> None:
        """Allow every client so many."""
        self._most = most
        self._open: Counter[str] = Counter()

    def acquire(self, client: str) -> bool:
        """Whether a client may open one more."""
        if self._open[client] >= self._most:
            return False
        self._open[client] += 1
        return True

    def release(self, client: str) -> None:
        """Something that a client had open is closed."""
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]


def client_at(host: str | None) -> str:
    """The client of an address; of IPv6 addresses the network counts, which has one owner."""
    if host is None or ":" not in host:
        return host or ""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
