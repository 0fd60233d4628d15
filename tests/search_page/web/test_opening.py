"""The page while its run is being opened."""

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from werkzeug.test import Client

from paperpool.search_page.engine import open_run
from paperpool.search_page.web.app import create_app
from paperpool.search_page.web.opening import Opening
from paperpool.search_page.web.serving import open_server, serving

from ...made.page_checker import Checker
from ...made.search_run import write_run


@pytest.fixture
def opening():
    opening = Opening("made")
    opening.tell("Reading <the> papers")
    opening.tell("Indexing words")
    return opening


def test_every_address_says_what_is_read_and_loads_itself_anew(opening):
    client = Client(opening)
    for response in (client.get("/"), client.get("/search?paper=10"), client.post("/search")):
        assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        checker = Checker(response.text)
        text = " ".join("".join(checker.text).split())
        assert "Opening run made" in text and "Indexing words …" in text
        assert "Reading <the> papers: done" in text
        refresh = {a.get("http-equiv"): a.get("content") for _, a in checker.tags}["refresh"]
        assert refresh == ("2; url=/" if response.request.method == "POST" else "2")
    assert client.get("/static/page.css").status_code == 200


def test_programs_get_json_and_others_are_refused(opening):
    client = Client(opening)
    response = client.get("/api/search?paper=10")
    assert response.status_code == 503
    assert response.json["errors"][0]["what"] == "Run made is still being opened: Indexing words."
    assert client.get("/", headers={"Host": "example.org"}).status_code == 403
    response = client.get("/api/run", headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403 and "another site" in response.json["errors"][0]["what"]


def test_the_page_takes_over_when_the_run_is_open(opening, engine):
    server = open_server(opening, 0)
    address = f"http://127.0.0.1:{server.effective_port}/"
    with serving(server) as thread:
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(address, timeout=5)
        opening.finish(create_app(engine))
        with urllib.request.urlopen(address, timeout=5) as answer:
            assert b"Find papers that are like a paper" in answer.read()
    thread.join(5)
    assert not thread.is_alive()


def test_steps_are_told_in_order(made_results):
    told = []
    open_run("made", made_results, tell=told.append).prepare(told.append)
    assert told[0] == "Reading the papers" and told[-1] == "Indexing the words of 7 papers"


def hear_interrupts():
    """Undo what a shell does to programs that it starts in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_the_command_serves_until_it_is_interrupted(root, tmp_path):
    write_run(tmp_path / "results")
    process = subprocess.Popen(
        [sys.executable, "-m", "paperpool.commands.main", "app", "made", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root / "workflow/scripts")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    try:
        lines = [process.stdout.readline() for _ in range(4)]
        assert lines[0] == "Opening run made …\n" and lines[1].endswith("tells how far it is.\n")
        assert re.match(r"7 papers after [\d.]+ s\. Ctrl-C ends the page:", lines[2])
        with urllib.request.urlopen(f"{lines[3].strip()}search?paper=a1", timeout=10) as answer:
            assert b"Green tea" in answer.read()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (process.returncode, said) == (0, "")
