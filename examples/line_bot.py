#!/usr/bin/env python3
"""A whole bot for HAN: it reads a line, it writes a line. So can any language.

Try it:  han play --bots "exec:python3 examples/line_bot.py,greedy,greedy,greedy"
Rules of the conversation:  docs/reference/bot-protocol.md
"""

import json
import random
import sys


def choose(view, legal, homes, dice):
    """Place the cheapest piece in a province where we have a house; never stop early."""
    own = {space for space, seat in view["houses"].items() if seat == view["seat"]}
    settled = {province for space in own for province in homes[space]}

    def worth(action):
        kind, *rest = action.split()  # H wei-1 R · E wei R · . · X R · +R · *
        if len(rest) < 2:
            return dice.random() - (kind == "*")  # rather an open card than the pile
        place, cards = rest
        provinces = homes.get(place, [place])  # an emissary goes to a province itself
        return 10 - 2 * len(cards) + len(settled.intersection(provinces)) + dice.random()

    return max(legal, key=worth)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        homes = {space["id"]: space["provinces"] for space in message["board"]["spaces"]}
        answer = {"type": "hello", "name": "line bot"}
    elif message["type"] == "choose":
        dice = random.Random(message["seed"])
        action = choose(message["view"], message["legal"], homes, dice)
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        break  # bye
    print(json.dumps(answer), flush=True)
