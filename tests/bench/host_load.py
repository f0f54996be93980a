"""How long a move takes at `glint host`, with many tables at once: python3 host_load.py GLINT FOLDER [TABLES [SECONDS [THINK]]]

Two people sit at each table of Beams, Boosters and Barriers, listen to its events, think about THINK seconds (half to one and a half times as long), choose
at the same time, and load the position and the list of moves after each round, as their pages do, compressed if the server will. Every tenth
time one of them loads the whole page anew. What is measured is the time from the request of a move to its answer, on this machine, with
the client's own share in it. FOLDER is where the tables are kept: the time of a move has that of its `fsync`.
"""
import http.client
import random
import re
import subprocess
import sys
import tempfile
import threading
import time


def ask(host, key, path, body=None):
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {"Authorization": "Bearer " + key, "Accept-Encoding": "br, gzip"}
    connection.request("GET" if body is None else "POST", path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise OSError(f"{answer.status} {text[:80]} {path}")
    return text


def listen(host, key):
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("GET", "/api/events", None, {"Authorization": "Bearer " + key})
    try:
        answer = connection.getresponse()
        while answer.readline():
            pass
    except OSError:  # the server has ended
        pass


def play(host, keys, number, end, think, times, wrong):
    chance = random.Random(number)
    for key in keys:
        threading.Thread(target=listen, args=(host, key), daemon=True).start()
    time.sleep(think * chance.random())
    turn = 0
    while time.time() < end:
        try:
            for key in chance.sample(keys, 2):
                if chance.random() < 0.1:  # as a page that is loaded again
                    for path in ("/", "/page.css", "/page.js", "/api/table"):
                        ask(host, key, path)
                listed = ask(host, key, "/api/moves")
                turn = int(re.search(rb'"turn":(\d+)', listed)[1])
                moves = re.findall(rb'"move":"([^"]+)","name"', listed)
                if not moves:  # the game is over
                    return
                time.sleep(think * (0.5 + chance.random()) / 2)
                move = chance.choice(moves).decode()
                body = f'{{"id": "{turn} {key[:4]}", "turn": {turn}, "text": "{move}"}}'
                begun = time.time()
                ask(host, key, "/api/move", body)
                times.append(time.time() - begun)
                for each in keys:
                    ask(host, each, "/api/table")
        except OSError as error:
            wrong.append(error)
            time.sleep(1)


def main():
    glint, folder = sys.argv[1], sys.argv[2]
    tables, seconds, think = (float(sys.argv[i]) if len(sys.argv) > i else otherwise for i, otherwise in ((3, 200), (4, 60), (5, 20)))
    with tempfile.TemporaryDirectory(dir=folder) as here:
        command = [glint, "host", "beams_boosters_barriers", "--folder", here, "--tables", str(int(tables)), "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        links = []
        for line in server.stdout:
            found = re.match(r"  (south|north) +http://([^/]*)/#k=(\w+)", line)
            if found:
                links.append(found.groups())
            if "goes on with them" in line:
                break
        times, wrong, end = [], [], time.time() + seconds
        people = [
            threading.Thread(target=play, args=(south[1], [south[2], north[2]], number, end, think, times, wrong))
            for number, (south, north) in enumerate(zip(links[::2], links[1::2]))
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
