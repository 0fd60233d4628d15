"""What a visitor does in a browser that brings another page: it is there before a test reads on."""


def follow(page, target):
    """Click on a link or button and wait until the page that it asks for is loaded."""
    with page.expect_navigation():
        target.click()


def press_enter(page):
    """Send the form in which the cursor is and wait until its answer is loaded."""
    with page.expect_navigation():
        page.keyboard.press("Enter")
