"""A small engine whose answers can be worked out by hand, a client of its page, a browser."""

import re

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.model import (
    Example,
    Found,
    Link,
    Result,
    RunFacts,
    Sentence,
    Suggestion,
)
from paperpool.extras.search_page.web.app import create_app
from paperpool.extras.search_page.web.serving import open_server, serving

from ...made.in_browser import watching

PAPERS = {
    "10": ("Ranking papers by their sentences", 2015, ("Computer Science",)),
    "11": ("Sparse retrieval of scientific text", 2017, ("Computer Science",)),
    "12": ("Dense vectors for citation graphs", 2019, ("Computer Science", "Mathematics")),
    "13": ("<script>alert('x')</script> & the safety of titles", 2020, ("Physics",)),
}
LABELS = ("background", "objective", "method", "result")
MORE_FIELDS = tuple((f"Field {i:02}", 1) for i in range(22))


def words(text):
    return set(re.findall("[a-z]+", text.lower()))


class FakeEngine:
    """Papers of four sentences; a paper's score is how many words it shares with those chosen."""

    def __init__(self):
        self.asked = []
        self.facts = RunFacts(
            run="tiny",
            n_papers=len(PAPERS),
            rankers=("bm25", "dense", "trained"),
            fields=(("Computer Science", 3), ("Mathematics", 1), ("Physics", 1), *MORE_FIELDS),
            years=(2015, 2020),
            scheme=default_scheme(),
            facets=True,
            examples=(Suggestion("10", PAPERS["10"][0], 2015), Suggestion("13", PAPERS["13"][0])),
        )

    def sentences(self, paper_id):
        title = PAPERS[paper_id][0]
        own = ("Much is known.", "We ask why.", f"{title} is how.", f"It works {paper_id} times.")
        return tuple(map(Sentence, own, LABELS))

    def look_up(self, text):
        if text in PAPERS:
            return Example(text, PAPERS[text][0], self.sentences(text), PAPERS[text][1])
        like = [p for p, (title, *_) in PAPERS.items() if words(text) & words(title)]
        if not like:
            hint = "Try an id or some words of a title."
            raise UserError(Problem(f"No paper is like {text!r}.", "the run's papers", hint))
        return tuple(Suggestion(p, PAPERS[p][0], PAPERS[p][1]) for p in like)

    def paste(self, title, abstract):
        parts = [part.strip() for part in abstract.split(".") if part.strip()]
        return Example(None, title, tuple(Sentence(f"{p}.", None) for p in parts))

    def search(self, example, settings):
        self.asked.append((example, settings))
        if "explode" in example.title:
            raise RuntimeError("a secret of the engine")
        chosen = example.chosen(settings.facet, self.facts.scheme, settings.marked)
        if not chosen:
            hint = "Choose another facet."
            raise UserError(Problem(f"No sentence is of {settings.facet}.", "the paper", hint))
        filters = settings.filters
        candidates = [
            paper
            for paper, (_, year, fields) in PAPERS.items()
            if paper != example.paper_id
            and (filters.year_from or 0) <= year <= (filters.year_to or 9999)
            and (not filters.fields or set(filters.fields) & set(fields))
        ]
        query = set().union(*(words(example.sentences[i].text) for i in chosen))
        scored = sorted((-len(query & words(PAPERS[p][0])), p) for p in candidates)
        results = tuple(
            Result(
                rank=rank,
                paper_id=paper,
                title=PAPERS[paper][0],
                score=float(-score),
                sentences=self.sentences(paper),
                links=tuple(Link(i, min(i, 3), 0.9 - 0.1 * rank) for i in chosen),
                year=PAPERS[paper][1],
                fields=PAPERS[paper][2],
                authors=("Ann <i>Lee", "Bo") if paper == "13" else (),
                doi="10.1/a b?<c>" if paper == "13" else None,
                arxiv_id="cs/0101001" if paper == "12" else None,
                acl_id="P18-1001" if paper == "11" else None,
                cited=paper == "11",
                citations=1234 if paper == "11" else None,
                grade={"11": 3, "12": 0}.get(paper),
            )
            for rank, (score, paper) in enumerate(scored, start=1)
            if settings.first <= rank <= settings.last
        )
        notes = ("This text has no labels.",) if example.paper_id is None else ()
        others = (tuple(map(self.look_up, names)) for names in (settings.like, settings.unlike))
        return Found(example, settings, chosen, results, len(candidates), 0.01, notes, *others)


@pytest.fixture
def engine():
    return FakeEngine()


@pytest.fixture
def address(engine):
    """The address of a page over the engine, served as to its reader."""
    server = open_server(create_app(engine), 0)
    with serving(server):
        yield f"http://127.0.0.1:{server.effective_port}"


@pytest.fixture
def client(engine):
    """A client of the page; it names its host localhost."""
    return create_app(engine).test_client()


@pytest.fixture
def page(browser, address):
    """The start page; a dialog, a script's error or a request to elsewhere fails the test."""
    with watching(browser, address) as page:
        page.goto(address)
        yield page
