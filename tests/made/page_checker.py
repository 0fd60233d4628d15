"""Read a page as a browser would, as far as its tests need."""

import hashlib
import re
from base64 import b64encode
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
        if self.open[-1:] not in (["style"], ["script"]):
            self.text.append(data)


def read_text(page: str, between: str = "") -> str:
    """Return the text of a page with single spaces, and ``between`` its pieces."""
    return " ".join(between.join(Checker(page).text).split())


def without_script(page: str) -> str:
    """Return a page without the one script that its policy lets run: it sorts tables."""
    head, start, rest = page.partition("<script>")
    script, end, tail = rest.partition("</script>")
    assert start and end
    digest = b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'\"" in head
    return head + tail


def is_table_file(attributes: dict[str, str | None]) -> bool:
    """Return whether a link is a downloadable file inside the page."""
    return "download" in attributes and (attributes["href"] or "").startswith("data:")


def check_parts(page: str, pages: Collection[str] = ()) -> list[str]:
    """Check ids, links and labels of a self-contained page, and return its tags.

    Ids are distinct; links lead to them, or to one of ``pages``; a section has a label. The page
    loads nothing and runs nothing but its own script.
    """
    tags = Checker(without_script(page) if "<script>" in page else page).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and not re.search(r"url\((?!#)|@import", page)
    for tag, attributes in tags:
        assert tag not in ("script", "link", "iframe", "img", "object", "embed"), tag
        for key, value in attributes.items():
            assert not key.startswith("on") and key not in ("src", "srcset", "action", "data"), key
            if key in ("href", "xlink:href") and not is_table_file(attributes):
                assert value in pages or (value.startswith("#") and value[1:] in ids), value
            if key in ("for", "aria-labelledby"):
                assert value in ids, value
        if tag in ("section", "figure"):
            assert attributes.get("aria-labelledby") or attributes.get("aria-label")
    return [tag for tag, _ in tags]
