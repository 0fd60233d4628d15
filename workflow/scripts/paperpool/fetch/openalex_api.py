"""Pages of works from OpenAlex's API, by a filter: the works, the budget, and the next cursor.

The facts are those of help.openalex.org (api/authentication, api/paging, api/errors; August 2026).
A key has a budget a day, in credits of 0.0001 dollars; a page of at most 100 works costs one
credit, ten if the filter searches texts. 100 requests a second are allowed; one after the other
stays below. Two things are answered 429: too many requests (Retry-After in seconds) and a budget
that is used up (Retry-After in hours). The key goes into a header, so that no address has it.
"""

import json
import math
import os
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from urllib3 import BaseHTTPResponse

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import WAITS, ask, read_whole
from paperpool.fetch.breaks import MOST_SECONDS, BrokenOff, Refusal
from paperpool.fetch.keys import read_key

KEY = "OPENALEX_API_KEY"
"""The environment variable that holds the key, by default."""

API = "PAPERPOOL_OPENALEX_API"
"""The environment variable with the address of another API of this form, as a test's."""

PER_PAGE = 100
"""Works of a page, the most that the API gives."""

CREDITS_A_DOLLAR = 10_000

FIRST = "*"
"""The cursor of the first page."""

SELECTED = tuple(
    "id doi title ids publication_year publication_date type language referenced_works "
    "cited_by_count abstract_inverted_index concepts topics primary_location locations "
    "is_retracted is_paratext is_xpac".split()
)
"""The keys of a work that are downloaded: all that a corpus reads, and a few that name the work."""

_API = "https://api.openalex.org"
_NAME = "OpenAlex's API"
_MOST_OF_MESSAGE = 500
_GET_KEY = "A key is free: see openalex.org/settings/api. Set the variable to it."


@dataclass(frozen=True)
class Budget:
    """Credits: what a page costs, what the key has a day, and what is left; None where unknown.

    ``seconds`` pass until the budget is whole again (midnight UTC).
    """

    cost: int | None = None
    limit: int | None = None
    left: int | None = None
    seconds: int | None = None


@dataclass(frozen=True)
class Page:
    """The works at a cursor, and the number of all that fit the filter.

    ``cursor`` is the next page's, None after the last page.
    """

    works: Sequence[Any]
    n_matching: int
    cursor: str | None
    budget: Budget


def ask_page(
    criteria: str,
    cursor: str,
    key: str = KEY,
    *,
    waits: Sequence[float] = WAITS,
    hint: str = "Check the network; run the same command again.",
) -> Page:
    """Return the page of works at ``cursor`` that fit the filter ``criteria``, newest first.

    ``key`` names the environment variable of the key. ``hint`` ends errors that another call may
    not have. Raises UserError if the key or the filter is refused, if the day's budget is used up,
    or if no page is had after ``waits``.
    """
    secret = read_key(key, _NAME, _GET_KEY)
    query = {
        "filter": criteria,
        "sort": "publication_date:desc",
        "select": ",".join(SELECTED),
        "per_page": str(PER_PAGE),
        "cursor": cursor,
    }
    url = f"{os.environ.get(API, _API).rstrip('/')}/works?{urllib.parse.urlencode(query)}"

    def explain(refusal: Refusal) -> UserError | None:
        """Return the error of a refusal, without the key, if no further attempt helps."""
        message, after = _read_refusal(refusal)
        message = _cut(message.replace(secret, "(the key)"))
        if refusal.status == HTTPStatus.TOO_MANY_REQUESTS:
            return _explain_busy(refusal.headers, message, after, hint)
        return _explain_refusal(refusal.status, message, cursor, key)

    return ask(
        _NAME,
        url,
        _read_page,
        waits,
        secrets={"Authorization": f"Bearer {secret}"},
        explain=explain,
        hint=hint,
    )


def _read_page(answer: BaseHTTPResponse) -> Page:
    """Return the page that an answer holds; BrokenOff if it holds none, or a part of one."""
    try:
        values = json.loads(read_whole(answer))
        works = values["results"]
        meta = values["meta"]
        n_matching = int(meta["count"])
        cursor = meta["next_cursor"]
        is_cut = bool(meta.get("timed_out"))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BrokenOff("the answer is no page of works") from error
    if not isinstance(works, list) or not isinstance(cursor, str | None):
        raise BrokenOff("the answer is no page of works")
    if is_cut:  # the search engine's own limit of time; its page may look like the last
        raise BrokenOff("the server ran out of time within a page")
    return Page(works, n_matching, cursor or None, _read_budget(answer.headers))


def _read_budget(headers: Mapping[str, str]) -> Budget:
    return Budget(
        cost=_read_number(headers.get("X-RateLimit-Credits-Used")),
        limit=_read_number(headers.get("X-RateLimit-Limit")),
        left=_read_number(headers.get("X-RateLimit-Remaining")),
        seconds=_read_number(headers.get("X-RateLimit-Reset")),
    )


def _read_number(value: str | float | None) -> int | None:
    """Return a number that a header or an answer gives, rounded up, or None."""
    if value is None:
        return None
    try:
        number = math.ceil(float(value))
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number >= 0 else None


def _read_refusal(refusal: Refusal) -> tuple[str, int | None]:
    """Return the message of an answer that is an error, and the seconds to wait that it names."""
    try:
        values = json.loads(refusal.body)
        message = values.get("message") or values.get("error") or ""
        return str(message), _read_number(values.get("retryAfter"))
    except (ValueError, AttributeError, RecursionError):
        return "", None


def _cut(message: str) -> str:
    """Return a foreign message on one line that is not long."""
    text = " ".join(message.split())
    if len(text) > _MOST_OF_MESSAGE:
        text = f"{text[:_MOST_OF_MESSAGE]} ..."
    return text


def _quote_message(message: str) -> str:
    """Return OpenAlex's own words, to end a sentence; empty without any."""
    if not message:
        return ""
    return f', in its words: "{message.rstrip(".")}"'


def _explain_busy(
    headers: Mapping[str, str], message: str, after: int | None, hint: str
) -> UserError | None:
    """Return the error of a budget that is used up; None if a wait of minutes helps."""
    budget = _read_budget(headers)
    seconds = _read_number(headers.get("Retry-After"))
    if seconds is None:
        seconds = after
    if seconds is not None:
        is_used_up = seconds > MOST_SECONDS
    else:
        # without a time to wait, the answer's words or the headers' numbers have to tell
        needed = _read_number(headers.get("X-RateLimit-Credits-Required")) or 1
        is_used_up = "budget" in message.lower()
        is_used_up |= budget.left is not None and budget.left < needed
        seconds = budget.seconds
    if not is_used_up:
        return None

    when = "until midnight UTC"
    if seconds:
        when = f"{describe_seconds(seconds)}, {when}"
    used_up = f"The key's budget for today is used up{_quote_message(message)}."
    return UserError(Problem(used_up, _NAME, f"Wait {when}. {hint}"))


def _explain_refusal(code: int, message: str, cursor: str, key: str) -> UserError | None:
    """Return the error of an answer by which the key or the filter is refused, or None."""
    quoted = _quote_message(message)
    if code == HTTPStatus.UNAUTHORIZED:
        refused = f"OpenAlex refuses the key in {key} ({code})."
        return UserError(Problem(refused, _NAME, _GET_KEY))

    if code == HTTPStatus.FORBIDDEN:
        refused = f"OpenAlex refuses this request with the key in {key} ({code}){quoted}."
        hint = "Use another filter, or a key that may do this (openalex.org/settings/api)."
        return UserError(Problem(refused, _NAME, hint))

    if code == HTTPStatus.BAD_REQUEST and cursor == FIRST:
        refused = f"OpenAlex refuses the filter{quoted}."
        hint = (
            "Correct the filter; help.openalex.org/api/filtering describes them. Names of "
            "topics, journals and people do not work: use their ids, as in topics.id:T10181."
        )
        return UserError(Problem(refused, "--filter", hint))
    if code == HTTPStatus.BAD_REQUEST:
        refused = f"OpenAlex refuses to go on where the download stopped{quoted}."
        hint = "Delete the download's folder, and run the same command again."
        return UserError(Problem(refused, _NAME, hint))
    return None


def describe_seconds(seconds: float) -> str:
    """Return a time in words, as 3 hours and 20 minutes; at least 1 minute."""
    hours, minutes = divmod(max(1, math.ceil(seconds / 60)), 60)
    parts = []
    for number, unit in ((hours, "hour"), (minutes, "minute")):
        if number == 1:
            parts.append(f"1 {unit}")
        elif number:
            parts.append(f"{number:,} {unit}s")
    return " and ".join(parts)
