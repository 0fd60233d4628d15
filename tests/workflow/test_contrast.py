"""Texts of a finished run's report in a browser: light and dark, folds opened."""

import pytest

from ..made.in_browser import list_faint_texts


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "errors", "scisumm"])
def test_every_text_of_the_report_is_easy_to_read(browser, smoke, name, scheme):
    page = browser.new_page(color_scheme=scheme)
    page.goto((smoke[0].folder / f"results/smoke/report/{name}.html").as_uri())
    assert page.locator("main").inner_text()
    assert list_faint_texts(page) == []
    page.close()


def test_faint_texts_are_found(browser):
    page = browser.new_page()
    page.set_content("<p style='color: #888'>faint</p><p style='opacity: 0.5'>too</p><p>plain</p>")
    assert [text.split(": ")[1] for text in list_faint_texts(page)] == ["faint", "too"]
    page.set_content("<h1 style='color: #888'>large</h1>")
    assert list_faint_texts(page) == []
    page.close()
