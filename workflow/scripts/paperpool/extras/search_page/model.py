"""The query and the answer of a search: values that the engine and the page share.

Source: SciSearch, appendix B (search by facet); CSFCube, section 2, Definition 2 (retrieval by
sentences that the searcher marks).
"""

from dataclasses import dataclass, field

from paperpool.collections.schemes import Scheme

WHOLE = "all"
"""Chosen in place of a facet: the whole abstract."""

RANKERS = ("bm25", "dense", "fusion", "sentences", "trained")
"""The ways to rank: words; embeddings of whole papers; both by reciprocal ranks; the nearest
sentences among the first of these; a trained re-ranker of the same."""

RERANKING = ("sentences", "trained")
"""The rankers that re-rank the first papers of another ranking."""

MAX_RESULTS = 100
"""Results on one page of a search."""

MAX_OTHERS = 10
"""Papers that can be named beside the example to be like, and to be less like."""

MAX_PAGES = 1_000
"""Pages of one search."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of an abstract; its ``facet`` is its label, if known."""

    text: str
    facet: str | None = None


@dataclass(frozen=True)
class Example:
    """The query paper; ``paper_id`` is None if title and abstract were pasted."""

    paper_id: str | None
    title: str
    sentences: tuple[Sentence, ...]
    year: int | None = None

    def chosen(self, facet: str, scheme: Scheme, marked: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return the places of the marked sentences, else those of the facet (all for ``WHOLE``).

        ``scheme`` has the labels of a facet's sentences.
        """
        if marked:
            return tuple(sorted(set(marked)))
        if facet == WHOLE:
            return tuple(range(len(self.sentences)))
        accepted_labels = scheme.labels_of(facet)
        places = []
        for place, sentence in enumerate(self.sentences):
            if sentence.facet in accepted_labels:
                places.append(place)
        return tuple(places)


@dataclass(frozen=True)
class Filters:
    """The filters of results: the first and last year, inclusive, and accepted fields."""

    year_from: int | None = None
    year_to: int | None = None
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settings:
    """How to search. ``marked`` are places of sentences (from 0) and go before the facet."""

    facet: str = WHOLE
    marked: tuple[int, ...] = ()
    ranker: str = "bm25"
    n_results: int = 10
    filters: Filters = field(default_factory=Filters)
    page: int = 1
    """The page, counted from 1, of ``n_results`` each."""
    like: tuple[str, ...] = ()
    """Other papers that a result should be like, by id or title as the example may be named."""
    unlike: tuple[str, ...] = ()
    """Papers that a result should be less like."""

    @property
    def first(self) -> int:
        """The rank of the page's first result."""
        return self.last - self.n_results + 1

    @property
    def last(self) -> int:
        """The rank of the page's last result, were all pages full."""
        return self.page * self.n_results


@dataclass(frozen=True)
class Link:
    """A sentence of the example, the result's sentence that is nearest to it, and how near."""

    asked: int
    found: int
    similarity: float


@dataclass(frozen=True)
class Result:
    """A paper that was found; ``grade`` is that of the collection, None if unjudged.

    ``citations`` counts the papers that cite it, by the corpus's source. ``cited``: whether the
    example cites it, None if the run has no citations. ``links`` has at most one link for each
    chosen sentence of the example, nearest first.
    """

    rank: int
    paper_id: str
    title: str
    score: float
    sentences: tuple[Sentence, ...]
    links: tuple[Link, ...] = ()
    year: int | None = None
    fields: tuple[str, ...] = ()
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    acl_id: str | None = None
    cited: bool | None = False
    grade: int | None = None
    citations: int | None = None
    authors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """The answer to a search; ``n_candidates`` is how many papers passed the filters."""

    example: Example
    settings: Settings
    chosen: tuple[int, ...]
    results: tuple[Result, ...]
    n_candidates: int
    seconds: float
    notes: tuple[str, ...] = ()
    like: tuple[Example, ...] = ()
    """The other example papers, in the order of ``settings.like``."""
    unlike: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Suggestion:
    """A paper to search by: a title like the typed one, or an example of the start page."""

    paper_id: str
    title: str
    year: int | None = None


@dataclass(frozen=True)
class RunFacts:
    """The searchable contents of a run; ``facets`` is whether sentences have labels.

    ``scheme`` has the facets that papers are searched by.
    """

    run: str
    n_papers: int
    rankers: tuple[str, ...]
    fields: tuple[tuple[str, int], ...]
    """Each field and its number of papers, the most frequent first."""
    years: tuple[int, int] | None
    facets: bool
    scheme: Scheme
    examples: tuple[Suggestion, ...] = ()
    """A few papers to begin with: the queries of the run's collection, else some of its papers."""
    collection: str | None = None
    """The user's collection whose papers are searched, if not the run's."""

    @property
    def default_ranker(self) -> str:
        """The ranker of a search without one: words and embeddings fused, else words."""
        if "fusion" in self.rankers:
            return "fusion"
        return self.rankers[0]
