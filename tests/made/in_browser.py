"""Actions in a browser that load another page, and wait for it; texts that are hard to read."""

from pathlib import Path

_CONTRAST = Path(__file__).with_name("contrast.js")


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
