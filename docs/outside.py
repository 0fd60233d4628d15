"""Hooks of MkDocs: pages link to files outside docs/ as they lie in the repository.

The site gets a copy of each such file below ``outside/``, and the links lead there. A page that is
linked so (CONTRIBUTING.md) is a page of the site, with its own links led on.

A line that is only a link to a CSV file below ``docs/tables/`` becomes the table itself.
"""

from __future__ import annotations

import csv
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")
_TABLE = re.compile(r"^\[[^\]]*\]\((tables/[\w/-]+\.csv)\)$", re.MULTILINE)
_DOCS, _OUTSIDE = "docs/", "outside/"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that pages link to, and those that these link to."""
    root = Path(config.docs_dir).parent
    waiting = [_DOCS + file.src_uri for file in files.documentation_pages()]
    while waiting:
        place = waiting.pop()
        for target in _linked_outside(place, root):
            uri = _OUTSIDE + target
            if files.get_file_from_path(uri) is None:
                files.append(File.generated(config, uri, abs_src_path=str(root / target)))
                if target.endswith(".md"):
                    waiting.append(target)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show the page's CSV files, and lead its links to where files lie in the site."""
    uri = page.file.src_uri
    folder = Path(config.docs_dir)
    markdown = _TABLE.sub(lambda match: _show_table(folder / match[1]), markdown)
    place = uri.removeprefix(_OUTSIDE) if uri.startswith(_OUTSIDE) else _DOCS + uri

    def lead(match: re.Match[str]) -> str:
        target = _resolve(match[1], place)
        aim = target.removeprefix(_DOCS) if target.startswith(_DOCS) else _OUTSIDE + target
        return posixpath.relpath(aim, posixpath.dirname(uri) or ".")

    return _LINK.sub(lead, markdown)


def _linked_outside(place: str, root: Path) -> Iterator[str]:
    """Yield the files outside docs/, by their paths in the repository, that a page links to."""
    for link in _LINK.findall((root / place).read_text(encoding="utf-8")):
        target = _resolve(link, place)
        if not target.startswith((_DOCS, "..")) and (root / target).is_file():
            yield target


def _resolve(link: str, place: str) -> str:
    """Return the path in the repository of ``link`` on the page at ``place``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), link))


def _show_table(path: Path) -> str:
    """Return a CSV file as a table of Markdown; cells of columns/ are code, but their meaning."""
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    lines = [head, ["---"] * len(head)]
    for row in rows:
        *names, meaning = (cell.replace("|", "\\|") for cell in row)
        if path.parent.name == "columns":
            names = [" ".join(f"`{name}`" for name in cell.split()) for cell in names]
            meaning = re.sub(r"<[^>]+>", r"`\g<0>`", meaning)
        lines.append([*names, meaning])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
