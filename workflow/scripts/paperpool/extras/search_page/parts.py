"""The parts of a run that are searched: files made from its tables and kept in the cache.

    <cache>/search_page/<digest>/<part>

The digest is that of the tables' content and of the code that makes the files, so changes lead to
new files. A part appears whole or not at all; the folder may be deleted.

Damage on the disk is noticed and repaired as in the rest of the cache: a part has a file of the
SHA-256 of its others, compared on all cores at each opening. This takes 0.8 processor seconds for a
gigabyte once the files are in memory. Comparing lengths alone would miss changed bytes.
"""

import hashlib
import logging
import os
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper
from paperpool.extras.search_page import citations, papers, sentences, words
from paperpool.extras.search_page.citations import Citations, store_citations
from paperpool.extras.search_page.papers import (
    Papers,
    list_papers,
    read_column,
    read_texts,
    store_papers,
)
from paperpool.extras.search_page.run_files import RunFiles
from paperpool.extras.search_page.sentences import Sentences, store_sentences
from paperpool.extras.search_page.words import TITLES, TitleSearch, WordSearch
from paperpool.io.files import hash_file, load_json, write_json, writing_folder
from paperpool.models.cache import digest
from paperpool.search import bm25, postings, term_counts, term_index
from paperpool.search.term_index import store_terms
from paperpool.text import analysis
from paperpool.workflow.corpus import keys, released_rows

logger = logging.getLogger("paperpool")

DIGESTS = "digests.json"
"""The file of a part that has the digests of the others."""

_MAKERS = (
    keys,
    released_rows,
    analysis,
    bm25,
    postings,
    term_counts,
    term_index,
    papers,
    words,
    sentences,
    citations,
)
"""The modules that determine the files' content."""


class PageIndex:
    """The folder of the parts that are made of some tables of papers and a collection."""

    def __init__(self, cache: Path, files: Sequence[Path], collection: Collection | None):
        makers = [Path(module.__file__ or "") for module in _MAKERS]
        content = [digest_files(makers), digest_files(files), _digest_papers(collection)]
        self._folder = cache / "search_page" / digest(content)

    def part(self, name: str, make: Callable[[Path], Any], made_of: Any = None) -> Path:
        """Return a part's folder, made from ``made_of`` (JSON types); ``make`` fills a new one."""
        if made_of is not None:
            name = f"{name}-{digest(made_of)}"
        folder = self._folder / name
        if folder.is_dir() and not _is_whole(folder):
            logger.warning("A part of the search page is damaged and is made anew: %s", folder)
            shutil.rmtree(folder)
        if not folder.is_dir():
            with writing_folder(folder) as unfinished:
                make(unfinished)
                write_json(unfinished / DIGESTS, _digest_folder(unfinished))
        return folder


def digest_files(files: Sequence[Path]) -> list[str]:
    """Return the SHA-256 (hex) of each file; they are read on all cores."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # hashing lets other threads work
        return list(pool.map(hash_file, files))


def _digest_folder(folder: Path) -> dict[str, str]:
    """Return the SHA-256 (hex) of each file of a part, by its name."""
    files = sorted(file for file in folder.iterdir() if file.name != DIGESTS)
    names = [file.name for file in files]
    return dict(zip(names, digest_files(files), strict=True))


def _is_whole(folder: Path) -> bool:
    """Return whether the files of a part are those that were made."""
    try:
        return load_json(folder / DIGESTS) == _digest_folder(folder)
    except (OSError, ValueError):
        return False


def _digest_papers(collection: Collection | None) -> str:
    """Return the SHA-256 (hex) of a collection's papers that can be found."""
    sha256 = hashlib.sha256()
    for paper_id, paper in sorted(list_papers(collection).items()):
        facts: list[Any] = [paper_id, paper.title, paper.abstract]
        if isinstance(paper, Paper):
            facts += [paper.year, paper.metadata]
        sha256.update(digest(facts).encode())
    return sha256.hexdigest()


Tell = Callable[[str], object]
"""The report of each step; by default it does not do anything."""


class Parts(NamedTuple):
    """The parts of a run, in the folder of ``index``."""

    index: PageIndex
    papers: Papers
    sentences: Sentences
    citations: Citations
    titles: TitleSearch
    words: WordSearch


def open_parts(run: RunFiles, collection: Collection | None, cache: Path, tell: Tell) -> Parts:
    """Open the parts of a run; make those that the cache lacks. ``tell`` receives each step."""
    tell("Reading the papers")
    index = PageIndex(cache, run.papers, collection)
    stored = index.part("papers", partial(store_papers, run.papers, collection))
    rows = Papers(stored)

    tell("Reading labels, citations and titles")
    store_labelled = partial(store_sentences, run.sentences, rows)
    labelled = index.part("sentences", store_labelled, digest_files(run.sentences))
    cited = None
    if run.citations:
        store_cited = partial(store_citations, run.citations)
        cited = index.part("citations", store_cited, digest_files(run.citations))
    title_texts = (title or "" for title in read_column(stored, "title"))
    titles = index.part("titles", partial(store_terms, title_texts, analysis=TITLES))

    tell(f"Indexing the words of {len(rows):,} papers")
    words = index.part("words", partial(store_terms, read_texts(stored)))
    return Parts(
        index,
        rows,
        Sentences(labelled, rows, collection),
        Citations(cited, collection),
        TitleSearch(titles),
        WordSearch(words),
    )
