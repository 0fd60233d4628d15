"""What is searched of a run, opened: its papers, their sentences, titles, words and citations."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from paperpool.collections.collection import Collection
from paperpool.search.stored_terms import store_terms
from paperpool.search_page.citations import Citations, store_citations
from paperpool.search_page.page_index import PageIndex, digest_files
from paperpool.search_page.papers import Papers
from paperpool.search_page.run_files import RunFiles
from paperpool.search_page.sentences import Sentences, store_sentences
from paperpool.search_page.stored_papers import read_column, read_texts, store_papers
from paperpool.search_page.titles import TitleSearch, split_title
from paperpool.search_page.words import WordSearch
from paperpool.text.analysis import analyze

Tell = Callable[[str], object]
"""What is told of each step; by default nothing comes of it."""

_TOLD = 2**18
"""Papers whose words are indexed before it is told again."""


class Parts(NamedTuple):
    """The parts of a run; ``index`` is where they are."""

    index: PageIndex
    papers: Papers
    sentences: Sentences
    citations: Citations
    titles: TitleSearch
    words: WordSearch


def open_parts(run: RunFiles, collection: Collection | None, cache: Path, tell: Tell) -> Parts:
    """Return the parts of a run, made where the cache lacks them; ``tell`` is called with steps."""
    tell("Reading the papers")
    index = PageIndex(cache, run.papers, collection)
    stored = index.part("papers", partial(store_papers, run.papers, collection))
    papers = Papers(stored)
    tell("Reading what there is besides: labels, citations, titles")
    labelled = index.part(
        "sentences", partial(store_sentences, run.sentences, papers), digest_files(run.sentences)
    )
    cited = None
    if run.citations:
        cited = index.part(
            "citations", partial(store_citations, run.citations), digest_files(run.citations)
        )
    split = (split_title(title or "") for title in read_column(stored, "title"))
    titles = index.part("titles", partial(store_terms, split))
    tell(f"Indexing the words of {len(papers):,} papers")
    texts = _count(read_texts(stored), len(papers), tell)
    words = index.part("words", partial(store_terms, map(analyze, texts)))
    return Parts(
        index,
        papers,
        Sentences(labelled, papers, collection),
        Citations(cited, collection),
        TitleSearch(titles),
        WordSearch(words),
    )


def _count(texts: Iterable[str], n: int, tell: Tell) -> Iterator[str]:
    """Yield texts and tell now and then how many there were."""
    for number, text in enumerate(texts):
        if number and number % _TOLD == 0:
            tell(f"Indexed so far: {number:,} of {n:,}")
        yield text
