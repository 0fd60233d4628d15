"""Read a page as a browser would, as far as its tests need."""

from collections.abc import Collection
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input", "wbr"}


class Checker(HTMLParser):
    """Collects tags, attributes and text, and refuses tags that do not nest."""

    def __init__(self, page: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text.append(data)


def is_table_file(attributes: dict[str, str | None]) -> bool:
    """Return whether a link is a downloadable file inside the page."""
    return "download" in attributes and (attributes["href"] or "").startswith("data:")


def check_parts(page: str, pages: Collection[str] = ()) -> list[str]:
    """Check ids, links and labels of a self-contained page, and return its tags.

    Ids are distinct; links lead to them, or to one of ``pages``; a section has a label.
    """
    tags = Checker(page).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in tags:
        assert tag not in ("script", "link", "img")
        for key in ("href", "xlink:href"):
            if key in attributes and attributes[key] not in pages and not is_table_file(attributes):
                assert attributes[key].startswith("#") and attributes[key][1:] in ids
        if tag in ("section", "figure"):
            assert attributes.get("aria-labelledby") in ids or attributes.get("aria-label")
    return [tag for tag, _ in tags]
