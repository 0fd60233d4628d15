"""OpenAlex's works by a filter: whole files in order, resumed after every break."""

import gzip
import json
import logging

import pytest

from paperpool.errors import UserError
from paperpool.fetch import openalex_download
from paperpool.fetch.openalex_api import SELECTED, describe_seconds
from paperpool.fetch.openalex_download import download_works
from paperpool.fetch.openalex_files import find_folder
from paperpool.workflow.corpus.openalex_works import KEYS

from ..made.openalex_server import FILTER
from .conftest import make_works

WAITS = (0.0,) * 4


def fetch(limit=100_000, criteria=FILTER):
    return download_works(criteria, limit, waits=WAITS)


def read_ids(criteria=FILTER):
    """Return the numbers of works in the files, by name; hidden files are left out."""
    return {
        path.name: [
            int(json.loads(line)["id"].rpartition("W")[2])
            for line in gzip.decompress(path.read_bytes()).splitlines()
        ]
        for path in sorted(find_folder(criteria).glob("works_*.jsonl.gz"))
    }


def parts_of(n):
    """Return the files that the first ``n`` works fill."""
    return {
        f"works_{number:04d}.jsonl.gz": list(range(start + 1, min(start + 300, n) + 1))
        for number, start in enumerate(range(0, n, 300))
    }


def list_names():
    return {path.name for path in find_folder(FILTER).iterdir()}


def test_all_works_arrive_in_whole_files_and_nothing_else_is_left(api):
    done = fetch()
    assert (done.n_works, done.n_matching, done.n_without_id) == (1050, 1050, 0)
    assert read_ids() == parts_of(1050)
    assert list_names() == {*parts_of(1050), "download.json"}
    assert len(api.cursors) == 11
    fetch()
    assert len(api.cursors) == 11  # nothing is requested for what is there


@pytest.mark.parametrize("n", [1, 99, 100, 101, 299, 300, 301, 650])
def test_a_limit_is_met_exactly_and_a_larger_one_goes_on(api, n):
    assert fetch(n).n_works == n
    assert read_ids() == parts_of(n)
    n_requests = len(api.cursors)
    assert n_requests == -(-n // 100)
    fetch(n)
    assert len(api.cursors) == n_requests
    fetch(n + 120)
    assert read_ids() == parts_of(n + 120)
    assert list_names() == {*parts_of(n + 120), "download.json"}
    assert len(api.cursors) <= n_requests + 3


def test_works_that_end_with_a_full_page_need_no_second_look(api):
    api.works = make_works(200)
    assert fetch().n_works == 200
    assert read_ids() == parts_of(200)


def test_fewer_than_are_there_is_an_error(api):
    fetch(250)
    with pytest.raises(UserError, match=r"250 works of this filter are there(?s:.*)--limit of 250"):
        fetch(249)
    assert read_ids() == parts_of(250)


@pytest.mark.parametrize("n_requests", range(1, 12))
@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError])
def test_a_download_that_is_interrupted_anywhere_goes_on(api, monkeypatch, n_requests, stop):
    """Also where the note on the last page is not written any more."""
    write = openalex_download.write_note
    count = 0

    def interrupt(done):
        nonlocal count
        count += 1
        if count == n_requests:
            raise stop
        write(done)

    monkeypatch.setattr(openalex_download, "write_note", interrupt)
    with pytest.raises(stop):
        fetch()
    assert all(ids == parts_of(1050)[name] for name, ids in read_ids().items())
    assert fetch().n_works == 1050
    assert read_ids() == parts_of(1050)
    assert list_names() == {*parts_of(1050), "download.json"}
    assert len(api.cursors) == 12


def test_another_filter_has_another_folder(api):
    fetch(150)
    other = FILTER.replace("2020", "2021")
    fetch(120, other)
    assert read_ids() == parts_of(150) and read_ids(other) == parts_of(120)
    assert find_folder(FILTER).name == "topics.id-T10181-from_publication_date-2020-01-01-d893255a"


def test_a_download_arrives_through_all_that_goes_wrong(api):
    api.faults = [500, 503, "cut", "html", "fine", "timed out", 429, "cut"]
    api.headers = {"Retry-After": "0"}
    assert fetch().n_works == 1050
    assert read_ids() == parts_of(1050)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (503, "answered 503"),
        ("cut", "ended the connection too early"),
        ("html", "is no page of works"),
        ("no list", "is no page of works"),
        ("timed out", "ran out of time within a page"),
    ],
)
def test_a_break_that_stays_says_how_to_go_on(api, fault, said):
    api.faults = ["fine", "fine"] + [fault] * 5
    with pytest.raises(UserError, match=f"{said}(?s:.*)it goes on after 200 works"):
        fetch()
    assert fetch().n_works == 1050
    assert read_ids() == parts_of(1050)


def test_the_plan_is_told_before_the_start(api, caplog):
    caplog.set_level(logging.INFO)
    fetch(250)
    assert caplog.messages[:3] == [
        "OpenAlex has 1,050 works that fit the filter; the newest 250 are downloaded to "
        f"{find_folder(FILTER)}.",
        "This takes 3 requests of up to 100 works, about 1 minute at the first one's pace.",
        "It costs $0.0003. The key has $1.00 a day, of which $0.9999 is left.",
    ]
    caplog.clear()
    api.credits, api.cost = 20, 10
    with pytest.raises(UserError, match="budget for today is used up"):
        fetch()
    assert "all are downloaded" in caplog.messages[0]
    assert "(250 are there already)" in caplog.messages[0]
    assert "It costs $0.008." in caplog.messages[2]
    assert "the same command goes on after midnight UTC" in caplog.messages[3]
    caplog.clear()
    api.credits = None
    fetch()
    assert "A free key has $1 a day" in caplog.messages[2]


def test_a_cursor_that_leads_back_is_an_error(api):
    api.faults = ["fine", "same cursor"]
    with pytest.raises(UserError, match="leads back to a page"):
        fetch()
    assert fetch().n_works == 1050
    assert read_ids() == parts_of(1050)


def test_a_cursor_that_is_not_taken_any_more_is_an_error(api):
    api.faults = ["fine", 400]
    with pytest.raises(UserError, match=r"refuses to go on(?s:.*)Delete the download's folder"):
        fetch()


def test_works_without_an_id_are_left_out_and_counted(api):
    api.works = make_works(250)
    api.works[3:3] = [{"title": "without"}, {"id": None}, "text", None, {"id": ""}]
    api.works.append({"id": 7})
    assert fetch(150).n_works == 150
    done = fetch()
    assert (done.n_works, done.n_without_id) == (250, 6)
    assert read_ids() == parts_of(250)


def test_fewer_works_than_are_counted_are_told_of(api):
    api.count = 2000
    done = fetch()
    assert (done.n_works, done.n_matching) == (1050, 2000)


def test_files_that_are_missing_cut_or_damaged_are_errors(api):
    api.faults = ["fine"] * 5 + [503] * 5
    with pytest.raises(UserError, match="answered 503"):
        fetch()
    folder = find_folder(FILTER)
    hidden = folder / ".works_0001.jsonl.gz.part"
    content = hidden.read_bytes()
    hidden.write_bytes(content[:-1])
    with pytest.raises(UserError, match=r"cut: works_0001\.jsonl\.gz(?s:.*)To begin anew, delete"):
        fetch()
    hidden.unlink()
    with pytest.raises(UserError, match=r"missing or cut: works_0001\.jsonl\.gz"):
        fetch()
    hidden.write_bytes(content)
    (folder / "works_0000.jsonl.gz").unlink()
    with pytest.raises(UserError, match=r"missing or cut: works_0000\.jsonl\.gz"):
        fetch()
    for text in ("{", "[]", "{}", '{"filter": "x", "begun": ""}', '{"filter": 1, "x": 2}'):
        (folder / "download.json").write_text(text)
        with pytest.raises(UserError, match="note on what was downloaded is damaged"):
            fetch()


def test_two_downloads_of_a_filter_at_once_are_refused(api):
    refused = []

    def fetch_too(number):
        if number == 3:
            with pytest.raises(UserError) as error:
                fetch()
            refused.append(error.value)

    api.when_asked = fetch_too
    assert fetch().n_works == 1050
    assert "Another process is downloading" in str(refused[0])


def test_all_that_a_corpus_reads_is_selected():
    assert set(KEYS) <= set(SELECTED)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "1 minute"),
        (61, "2 minutes"),
        (3600, "1 hour"),
        (12_000, "3 hours and 20 minutes"),
        (360_060, "100 hours and 1 minute"),
    ],
)
def test_times_are_words(seconds, text):
    assert describe_seconds(seconds) == text
