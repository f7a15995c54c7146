#!/usr/bin/env python3
"""A player that speaks the player half of the protocol. It takes the turn that leaves it furthest ahead if the
game ended then; for the rules it asks the engine half of `bastide script`.   usage: player.py [PROGRAM]"""
import json, queue, sys, threading, time
from client import Engine, Refused

inbox = queue.Queue()  # lines, read by a thread of its own so that `stop` is heard while thinking
HELLO = {"type": "hello", "name": "one turn ahead", "version": "1", "protocol": 1, "players": ["ahead"]}


def listen():
    for line in filter(str.strip, open(0, errors="replace")):  # standard input; what is no text is no JSON either
        inbox.put(line)
    inbox.put('{"cmd":"quit"}')


def say(request, **answer):
    print(json.dumps({**({"id": request["id"]} if "id" in request else {}), **answer}), flush=True)


def go(engine, request, nodes=None, ms=None, infinite=False, **_):
    began, to_act = time.monotonic(), engine.ask("state")["to_act"]
    if to_act["type"] != "seat":
        return say(request, type="error", code="not-now", message="no seat is to act: draw a tile first")
    seat, candidates = to_act["seat"] - 1, []
    lines = [[turn["place"], turn["then"]] for turn in engine.ask("turns")["turns"]]
    lines = lines or [[action] for action in engine.ask("actions")["actions"]]
    for line in lines[: max(1, int(nodes or len(lines)))]:
        engine.ask("apply", inputs=line)
        seats = engine.ask("standing")["seats"]
        engine.ask("undo", inputs=len(line))
        candidates.append({"line": line, "value": [float(seat["projected"]) for seat in seats]})
        if time.monotonic() > began + int(ms or 60_000) / 1000 or not inbox.empty():
            break
    candidates.sort(key=lambda c: max(c["value"][:seat] + c["value"][seat + 1 :] + [0]) - c["value"][seat])
    while infinite and inbox.empty():
        time.sleep(0.01)
    thought = {"nodes": len(candidates), "ms": int(1000 * (time.monotonic() - began)), **candidates[0]}
    say(request, type="info", **thought)
    say(request, type="best", candidates=candidates, **thought)


def main(program="bastide"):
    engine, request = Engine(program), {}
    threading.Thread(target=listen, daemon=True).start()
    while request.get("cmd") != "quit":
        request, line = {}, inbox.get()
        try:
            request = {**json.loads(line)}
            if request["cmd"] == "go":
                go(engine, request, **request)
            else:  # the engine knows what to answer
                say(request, **(HELLO if request["cmd"] == "hello" else engine.ask(request["cmd"], **request)))
        except Refused as refused:
            say(request, **refused.args[0])
        except (KeyError, TypeError, ValueError) as error:
            say(request, type="error", code="shape" if request else "syntax", message=f"no request: {error!r}")


sys.exit(__doc__) if len(sys.argv) > 2 else main(*sys.argv[1:])
