#!/usr/bin/env python3
"""A bot for a Bastide server: plays the seats of its token at random, until one of its games is over.
usage: bot.py http://127.0.0.1:8484 TOKEN    (from POST /api/tables/GAME/bots {"seat": 2, "name": "Bot"})"""
import hashlib, json, random, secrets, sys, urllib.error, urllib.request

url, token = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)
games, done, own = {}, set(), {}  # what is known of each table; parts of deals that are done; a secret for each deal


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(url + path, body and json.dumps(body).encode(), headers))


def choose(table, now):  # the order to give now, if there is one
    if now["stage"] in ("committing", "revealing"):  # nobody can bend the draws: see docs/serving.md
        if (now["stage"], table["digest"]) in done:
            return None
        done.add((now["stage"], table["digest"]))
        secret = own.setdefault(table["digest"], secrets.token_bytes(32))  # known after the deal: never used twice
        bound = b"bastide commitment 1\0" + secret + bytes.fromhex(table["digest"])
        commit = {"type": "commit", "hash": hashlib.sha256(bound).hexdigest()}
        return commit if now["stage"] == "committing" else {"type": "reveal", "secret": secret.hex()}
    seat = (now["to_act"] or {}).get("seat")
    if now["stage"] != "playing" or not seat or table["seats"][seat - 1]["device"] != table["device"]:
        return None
    places = [(x, y, turn) for x, y, turns in now["places"] for turn in range(4) if turns >> turn & 1]
    actions = [{"type": "place", "x": x, "y": y, "rotation": turn} for x, y, turn in places] or now["actions"]
    return {"type": "act", "seat": seat, "actions": [random.choice(actions)]}


try:
    stream = ask("/api/stream")
except (OSError, ValueError) as error:  # no server there, or not with this token
    sys.exit(f"{url}: {error}")
for line in filter(bytes.strip, stream):  # an empty line now and then: the server is there
    game, message = (json.loads(line)[key] for key in ("game", "message"))
    table = games.setdefault(game, {})
    table.update({key: message[key] for key in ("device", "seats") if key in message})
    table["digest"] = ((message.get("deal") or message.get("entry")) or {}).get("digest") or table.get("digest")
    if message["type"] not in ("snapshot", "update"):
        continue
    if message["now"]["stage"] == "over":
        break
    if order := choose(table, message["now"]):
        try:
            command = {"id": secrets.token_hex(8), "version": message["version"], "order": order}
            ask(f"/api/tables/{game}/commands", command).close()
        except urllib.error.HTTPError as error:  # somebody was faster: the stream goes on
            print(error.read().decode(), file=sys.stderr)
