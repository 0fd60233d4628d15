"""Requests go to https alone, or to a server of the test's own, redirects included."""

from urllib.error import HTTPError

import pytest

from paperpool.errors import UserError
from paperpool.fetch.asking import _check_address, asking

from .conftest import CONTENT


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://x/y",
        "http://example.org/x",
        "http://localhost.example.org/x",
        "http://[x/y",
    ],
)
def test_other_addresses_are_refused_asked_or_led_to(serve_file, url):
    with pytest.raises(UserError, match=r"Only https|Not an address"), asking(url, 1.0):
        pass
    first, _ = serve_file(statuses=[302], headers={"Location": url})
    # urllib itself refuses to be led to anything but http, https and ftp
    with (
        pytest.raises((UserError, HTTPError), match=r"Only https|Not an address|not allowed"),
        asking(first, 1.0),
    ):
        pass


def test_nothing_leads_down_from_https():
    with pytest.raises(UserError, match="Only https"):
        _check_address("http://127.0.0.1/x", "https")
    _check_address("https://example.org/x", "https")


def test_an_answer_may_lead_on(serve_file):
    second, _ = serve_file()
    first, _ = serve_file(statuses=[302], headers={"Location": second})
    with asking(first, 1.0) as answer:
        assert answer.read() == CONTENT
