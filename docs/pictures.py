"""Take the pictures of the documentation from a finished run: its report and its search page.

They are written to `resources/report.png` and `resources/search.png`. Chromium must be installed.
"""

from __future__ import annotations

import argparse
import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.engine import SearchEngine, open_run
from paperpool.extras.search_page.model import Settings
from paperpool.extras.search_page.web.app import create_app
from paperpool.extras.search_page.web.serving import HOST, open_server, serving
from paperpool.extras.search_page.web.views import address

ROOT = Path(__file__).resolve().parents[1]

WIDTH = 1300
REPORT_HEIGHT, SEARCH_HEIGHT = 1500, 1100
"""Pixels of the pictures."""
COLOURS = 128
"""So that a picture takes a third of the bytes; letters look the same."""

FACET = "method"
RESULTS = 5


def main() -> None:
    """Take both pictures of the run that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", nargs="?", default="demo", help="name of a finished run")
    parser.add_argument("--results", type=Path, default=ROOT / "results")
    parser.add_argument("--to", type=Path, default=ROOT / "resources", help="folder of pictures")
    asked = parser.parse_args()
    try:
        take_pictures(asked.run, asked.results, asked.to)
    except UserError as error:
        sys.exit(str(error))


def take_pictures(run: str, results: Path, to: Path) -> None:
    """Write the pictures of ``run`` below ``results`` into the folder ``to``.

    Raises UserError where the run is not finished, or Chromium is not installed.
    """
    report = results / run / "report" / "index.html"
    if not report.is_file():
        raise UserError(Problem(f"Run {run!r} has no report.", str(report), "Finish it first."))
    engine = open_run(run, results)
    engine.prepare()
    with browsing() as page:
        take(page, report.resolve().as_uri(), REPORT_HEIGHT, to / "report.png")
        server = open_server(create_app(engine), 0)
        with serving(server):
            site = f"http://{HOST}:{server.effective_port}"
            take(page, site + choose_search(engine), SEARCH_HEIGHT, to / "search.png")


def choose_search(engine: SearchEngine) -> str:
    """Return the address of a search: by the first query paper that has the facet."""
    for suggestion in engine.facts.examples:
        example = engine.look_up(suggestion.paper_id)
        if example.chosen(FACET):
            # the first search reads what others find in memory
            engine.search(example, Settings(facet=FACET, ranker=engine.facts.default_ranker))
            asked = [("paper", suggestion.paper_id), ("facet", FACET), ("n", str(RESULTS))]
            return address("/search", asked)
    what = f"No query paper of the run has sentences of {FACET}."
    raise UserError(Problem(what, f"run {engine.facts.run!r}", "Name a run with a collection."))


@contextmanager
def browsing() -> Iterator[Page]:
    """Give a page of a browser without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        what = "Chromium is not installed."
        raise UserError(Problem(what, "PATH", "Install it: the pictures are taken with it."))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": WIDTH, "height": REPORT_HEIGHT})
        browser.close()


def take(page: Page, url: str, height: int, to: Path) -> None:
    """Write what ``page`` shows of an address, from its top."""
    page.set_viewport_size({"width": WIDTH, "height": height})
    page.goto(url)
    shown = Image.open(io.BytesIO(page.screenshot()))
    shown.convert("RGB").quantize(COLOURS).save(to, optimize=True)
    print(f"{to}: {to.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
