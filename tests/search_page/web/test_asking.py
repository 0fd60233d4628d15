"""The engine answers one question at a time, and the same one once."""

import threading
import time

from paperpool.errors import Problem
from paperpool.extras.search_page.web.app import create_app
from paperpool.extras.search_page.web.asking import OneAtATime
from paperpool.extras.search_page.web.forms import Form, default_settings


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
    given = OneAtATime(engine).answer(form)
    assert (given.status, given.problems, given.found) == (400, (problem,), None)
    assert not engine.asked
