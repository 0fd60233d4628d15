"""Download the works of OpenAlex that fit a filter, the newest first, to files a corpus reads."""

import json
import logging
import math
import shlex
import time
import urllib.parse
from collections.abc import Sequence

from tqdm import tqdm

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import WAITS
from paperpool.fetch.openalex_api import (
    CREDITS_A_DOLLAR,
    KEY,
    PER_PAGE,
    Page,
    ask_page,
    describe_seconds,
)
from paperpool.fetch.openalex_files import (
    Download,
    append,
    check_files,
    find_folder,
    holding,
    name_last,
    read_note,
    reopen_last,
    write_note,
)
from paperpool.io.strict_json import JsonObject

MOST_WORKS = 100_000
"""Works that are downloaded by default."""

_logger = logging.getLogger("paperpool")


def download_works(
    criteria: str,
    limit: int = MOST_WORKS,
    key: str = KEY,
    waits: Sequence[float] = WAITS,
    bar: bool = False,
) -> Download:
    """Download the newest ``limit`` works that fit the filter ``criteria``; return the outcome.

    A download that was stopped goes on after the last whole page, and one that had a smaller limit
    grows. ``key`` names the environment variable of the key; ``bar``: show progress on the
    terminal. Raises UserError if the filter or the key is refused, no work fits, the day's budget
    is used up, the connection fails for good, or files of the download are missing.
    """
    criteria = check_filter(criteria)
    if limit < 1:
        raise UserError(Problem(f"{limit} works cannot be had.", "--limit", "Name 1 or more."))
    with holding(find_folder(criteria)):
        done = read_note(criteria)
        check_files(done, limit)
        if not done.is_complete(limit):
            reopen_last(done)
            _download_pages(done, limit, key, waits, bar)
        name_last(done)
    return done


def check_filter(criteria: str) -> str:
    """Return the filter without white space around it; UserError if it cannot be one."""
    criteria = criteria.strip()
    hint = "Write what stands after filter= in an address of OpenAlex, as in topics.id:T10181."
    if not criteria or not criteria.isprintable():
        raise UserError(Problem("The filter is empty, or no printable text.", "--filter", hint))

    if criteria.startswith(("http:", "https:", "filter=")):
        message = "The filter is an address, or begins with the word filter."
        query = dict(urllib.parse.parse_qsl(criteria.rpartition("?")[2]))
        if "filter" in query:
            hint = f"Write --filter {shlex.quote(query['filter'])}."
        raise UserError(Problem(message, "--filter", hint))
    return criteria


def _download_pages(
    done: Download, limit: int, key: str, waits: Sequence[float], bar: bool
) -> None:
    """Write page after page until the limit, or the last page."""
    cursors: set[str | None] = set()
    with tqdm(unit=" works", leave=False, initial=done.n_works, disable=not bar) as shown:
        while not done.is_complete(limit):
            start = time.monotonic()
            page = ask_page(done.filter, str(done.cursor), key, waits=waits, hint=_go_on(done))
            seconds = time.monotonic() - start
            is_first = not cursors
            cursors.add(done.cursor)
            _check_page(page, cursors)
            done.n_matching = page.n_matching

            if is_first:  # only an answer tells how many works there are, and what a page costs
                for line in plan_download(done, page, limit, seconds):
                    _logger.info("%s", line)
                shown.total = min(limit, page.n_matching)
            shown.update(_write_page(done, page, limit))


def _go_on(done: Download) -> str:
    """Return the hint on how to go on with a download that stops now."""
    if not done.n_works:
        return "Run the same command again."
    return f"Run the same command again: it goes on after {done.n_works:,} works."


def _check_page(page: Page, cursors: set[str | None]) -> None:
    """Raise UserError if no work fits the filter, or the next page was there before."""
    if page.n_matching == 0:
        hint = "Widen it, or correct its ids: openalex.org/works shows what a filter finds."
        raise UserError(Problem("No work of OpenAlex fits the filter.", "--filter", hint))
    if page.cursor in cursors:
        message = "OpenAlex's answer leads back to a page that was there before."
        hint = "Run the same command again. If this repeats, choose a smaller --limit."
        raise UserError(Problem(message, "OpenAlex's API", hint))


def _write_page(done: Download, page: Page, limit: int) -> int:
    """Write a page's works up to the limit, and note where to go on; return how many."""
    lines = [_make_line(work) for work in page.works if _has_id(work)]
    unwritten = lines[done.n_used :]
    taken = unwritten[: limit - done.n_works]
    append(done, taken)

    if len(taken) < len(unwritten):
        done.n_used += len(taken)
    else:
        done.n_used = 0
        done.n_without_id += len(page.works) - len(lines)
        done.cursor = page.cursor if page.works else None
    write_note(done)
    return len(taken)


def _has_id(work: object) -> bool:
    return isinstance(work, dict) and isinstance(work.get("id"), str) and work["id"] != ""


def _make_line(work: JsonObject) -> bytes:
    return json.dumps(work, separators=(",", ":")).encode("ascii") + b"\n"


def plan_download(done: Download, page: Page, limit: int, seconds: float) -> list[str]:
    """Return in sentences what is downloaded, and what that takes of time and of the day's budget.

    ``page`` is the first of this call, and took ``seconds``.
    """
    n_wanted = min(limit, page.n_matching)
    n_pages = max(1, math.ceil((n_wanted - done.n_works) / PER_PAGE))
    which = f"the newest {n_wanted:,}" if n_wanted < page.n_matching else "all"
    there = f" ({done.n_works:,} are there already)" if done.n_works else ""
    requests = "1 request" if n_pages == 1 else f"{n_pages:,} requests"
    lines = [
        f"OpenAlex has {page.n_matching:,} works that fit the filter; {which} are downloaded "
        f"to {find_folder(done.filter)}{there}.",
        f"This takes {requests} of up to {PER_PAGE} works, "
        f"about {describe_seconds(seconds * n_pages)} at the first one's pace.",
    ]

    budget = page.budget
    if budget.cost is None or budget.limit is None or budget.left is None:
        lines.append("A free key has $1 a day, for 10,000 requests (1,000 if texts are searched).")
        return lines
    cost = _format_dollars(budget.cost * n_pages)
    limit_a_day = _format_dollars(budget.limit)
    left = _format_dollars(budget.left)
    lines.append(f"It costs {cost}. The key has {limit_a_day} a day, of which {left} is left.")
    if budget.cost * (n_pages - 1) > budget.left:
        lines.append(
            "That is too little: the download stops when it is used up, and the same command goes "
            "on after midnight UTC."
        )
    return lines


def _format_dollars(n_credits: int) -> str:
    """Return credits in dollars, to their last digit that is not 0, at least to cents."""
    dollars, fraction = divmod(n_credits, CREDITS_A_DOLLAR)
    digits = f"{fraction:04d}".rstrip("0").ljust(2, "0")
    return f"${dollars:,}.{digits}"
