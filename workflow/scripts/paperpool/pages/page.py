"""A self-contained page of sections: title, summary, contents, and the sections."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.pages.environment import make_environment
from paperpool.pages.fragments import Fragment


def write_page(kind: str, title: str, summary: str, fragments: Iterable[Fragment]) -> str:
    """Return the page as HTML; the first link of each fragment is above its others.

    ``kind`` names its maker, ``summary`` may be markup.
    """
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    return template.render(kind=kind, title=title, summary=summary, fragments=list(fragments))
