"""A page that is watched in a browser, actions there that load another, and how its texts look."""

from contextlib import contextmanager
from pathlib import Path

_CONTRAST = Path(__file__).with_name("contrast.js")

_FROM_TEXTS = "img, iframe, math, base, [onerror], [onload], [onfocus], [onmouseover], [autofocus]"
"""Elements that no page has of its own."""


@contextmanager
def watching(browser, own, **options):
    """Yield a page; a dialog, an error or a request elsewhere than to ``own`` fails at the end."""
    context = browser.new_context(viewport={"width": 1300, "height": 900}, **options)
    context.set_default_timeout(5000)
    page = context.new_page()
    wrong = []
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def hear(said):
        if said.type == "error" and "Failed to load resource" not in said.text:  # a status
            wrong.append(said.text)

    page.on("console", hear)
    page.on("request", lambda sent: None if sent.url.startswith(own) else wrong.append(sent.url))
    yield page
    context.close()
    assert wrong == []


def check_harmless(page):
    """Check that no text of a page became an element or ran, and that none is wider than it."""
    assert page.evaluate("window.hit") is None
    assert page.locator(_FROM_TEXTS).count() == 0
    links = page.locator("a[href]").evaluate_all("all => all.map(link => link.protocol)")
    assert not {*links} - {"file:", "http:", "https:", "data:"}
    for width in (1300, 400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not {*"\u202e\u2066\x00"} & {*page.inner_text("body")}


def list_faint_texts(page):
    """Return the texts of a page, in its folds too, with too little contrast."""
    return page.evaluate(_CONTRAST.read_text())


def follow(page, target):
    """Click on a link or button and wait until its page is loaded."""
    with page.expect_navigation():
        target.click()


def press_enter(page):
    """Send the form with the cursor and wait until its answer is loaded."""
    with page.expect_navigation():
        page.keyboard.press("Enter")
