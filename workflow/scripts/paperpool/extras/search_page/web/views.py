"""Prepare values for the templates: addresses, links between sentences, fields."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote, urlencode

from paperpool.collections.schemes import Scheme
from paperpool.extras.search_page.model import WHOLE, Example, Found, Link, Result, RunFacts
from paperpool.extras.search_page.web.forms import Form, default_settings, settings_pairs

RANKER_NAMES = {
    "bm25": "Words (BM25)",
    "dense": "Embeddings",
    "fusion": "Words and embeddings",
    "sentences": "Nearest sentences",
    "trained": "Trained re-ranker (SciSearch)",
}

_COLOURS = 6
"""Colours of facets in page.css; the seventh facet has that of the first."""

FEW = 8
"""Queries of the collection that the start page shows at first."""

_FREQUENT = 20
_NEAREST = 5

Pairs = list[tuple[str, str]]
"""Names and values of a request's parameters."""


def kept_pairs(form: Form, facts: RunFacts, without: Sequence[str] = ()) -> Pairs:
    """Return the settings of a request but for those of ``without``, which a button sends."""
    pairs = settings_pairs(form.settings, default_settings(facts))
    return [pair for pair in pairs if pair[0] not in without]


def carried_pairs(form: Form, facts: RunFacts, facet: str | None = None) -> Pairs:
    """Return the settings that are kept for another paper, with another ``facet`` if given."""
    settings = form.settings
    settings = replace(
        settings, marked=(), page=1, like=(), unlike=(), facet=facet or settings.facet
    )
    return settings_pairs(settings, default_settings(facts))


def subject_pairs(form: Form) -> Pairs:
    """Return the query of a request."""
    if form.pasted:
        return [("title", form.title), ("abstract", form.abstract)]
    return [("paper", form.paper)]


def other_papers(form: Form, found: Found | None) -> list[tuple[str, str, str]]:
    """Return (like or unlike, name as typed, shown name) of the papers beside the example."""
    settings = form.settings
    names = [("like", name) for name in settings.like]
    names += [("unlike", name) for name in settings.unlike]
    if found is None:
        return [(kind, name, name) for kind, name in names]

    shown = []
    for (kind, name), paper in zip(names, found.like + found.unlike, strict=True):
        shown.append((kind, name, heading(paper)))
    return shown


def facet_of_label(label: str | None, scheme: Scheme) -> str | None:
    """Return the facet that a sentence's label is searched by, if any."""
    if label is None:
        return None
    return scheme.facet_of(label)


def facet_titles(scheme: Scheme) -> dict[str, str]:
    """Return the choices of a facet with their titles, the whole abstract first."""
    titles = {WHOLE: "Whole abstract"}
    for facet in scheme.facets:
        titles[facet.name] = facet.title
    return titles


def legend_of_labels(scheme: Scheme) -> list[tuple[str, str]]:
    """Return the class and the text of each facet's colour: the labels of its sentences."""
    legend = []
    for facet in scheme.facets:
        legend.append((class_of(facet.name, scheme), ", ".join(facet.labels).capitalize()))
    return legend


def class_of(facet: str | None, scheme: Scheme) -> str:
    """Return the class that gives a facet its colour in page.css: by its place in the scheme."""
    if facet not in scheme.facet_names:
        return "other"
    return f"facet{scheme.facet_names.index(facet) % _COLOURS + 1}"


def class_of_grade(grade: int, scheme: Scheme) -> str:
    """Return the class that gives a badge the colour of a grade, after a blank; else nothing."""
    if grade >= scheme.relevant:
        return " relevant"
    return "" if grade else " unlike"


def heading(example: Example) -> str:
    """Return the shown name of an example."""
    if example.title:
        return example.title
    if example.paper_id is None:
        return "Pasted text"
    return f"Paper {example.paper_id}"


def address(path: str, pairs: Sequence[tuple[str, str]] = ()) -> str:
    """Return an address of this page; halves of characters, which none can hold, become ``?``."""
    if not pairs:
        return path
    return f"{path}?{urlencode(pairs, errors='replace')}"


def outgoing_links(result: Result) -> list[tuple[str, str, str]]:
    """Return (kind, id, address) of each id that a public site shows the paper under."""
    sites = (
        ("DOI", result.doi, "https://doi.org/"),
        ("arXiv", result.arxiv_id, "https://arxiv.org/abs/"),
        ("ACL", result.acl_id, "https://aclanthology.org/"),
    )
    links = []
    for kind, name, site in sites:
        if name:
            links.append((kind, name, site + quote(name, safe="/.:;()-_", errors="replace")))
    return links


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

    nearest = {}
    for asked, pairs in links.items():
        pairs.sort(key=lambda pair: (-pair[1].similarity, pair[0]))
        nearest[asked] = pairs[:_NEAREST]
    return nearest


def group_fields(facts: RunFacts) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return (field, papers) of the most frequent fields, and those of the others by name."""
    return list(facts.fields[:_FREQUENT]), sorted(facts.fields[_FREQUENT:])


def asked_numbers(links: Sequence[Link]) -> str:
    """Return the numbers, from 1, of the example's sentences that ``links`` lead to."""
    return " ".join(str(link.asked + 1) for link in links)
