#!/usr/bin/env python3
"""A player that speaks the player half of the protocol. It takes the turn that leaves it furthest ahead if the
game ended then; for the rules it asks the engine half of `bastide script`.   usage: player.py [PROGRAM]"""
import json
import queue
import sys
import threading
import time

from client import Engine

inbox = queue.Queue()  # requests, read by a thread of its own so that `stop` is heard while thinking


def listen():
    for line in sys.stdin:
        inbox.put(json.loads(line))
    inbox.put({"cmd": "quit"})


def say(request, **answer):
    reply = {"id": request["id"]} if "id" in request else {}
    print(json.dumps({**reply, **answer}), flush=True)


def go(engine, request):
    deadline = time.monotonic() + request.get("ms", 60_000) / 1000
    seat = engine.ask("state")["to_act"]["seat"] - 1
    lines = [[turn["place"], turn["then"]] for turn in engine.ask("turns")["turns"]]
    lines = lines or [[action] for action in engine.ask("actions")["actions"]]
    candidates = []
    for line in lines[: max(1, request.get("nodes", len(lines)))]:
        engine.ask("apply", inputs=line)
        seats = engine.ask("standing")["seats"]
        engine.ask("undo", inputs=len(line))
        candidates.append({"line": line, "value": [float(seat["projected"]) for seat in seats]})
        if time.monotonic() > deadline or not inbox.empty():
            break
    candidates.sort(key=lambda c: c["value"][seat] - max(c["value"][:seat] + c["value"][seat + 1 :] + [0]))
    say(request, type="info", nodes=len(candidates), ms=0, **candidates[-1])
    say(request, type="best", nodes=len(candidates), ms=0, candidates=candidates[::-1], **candidates[-1])


def main(program="bastide"):
    engine = Engine(program)
    threading.Thread(target=listen, daemon=True).start()
    while (request := inbox.get())["cmd"] != "quit":
        if request["cmd"] == "hello":
            say(request, type="hello", name="one turn ahead", version="1", protocol=1, players=["greedy"])
        elif request["cmd"] == "position":
            say(request, **engine.ask(**{key: request[key] for key in request if key != "id"}))
        elif request["cmd"] == "go":
            go(engine, request)
        else:
            say(request, type="stopping", thinking=False)
    say(request, type="bye")


if __name__ == "__main__":
    main(*sys.argv[1:])
