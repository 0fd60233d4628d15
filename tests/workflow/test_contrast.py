"""Texts of a finished run's report in a browser, but those of charts: light and dark."""

import pytest

from ..made.in_browser import list_faint_texts


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_texts_of_the_report_are_easy_to_read(browser, smoke, scheme):
    files = sorted((smoke[0].folder / "results/smoke/report").glob("*.html"))
    assert [file.stem for file in files] == ["errors", "index"]
    page = browser.new_page(color_scheme=scheme)
    for file in files:
        page.goto(file.as_uri())
        assert page.locator("main").inner_text()
        assert list_faint_texts(page) == [], file.name
    page.close()


def test_faint_texts_are_found(browser):
    page = browser.new_page()
    page.set_content("<p style='color: #888'>faint</p><p style='opacity: 0.5'>too</p><p>plain</p>")
    assert [text.split(": ")[1] for text in list_faint_texts(page)] == ["faint", "too"]
    page.set_content("<h1 style='color: #888'>large</h1>")
    assert list_faint_texts(page) == []
    page.close()
