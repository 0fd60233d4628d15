"""The engine answers one question at a time, and the same one once."""

import threading
import time

from paperpool.errors import Problem
from paperpool.extras.search_page.web.app import create_app
from paperpool.extras.search_page.web.asking import ARRIVED, MAX_WAIT, OneAtATime
from paperpool.extras.search_page.web.forms import Form, default_settings

from ...made.slow_engine import make_slow
from .test_app import alert_of


def test_a_download_does_not_search_again(client, engine):
    client.get("/search?paper=10&facet=method")
    client.get("/export/json?paper=10&facet=method")
    assert len(engine.asked) == 1


def test_the_engine_is_asked_one_question_at_a_time(engine):
    running, most = [], []
    search = engine.search

    def slow(example, settings):
        running.append(1)
        most.append(len(running))
        time.sleep(0.02)
        running.pop()
        return search(example, settings)

    engine.search = slow
    app = create_app(engine)

    def ask(n):
        app.test_client().get(f"/search?paper=10&n={n}", headers={"Host": "localhost"})

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(1, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 5


def test_a_form_without_a_paper_asks_nothing(engine):
    problem = Problem("Nothing was given.", "Id or title", "Give a paper.")
    form = Form(default_settings(engine.facts), problems=(problem,))
    given = OneAtATime(engine).answer(form, time.time())
    assert (given.status, given.problems, given.found) == (400, (problem,), None)
    assert not engine.asked


def test_who_has_no_turn_in_time_is_told_when_to_come_again(client, engine):
    """A request that waited long enough for a thread is told at once, and nothing typed is lost."""
    late = {ARRIVED: time.time() - MAX_WAIT}
    with make_slow(engine) as begun:
        first = threading.Thread(target=client.get, args=("/search?paper=10",))
        first.start()
        assert begun.wait(10)
        asked = {
            'name="paper" value="11"': client.get("/search?paper=11", environ_overrides=late),
            "A text.</textarea>": client.post(
                "/search", data={"abstract": "A text."}, environ_overrides=late
            ),
            'value="12"': client.get("/export/csv?paper=12", environ_overrides=late),
        }
    first.join()
    for kept, response in asked.items():
        assert (response.status_code, response.headers["Retry-After"]) == (503, str(MAX_WAIT))
        assert "The page is busy" in alert_of(response) and kept in response.text
    # nobody is before it any more
    assert client.get("/search?paper=11", environ_overrides=late).status_code == 200
    assert len(engine.asked) == 2
