"""OpenAlex's works by a filter: what it or we refuse, budgets, and the key that stays."""

import pytest

from paperpool.errors import UserError
from paperpool.fetch.openalex_api import KEY
from paperpool.fetch.openalex_download import download_works
from paperpool.fetch.openalex_files import find_folder

from ..made.openalex_server import FILTER
from ..made.openalex_server import KEY as SECRET
from .test_openalex_download import fetch, parts_of, read_ids


def test_a_budget_that_is_used_up_says_when_to_go_on(api):
    api.credits = 5
    said = r"budget for today is used up, in its words: \"Insufficient(?s:.*)3 hours and 20 minutes"
    with pytest.raises(UserError, match=f"{said}(?s:.*)goes on after 500 works"):
        fetch()
    assert len(api.cursors) == 6  # no second request
    assert read_ids() == {"works_0000.jsonl.gz": list(range(1, 301))}
    api.credits = 10_000
    assert fetch().n_works == 1050
    assert read_ids() == parts_of(1050)


@pytest.mark.parametrize(
    "settings",
    [
        {"headers": {"Retry-After": "50000"}},
        {"headers": {"X-RateLimit-Remaining": "0"}},
        {"headers": {"X-RateLimit-Remaining": "5", "X-RateLimit-Credits-Required": "10"}},
        {"message": "Insufficient budget."},
    ],
)
def test_each_sign_of_a_budget_that_is_used_up_is_known(api, settings):
    api.faults = [429]
    vars(api).update(settings)
    with pytest.raises(UserError, match=r"is used up(?s:.*)until midnight UTC"):
        fetch()
    assert len(api.cursors) == 1


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("wrong-key-0815", r"refuses the key in OPENALEX_API_KEY \(401\)(?s:.*)settings/api"),
        ("", r"OPENALEX_API_KEY is unset(?s:.*)settings/api"),
        ("two\nlines-0815", "OPENALEX_API_KEY holds no key"),
    ],
)
def test_a_key_that_is_refused_is_an_error_that_does_not_show_it(api, monkeypatch, key, problem):
    monkeypatch.setenv(KEY, key)
    with pytest.raises(UserError, match=problem) as error:
        fetch()
    assert "0815" not in str(error.value)
    assert not find_folder(FILTER).exists()


def test_a_key_in_the_place_of_its_variable_is_not_shown(api):
    with pytest.raises(UserError, match="no such variable is set") as error:
        download_works(FILTER, key="tEO76RnvV2Lw", waits=())
    assert "tEO76" not in str(error.value) and api.addresses == []


def test_a_refused_filter_is_an_error_in_openalex_own_words(api):
    with pytest.raises(UserError) as error:
        fetch(criteria="author_name:Einstein")
    assert 'in its words: "author_name is not a valid field".' in str(error.value)
    assert "Where: --filter" in str(error.value)
    assert not find_folder("author_name:Einstein").exists()


@pytest.mark.parametrize(("code", "said"), [(400, "refuses the filter"), (403, "refuses this")])
def test_a_foreign_message_is_cut_printable_and_without_the_key(api, code, said):
    api.faults, api.message = [code], f"Bad {SECRET}\x1b[31m\n" + "x" * 5000
    with pytest.raises(UserError, match=said) as error:
        fetch()
    text = str(error.value)
    assert SECRET not in text and "\x1b" not in text and len(text) < 1200
    assert "Bad (the key)" in text


def test_a_refusal_without_words_is_told_without_them(api):
    api.faults, api.message = [403], None
    with pytest.raises(UserError, match=r"with the key in OPENALEX_API_KEY \(403\)\.\n"):
        fetch()
    api.faults, api.headers = [429], {"Retry-After": "50000", "X-RateLimit-Limit": "many"}
    with pytest.raises(UserError, match=r"used up\.\n(.|\n)*13 hours and 54 minutes, until"):
        fetch()


@pytest.mark.parametrize(
    ("criteria", "hint"),
    [
        *((text, "as in topics.id:T10181") for text in ("", " ", "\udc80", "https://openalex.org")),
        ("https://openalex.org/works?page=1&filter=a:b|c", r"Write --filter 'a:b\|c'\."),
        ("filter=a:b", r"Write --filter a:b\."),
    ],
)
def test_what_is_no_filter_is_refused_before_any_request(api, criteria, hint):
    with pytest.raises(UserError, match=f"Where: --filter(?s:.*){hint}"):
        fetch(criteria=criteria)
    with pytest.raises(UserError, match="0 works cannot be had"):
        fetch(0)
    assert api.addresses == []


def test_a_filter_that_no_work_fits_is_an_error(api):
    api.works = []
    with pytest.raises(UserError, match=r"No work of OpenAlex fits(?s:.*)Widen it"):
        fetch()
    assert not find_folder(FILTER).exists()
