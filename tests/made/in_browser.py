"""Actions in a browser that load another page, and wait for it."""


def follow(page, target):
    """Click on a link or button and wait until its page is loaded."""
    with page.expect_navigation():
        target.click()


def press_enter(page):
    """Send the form with the cursor and wait until its answer is loaded."""
    with page.expect_navigation():
        page.keyboard.press("Enter")
