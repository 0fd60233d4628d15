"""Answer times of an open search page with several users at once.

``python bench/page_load.py http://127.0.0.1:8000/ --users 20 --ranker sentences``: each user asks
for papers of the start page, one after the other without a pause, no two for the same results.
The last line has the answers by status, and the median, 95th percentile and longest of their
seconds.
"""

from __future__ import annotations

import argparse
import collections
import re
import statistics
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

PATIENCE = 600
"""Seconds after which a user gives up."""


def main() -> None:
    """Ask the page as many users would, and print how long they waited."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="of the page, as the program printed it")
    parser.add_argument("--users", type=int, default=20)
    parser.add_argument("--questions", type=int, default=3, help="of each user")
    parser.add_argument(
        "--ranker", default="fusion", help="bm25, dense, fusion, sentences, trained"
    )
    arguments = parser.parse_args()

    address = arguments.address.rstrip("/")
    papers = list_papers(address)
    addresses = []
    for number in range(arguments.users * arguments.questions):
        n_results = 5 + number // len(papers)  # the page keeps some answers: no two are the same
        asked = {"paper": papers[number % len(papers)], "n": n_results, "ranker": arguments.ranker}
        addresses.append(f"{address}/search?{urllib.parse.urlencode(asked)}")

    with ThreadPoolExecutor(arguments.users) as pool:
        answers = list(pool.map(ask, addresses))
    seconds = [waited for _, waited in answers]
    late = statistics.quantiles(seconds, n=20)[-1]
    print(
        f"{dict(collections.Counter(status for status, _ in answers))}: "
        f"median {statistics.median(seconds):.2f} s, 95th percentile {late:.2f} s, "
        f"longest {max(seconds):.2f} s"
    )


def list_papers(address: str) -> list[str]:
    """Return the ids of the papers that the start page leads to."""
    with urllib.request.urlopen(address, timeout=PATIENCE) as page:
        found = re.findall(r'href="/search\?paper=([^"&]+)', page.read().decode())
    return [urllib.parse.unquote_plus(paper) for paper in dict.fromkeys(found)]


def ask(address: str) -> tuple[int, float]:
    """Return the status of an answer and the seconds until it was there."""
    start = time.monotonic()
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            answer.read()
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    return status, time.monotonic() - start


if __name__ == "__main__":
    main()
