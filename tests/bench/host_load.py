"""How long a move takes at `glint host`, with many tables at once: python3 host_load.py GLINT FOLDER [TABLES [SECONDS]]

Two people sit at each table, listen to its events, move every three to seven seconds, and load the page's data after each
move. What is measured is the time from the request to its answer, on this machine, with the client's own share in it.
FOLDER is where the tables are kept: the time of a move has that of its `fsync`.
"""
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

DOTS = """game "Dots"
use square
players x, y
board grid(6, 4)
piece dot of player { look "{owner:1}" }
move go "{at}" { pick at in empty; put dot(owner = me) on at }
play { repeat { turn of x { choose go }; turn of y { choose go } } }
end when empty == {} : tie
"""
CELLS = [letter + str(number) for number in range(1, 5) for letter in "abcdef"]


def ask(host, key, path, body=None):
    connection = http.client.HTTPConnection(host, timeout=20)
    method = "GET" if body is None else "POST"
    connection.request(method, path, body and json.dumps(body), {"Authorization": "Bearer " + key})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def listen(host, key):
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("GET", "/api/events", None, {"Authorization": "Bearer " + key})
    answer = connection.getresponse()
    try:
        while answer.readline():
            pass
    except OSError:  # the server has ended
        pass


def play(host, keys, number, end, times, wrong):
    chance = random.Random(number)
    for key in keys:
        threading.Thread(target=listen, args=(host, key), daemon=True).start()
    time.sleep(5 * chance.random())
    for ply, cell in enumerate(CELLS):
        if time.time() > end:
            return
        begun = time.time()
        try:
            status = ask(host, keys[ply % 2], "/api/move", {"id": str(ply), "after": ply, "move": cell})
            times.append(time.time() - begun)
            for key in keys:
                status = max(status, ask(host, key, "/api/table"))
        except OSError as error:
            status = error
        if status != 200:
            wrong.append(status)
        time.sleep(3 + 4 * chance.random())


def main():
    glint, folder = sys.argv[1], sys.argv[2]
    tables = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 40
    with tempfile.TemporaryDirectory(dir=folder) as here:
        script = os.path.join(here, "dots.glint")
        with open(script, "w", encoding="utf-8") as file:
            file.write(DOTS)
        command = [glint, "host", script, "--folder", here, "--tables", str(tables), "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        links = []
        for line in server.stdout:
            found = re.match(r"  ([xy]) +http://([^/]*)/#k=(\w+)", line)
            if found:
                links.append(found.groups())
            if "Ctrl-C" in line:
                break
        times, wrong, end = [], [], time.time() + seconds
        people = [
            threading.Thread(target=play, args=(x[1], (x[2], y[2]), number, end, times, wrong))
            for number, (x, y) in enumerate(zip(links[::2], links[1::2]))
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
        server.kill()
        server.wait()
    times.sort()
    shown = {share: 1000 * times[int(share / 100 * (len(times) - 1))] for share in (50, 90, 99, 100)}
    print(f"{len(people)} tables, {len(times)} moves, {len(wrong)} wrong {wrong[:3]}; milliseconds:", end=" ")
    print(", ".join(f"{share} % below {value:.1f}" for share, value in shown.items()))


main()
