#!/usr/bin/env python3
"""`glint host` behind Caddy and nginx, with the very lines of interpreter/cli/host/README.md and a certificate that is
made here: requests, events that must come at once, a server that is killed and started again, and bodies that are too
long. By hand, as it needs openssl and these programs; one that is not here is left out.

    python3 tests/interpreter/cli/host/proxies.py [build/release/glint]
"""
import contextlib
import http.client
import json
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
DOTS = """game "Dots"
use square
players x, y
board grid(3, 1)
piece dot of player { look "{owner:1}" }
move go "{at}" { pick at in empty; put dot(owner = me) on at }
play { repeat { turn of x { choose go }; turn of y { choose go } } }
end when empty == {} : tie
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def lines_after(words):
    """The first indented lines of the page after these words."""
    page = (ROOT / "interpreter/cli/host/README.md").read_text()
    block = re.search(r"\n\n((?: {4}.*\n|\n)+)", page[page.index(words):]).group(1)
    return re.sub("(?m)^ {4}", "", block)


def caddy(folder, port, behind):
    """The command that runs it."""
    text = lines_after("needs only a file `Caddyfile`").replace("games.example.org {", f"https://localhost:{port} {{\n  tls {folder}/cert.pem {folder}/key.pem")
    assert "tls" in text
    (folder / "Caddyfile").write_text("{\n  admin off\n  auto_https disable_redirects\n}\n" + text.replace("7441", str(behind)))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(folder, port, behind):
    text = lines_after("With nginx").replace("7441", str(behind))
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off;\nuser root;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}"
        f"server {{\nlisten 127.0.0.1:{port} ssl http2;\nssl_certificate {folder}/cert.pem;\nssl_certificate_key {folder}/key.pem;\n{text}}}\n}}\n")
    return ["nginx", "-c", str(folder / "nginx.conf")]


class Player:
    def __init__(self, link):
        self.port, self.key = int(re.search(r":(\d+)/", link).group(1)), link.split("#k=")[1]

    def connection(self):
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection("localhost", self.port, timeout=20, context=trusting)

    def ask(self, path, body=None):
        line = self.connection()
        headers = {"Authorization": f"Bearer {self.key}", "Accept-Encoding": "gzip", "Origin": f"https://localhost:{self.port}"}
        line.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = line.getresponse()
        assert answer.status != 200 or answer.getheader("Content-Encoding") is None, "compressed"
        return answer.status, answer.read()

    def table(self):
        return json.loads(self.ask("/api/table")[1])

    def move(self, text):
        return self.ask("/api/move", {"id": text, "turn": self.table()["turn"], "text": text})[0]

    def events(self):
        line = self.connection()
        line.request("GET", "/api/events", headers={"Authorization": f"Bearer {self.key}"})
        answer = line.getresponse()
        assert answer.status == 200, answer.status
        return answer


def heard(events):
    begin = time.monotonic()
    line = events.readline().decode().strip() or events.readline().decode().strip()
    return line, time.monotonic() - begin


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def hosting(glint, folder, port, behind):
    command = [glint, "host", str(folder / "dots.glint"), "--folder", str(folder / "tables"), "--port", str(behind), "--at", f"https://localhost:{port}"]
    return running(command, stdout=subprocess.PIPE, text=True)


def links(server):
    found = {}
    for line in server.stdout:
        if given := re.match(r"  (\S.*?) +(https:\S+)$", line):
            found[given.group(1)] = given.group(2)
        if "goes on with them" in line:
            return found


def until(holds):
    for _ in range(100):
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            if holds():
                return
        time.sleep(0.1)
    raise AssertionError("it never came true")


def attempt(glint, proxy):
    with tempfile.TemporaryDirectory(prefix="glint-proxy-") as name:
        folder, port, behind = pathlib.Path(name), free_port(), free_port()
        (folder / "dots.glint").write_text(DOTS)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)
        with running(proxy(folder, port, behind), stderr=open(folder / "log", "w")):
            with hosting(glint, folder, port, behind) as server:
                given = links(server)
                x, y = Player(given["x"]), Player(given["y"])
                until(lambda: x.ask("/")[0] == 200)
                events = y.events()
                assert heard(events)[0] == "data: 0"
                assert x.move("a1") == 200
                line, seconds = heard(events)
                assert line == "data: 1" and seconds < 3, (line, seconds)
                assert x.ask("/api/say", {"id": "long", "text": "a" * 17_000})[0] == 413
                server.kill()
                server.wait()
                assert x.ask("/api/table")[0] == 502
            with hosting(glint, folder, port, behind) as server:
                assert links(server) == given
                until(lambda: len(y.table()["plies"]) == 1)
                events = x.events()
                assert heard(events)[0] == "data: 1"
                assert y.move("b1") == 200
                assert heard(events)[0] == "data: 2"
                assert x.move("c1") == 200
                assert y.table()["shown"]["board"]["result"] == "tie"


def main():
    glint = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/glint").resolve())
    for proxy, version in ((caddy, ["caddy", "version"]), (nginx, ["nginx", "-v"])):
        if not shutil.which(version[0]) or not shutil.which("openssl"):
            print(f"{version[0]}: left out, it or openssl is not here")
            continue
        attempt(glint, proxy)
        told = subprocess.run(version, capture_output=True, text=True)
        print(f"{version[0]}: a game was played ({(told.stdout + told.stderr).strip()})")


main()
