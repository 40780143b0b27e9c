#!/usr/bin/env python3
"""A complete bot for HAN that reads and writes lines of JSON; any language can do that.

Try it:  han play --bots "exec:python3 examples/line_bot.py,greedy,greedy,greedy"
Protocol:  docs/reference/bot-protocol.md
"""

import json
import random
import sys


def choose(own: set[str], legal: list[str], homes: dict[str, list[str]], seed: int) -> str:
    """Place the cheapest piece in a province where we have a house; never stop early."""
    dice = random.Random(seed)
    settled = {province for space in own for province in homes[space]}

    def value(action: str) -> float:
        kind, *rest = action.split()  # H wei-1 R · E wei R · . · X R · +R · *
        if len(rest) < 2:
            return dice.random() - (kind == "*")  # rather an open card than the pile
        provinces = homes.get(rest[0], rest[:1])  # an emissary goes to a province itself
        return 10 - 2 * len(rest[1]) + len(settled.intersection(provinces)) + dice.random()

    return max(legal, key=value)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        homes = {space["id"]: space["provinces"] for space in message["board"]["spaces"]}
        answer = {"type": "hello", "name": "line bot"}
    elif message["type"] == "choose":
        houses, seat = message["view"]["houses"], message["view"]["seat"]
        own = {space for space, owner in houses.items() if owner == seat}
        action = choose(own, message["legal"], homes, message["seed"])
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        break  # bye
    print(json.dumps(answer), flush=True)
