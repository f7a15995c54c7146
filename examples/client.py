#!/usr/bin/env python3
"""Drives a whole game through `bastide script`: every decision at random, then the score sheet.
usage: client.py [PROGRAM [SETUP [SEED]]]     client.py target/release/bastide '{"sets":["base","river"]}' 7"""
import json, random, shutil, subprocess, sys


class Refused(Exception):
    """What could not be done: the engine's `error` answer."""


class Engine:  # the engine half of the protocol: a request is a line, its answer is a line
    def __init__(self, program="bastide"):
        if not shutil.which(program):
            print(f"{program} is not found; say where it is: {sys.argv[0]} target/release/bastide", file=sys.stderr)
            sys.exit(2)
        self.process = subprocess.Popen([program, "script"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, cmd, /, **fields):
        print(json.dumps({"cmd": cmd, **fields}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or sys.exit("the engine has ended"))
        if answer["type"] == "error":
            raise Refused(answer)
        return answer


def play(engine, setup, seed):
    chooser = random.Random(seed)
    state = engine.ask("new", setup=setup, seed=seed)
    while state["to_act"]["type"] != "over":
        if state["to_act"]["type"] == "chance":
            answer = engine.ask("draw")
        else:
            answer = engine.ask("apply", inputs=[chooser.choice(engine.ask("actions")["actions"])])
        tell(answer["events"])
        state = answer["state"]


def tell(events):
    for event in events:
        if event["type"] == "placed":
            print(f"seat {event['seat']} lays {event['tile']} at {event['x']},{event['y']}")
        elif event["type"] == "scored" and any(event["points"]):
            print(f"  points {event['points']} for {event['reason']['type']}")


def main(program="bastide", setup="{}", seed="0"):
    engine = Engine(program)
    play(engine, json.loads(setup), int(seed))
    for number, seat in enumerate(engine.ask("standing")["seats"], start=1):
        print(f"seat {number}: {seat['score']} points{', winner' if seat['winner'] else ''}")
    engine.ask("quit")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Refused as refused:
        sys.exit("{code}: {message}".format(**refused.args[0]))
    except (OSError, TypeError, ValueError) as error:
        sys.exit(f"{error}\n{__doc__}")
