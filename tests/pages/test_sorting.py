"""Tables of a page are sorted by a script of its own; without it they are as written."""

import re
import shutil
import subprocess

import pytest

from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid import list_grid
from paperpool.pages.section import Section

from ..made.page_checker import Checker, without_script

ROWS = {
    "Group A": [
        ("b", "9.50", "2 min 05 s"),
        ("c10", "–", "3.0 s"),
        ("c9", "1,000.25", "1 h 00 min"),
    ],
    "Group B": [("z", "−3.10", "0.4 s"), ("y", "<0.0001", "–")],
}


@pytest.fixture
def page():
    columns = [("name", 0), ("score", 1, str), ("time", 2, str)]
    grid = list_grid("Scores", "Some scores.", columns, ROWS, above={"of a run": 2})
    return write_page("test", "sorted", "", [make_fragment([Section("a", "A", [grid])])])


def test_without_the_script_the_page_has_no_button(page):
    tags = [tag for tag, _ in Checker(without_script(page)).tags]
    assert "button" not in tags and "script" not in tags and "th" in tags


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
@pytest.mark.parametrize(
    ("column", "clicks", "names", "sorted_as"),
    [
        (1, 1, "c9 b c10 y z", "descending"),
        (1, 2, "b c9 c10 z y", "ascending"),
        (1, 3, "b c10 c9 z y", None),
        (0, 1, "b c9 c10 y z", "ascending"),
        (0, 2, "c10 c9 b z y", "descending"),
        (2, 1, "c9 b c10 z y", "descending"),
    ],
)
def test_a_click_on_a_head_sorts_each_group(page, tmp_path, column, clicks, names, sorted_as):
    click = f"for (let i = 0; i < {clicks}; i += 1) "
    click += f"document.querySelectorAll('thead button')[{column}].click();"
    path = tmp_path / "page.html"
    page = re.sub("<meta http-equiv[^>]*>", "", page)
    path.write_text(page.replace("</body>", f"<script>{click}</script></body>"), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    done = subprocess.run(
        ["chromium", *options, f"--user-data-dir={tmp_path / 'browser'}", f"file://{path}"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    shown = done.stdout.decode()
    assert " ".join(re.findall(r'<th scope="row">(\w+)', shown)) == names
    assert re.findall(r'<th[^>]* aria-sort="(\w+)"', shown) == [sorted_as] * bool(sorted_as)
    assert shown.index("Group A") < shown.index(">b<") < shown.index("Group B") < shown.index(">z<")
