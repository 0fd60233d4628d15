"""Prepare values for the templates: addresses, links between sentences, fields, bars."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote, urlencode

from paperpool.collections.facets import FACETS
from paperpool.pages import wording
from paperpool.search_page.encoder_choices import THE_ENSEMBLE
from paperpool.search_page.model import WHOLE, Example, Found, Link, Result, RunFacts, Signal, Topic
from paperpool.search_page.web.forms import Form, default_settings, settings_pairs

RANKER_NAMES = {
    "bm25": "Words (BM25)",
    "dense": "Embeddings",
    "fusion": "Words and embeddings",
    "sentences": "Nearest sentences",
    "scisearch": "Trained re-ranker (SciSearch)",
}

SIGNAL_NAMES = RANKER_NAMES | {
    "most_probable": "Order of SciSearch's own page: the most probable grade, then its probability",
    "cited": "Cited by the query",
    "grade": "Known grade, 0 to 3",
    "judged": "Judged for the topic",
}

FACET_NAMES = {
    "all": "Whole abstract",
    "background": "Background",
    "method": "Method",
    "result": "Result",
}

FEW = 8
"""Queries of the collection that the start page shows at first."""

_MEASURED = "NDCG%20 on the test queries of the run's collection"

_FREQUENT = 20
_NEAREST = 5


def carried_pairs(form: Form, facts: RunFacts, facet: str = "") -> list[tuple[str, str]]:
    """Return the settings that are kept for another paper: not its others, nor its judged pool."""
    return without(unticked_pairs(form, facts, facet), "like", "unlike", "within")


def unticked_pairs(form: Form, facts: RunFacts, facet: str = "") -> list[tuple[str, str]]:
    """Return the settings that stay without marked sentences, with another ``facet`` if given."""
    facet = facet or form.settings.facet
    settings = replace(form.settings, marked=(), page=1, facet=facet)
    return settings_pairs(settings, default_settings(facts))


def other_papers(form: Form, found: Found | None) -> list[tuple[str, str, str]]:
    """Return (like or unlike, name as typed, shown name) of the papers beside the example."""
    settings = form.settings
    names = [("like", name) for name in settings.like]
    names += [("unlike", name) for name in settings.unlike]
    papers = (*found.like, *found.unlike) if found else ()
    titles = [paper.title or f"Paper {paper.paper_id}" for paper in papers]
    called = titles or [name for _, name in names]
    return [(kind, name, title) for (kind, name), title in zip(names, called, strict=True)]


def facet_of_label(label: str | None) -> str | None:
    """Return the facet that a sentence's label is searched by, if any."""
    facet = "background" if label == "objective" else label
    return facet if facet in FACETS else None


def without(pairs: Sequence[tuple[str, str]], *names: str) -> list[tuple[str, str]]:
    """Return the pairs but for those of ``names``, which a button sends."""
    return [pair for pair in pairs if pair[0] not in names]


def shown_pairs(form: Form, facts: RunFacts, step: int = 0) -> list[tuple[str, str]]:
    """Return the parameters of the shown page, or of the page ``step`` pages further."""
    settings = replace(form.settings, page=form.settings.page + step)
    return subject_pairs(form) + settings_pairs(settings, default_settings(facts))


def subject_pairs(form: Form) -> list[tuple[str, str]]:
    """Return the query of a request."""
    if form.pasted:
        return [("title", form.title), ("abstract", form.abstract)]
    return [("topic", form.topic)] if form.topic else [("paper", form.paper)]


def topic_pairs(topic: Topic, carried: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the query of a topic as it stands, with the settings that go along."""
    facet = [] if topic.facet == WHOLE else [("facet", topic.facet)]
    return [("topic", topic.topic_id), *facet, *(pair for pair in carried if pair[0] != "facet")]


def heading(example: Example) -> str:
    """Return the shown name of an example."""
    return example.title or ("Pasted text" if example.topic is None else f"Topic {example.topic}")


def address(path: str, pairs: Sequence[tuple[str, str]] = (), fragment: str = "") -> str:
    """Return an address of this page."""
    query = f"?{urlencode(pairs)}" if pairs else ""
    return f"{path}{query}{'#' if fragment else ''}{fragment}"


def judged_class(result: Result, facts: RunFacts) -> str:
    """Return the CSS class of a result's judgment for a topic."""
    if result.grade is None or facts.collection is None:
        return "unjudged"
    return "relevant" if result.grade >= facts.collection.relevant else "irrelevant"


def outgoing_links(result: Result) -> list[tuple[str, str, str]]:
    """Return (kind, id, address) of each id that a public site shows the paper under."""
    sites = (
        ("DOI", result.doi, "https://doi.org/"),
        ("arXiv", result.arxiv_id, "https://arxiv.org/abs/"),
        ("ACL", result.acl_id, "https://aclanthology.org/"),
    )
    return [(kind, name, site + quote(name, safe="/.:;()-_")) for kind, name, site in sites if name]


def links_by_found(result: Result) -> dict[int, list[Link]]:
    """Return the links of each sentence of a result that has some."""
    links: dict[int, list[Link]] = defaultdict(list)
    for link in result.links:
        links[link.found].append(link)
    return dict(links)


def nearest_by_asked(found: Found) -> dict[int, list[tuple[int, Link]]]:
    """Return, of each sentence of the example, (rank, link) of the results nearest to it."""
    links: dict[int, list[tuple[int, Link]]] = defaultdict(list)
    for result in found.results:
        for link in result.links:
            links[link.asked].append((result.rank, link))
    return {
        asked: sorted(pairs, key=lambda pair: (-pair[1].similarity, pair[0]))[:_NEAREST]
        for asked, pairs in links.items()
    }


def group_fields(facts: RunFacts) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return (field, papers) of the most frequent fields, and those of the others by name."""
    falling = sorted(facts.fields, key=lambda pair: (-pair[1], pair[0]))
    return falling[:_FREQUENT], sorted(falling[_FREQUENT:])


def all_losses(facts: RunFacts) -> list[str]:
    """Return the losses that some encoder's re-ranker was trained with, in their order."""
    return list(dict.fromkeys(loss for losses in facts.losses.values() for loss in losses))


def ranker_label(ranker: str, facts: RunFacts) -> str:
    """Return the label of a ranker, with its best score."""
    values = [value for (name, _), value in facts.measured.items() if name == ranker]
    return _label(RANKER_NAMES.get(ranker, ranker), max(values, default=None))


def encoder_label(encoder: str, facts: RunFacts) -> str:
    """Return the label of an encoder, with its own score, if any."""
    return _label(encoder, facts.measured.get(("dense", encoder)))


def _label(name: str, value: float | None) -> str:
    return name if value is None else f"{name} · {value:.3f}"


def ranker_note(facts: RunFacts) -> str:
    """Return notes on the roles of encoder and loss, and on the scores beside them."""
    notes = []
    if facts.measured:
        made_up = ", on generated judgments: they choose no ranker" if facts.generated else ""
        notes.append(f"Scores are {_MEASURED}, as measured in this run{made_up}.")
    if facts.encoders:
        notes.append("The encoder makes the embeddings; “Words” ranks without it.")
    if facts.losses:
        notes.append("The loss is the re-ranker's, which needs a facet.")
    if THE_ENSEMBLE in facts.losses:
        notes.append("The ensemble is of re-rankers: the best encoder for each facet.")
    return " ".join(notes)


def asked_numbers(links: Sequence[Link]) -> str:
    """Return the numbers, from 1, of the example's sentences that ``links`` lead to."""
    return " ".join(str(link.asked + 1) for link in links)


def say_value(signal: Signal) -> str:
    """Return a signal's value in words or digits; it must have one."""
    if signal.name == "cited":
        return "yes" if signal.value else "no"
    return wording.rounded(signal.value) if signal.value is not None else wording.MISSING


def detail_bars(signal: Signal) -> list[tuple[str, float, float]]:
    """Return (label, value, bar length) of a signal's details, the longest bar being 100."""
    longest = max((abs(value) for _, value in signal.details), default=0) or 1
    return [(what, value, 100 * abs(value) / longest) for what, value in signal.details]
