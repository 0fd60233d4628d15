"""The query and the answer of a search: values that the engine and the page share.

Source: SciSearch, appendix B (facet, encoder, loss and number of results are chosen); CSFCube,
section 2, Definition 2 (retrieval by sentences that the searcher marks).
"""

from dataclasses import dataclass, field

from paperpool.collections.facets import FACETS

WHOLE = "all"
"""Chosen in place of a facet: the whole abstract."""

CHOICES = (*FACETS, WHOLE)

RANKERS = ("bm25", "dense", "fusion", "sentences", "scisearch")
"""The ways to rank: words; embeddings of whole papers; both by reciprocal ranks; the nearest
sentences among the first of these; a trained re-ranker of the same."""

RERANKING = ("sentences", "scisearch")
"""The rankers that re-rank the first papers of another ranking."""

MAX_RESULTS = 100
"""Results on one page of a search."""

ALL, POOL = WITHIN = ("all", "pool")
"""The searched papers: all, or those that were judged for the query."""

MAX_OTHERS = 10
"""Papers that can be named beside the example to be like, and to be less like."""

MAX_PAGES = 1_000
"""Pages of one search."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of an abstract; its facet is a label of ``LABELS``, if known."""

    text: str
    facet: str | None = None


@dataclass(frozen=True)
class Example:
    """The query paper; ``paper_id`` is None if title and abstract were pasted.

    ``topic`` is the id of a topic of a user's collection; its ``paper_id`` is None if it is a text,
    or a paper that cannot be found.
    """

    paper_id: str | None
    title: str
    sentences: tuple[Sentence, ...]
    year: int | None = None
    topic: str | None = None

    def chosen(self, facet: str, marked: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return the places of the marked sentences, else those of the facet (all for ``WHOLE``).

        Objective counts as background (CSFCube, section 3).
        """
        if marked:
            return tuple(sorted(set(marked)))
        if facet == WHOLE:
            return tuple(range(len(self.sentences)))
        wanted = {"background", "objective"} if facet == "background" else {facet}
        return tuple(i for i, s in enumerate(self.sentences) if s.facet in wanted)


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
    encoder: str | None = None
    loss: str | None = None
    n_results: int = 10
    filters: Filters = field(default_factory=Filters)
    page: int = 1
    """The page, counted from 1, of ``n_results`` each."""
    like: tuple[str, ...] = ()
    """Other papers that a result should be like, by id or title as the example may be named."""
    unlike: tuple[str, ...] = ()
    """Papers that a result should be less like."""
    within: str = ALL
    """One of ``WITHIN``."""

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
    """A paper that was found; ``grade`` is 0-3, or as the collection has it, None if unjudged.

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
    """The answer to a search; ``topic`` is the topic that it searched unchanged, if any."""

    example: Example
    settings: Settings
    chosen: tuple[int, ...]
    results: tuple[Result, ...]
    n_candidates: int
    """Papers that passed the filters."""
    seconds: float
    notes: tuple[str, ...] = ()
    topic: str | None = None
    like: tuple[Example, ...] = ()
    """The other example papers, in the order of ``settings.like``."""
    unlike: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Signal:
    """One reason for a result: a score, and the rank among all candidates by this score.

    ``share`` is its part of the result's score (0-1), None for signals outside the score;
    ``details`` are (label, value) pairs: words with their BM25 weights, grades with their
    probabilities, pairs of sentences with their similarities.
    """

    name: str
    value: float | None
    rank: int | None = None
    share: float | None = None
    details: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Explanation:
    """Why a paper was found."""

    paper_id: str
    title: str
    signals: tuple[Signal, ...]


@dataclass(frozen=True)
class Suggestion:
    """A paper with a title like the typed one."""

    paper_id: str
    title: str
    year: int | None = None


@dataclass(frozen=True)
class Topic:
    """A topic of a user's collection: its text, or the title of its paper; its part."""

    topic_id: str
    text: str
    facet: str = WHOLE


@dataclass(frozen=True)
class JudgedPair:
    """A query paper of CSFCube's collection, and a facet that papers were judged for."""

    paper_id: str
    title: str
    facet: str
    n_judged: int


@dataclass(frozen=True)
class CollectionFacts:
    """The user's collection that is searched; papers are relevant from a grade on."""

    name: str
    relevant: float
    topics: tuple[Topic, ...]


@dataclass(frozen=True)
class RunFacts:
    """The searchable contents of a run; ``facets`` is whether sentences have labels.

    ``losses`` are those trained for each encoder, and for the ensembles, which only re-rank.
    """

    run: str
    n_papers: int
    rankers: tuple[str, ...]
    encoders: tuple[str, ...]
    losses: dict[str, tuple[str, ...]]
    fields: tuple[tuple[str, int], ...]
    years: tuple[int, int] | None
    facets: bool
    examples: tuple[Suggestion, ...] = ()
    """A few papers to begin with: the queries of the run's collection."""
    samples: tuple[Suggestion, ...] = ()
    """Some papers of the corpus to begin with, if there is neither a query nor a topic."""
    collection: CollectionFacts | None = None
    """The collection, if the searched papers are those of a user's collection."""
    others: tuple[str, ...] = ()
    """Other pages of the run, each by its name for ``make app``."""
    pairs: tuple[JudgedPair, ...] = ()
    """The (paper, facet) pairs of the run's own collection, those of a paper together."""

    measured: dict[tuple[str, str | None], float] = field(default_factory=dict)
    """The headline score by (ranker, encoder), as far as measured."""
    best_ranker: str | None = None
    """The ranker of the best score by people's judgments that fits any question."""
    generated: bool = False
    """Whether the papers and judgments are made up, so that scores do not choose a ranker."""

    @property
    def default_ranker(self) -> str:
        """The ranker of a search without one: the best, else words and embeddings fused."""
        known = [name for name in (self.best_ranker, "fusion") if name in self.rankers]
        return known[0] if known else self.rankers[0]

    @property
    def has_pools(self) -> bool:
        """Whether there are papers that were judged for a query."""
        return bool(self.pairs) or self.collection is not None

    def encoders_for(self, ranker: str) -> tuple[str, ...]:
        """Return the encoders that a ranker can use."""
        ensembles = [name for name in self.losses if name not in self.encoders]
        return (*self.encoders, *(ensembles if ranker == "scisearch" else ()))
