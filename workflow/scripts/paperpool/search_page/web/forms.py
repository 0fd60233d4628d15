"""Read and check a request to the search page: the paper and the settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from paperpool.errors import Problem, name_some
from paperpool.search_page.model import (
    ALL,
    CHOICES,
    MAX_OTHERS,
    MAX_PAGES,
    MAX_RESULTS,
    WITHIN,
    Example,
    Filters,
    RunFacts,
    Settings,
)

MAX_PAPER = 1_000
"""Characters of an id or title."""
MAX_ABSTRACT = 20_000
"""Characters of a pasted abstract."""
_YEARS = (1, 9999)


@dataclass(frozen=True)
class Form:
    """A request: a topic by its id, a paper by its id or title (``paper``), or a pasted one.

    ``typed`` holds numbers and choices as sent, for the form to keep; ``settings`` has the default
    for invalid ones. ``why`` is the id of the result to explain.
    """

    settings: Settings
    paper: str = ""
    topic: str = ""
    pasted: bool = False
    title: str = ""
    abstract: str = ""
    why: str | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def default_settings(facts: RunFacts) -> Settings:
    """Return the settings of a search without any."""
    return Settings(ranker=facts.default_ranker)


def read_form(sent: Any, facts: RunFacts, pasted: bool = False) -> Form:
    """Read a request's values (a MultiDict); errors become the form's problems."""
    values = {key: clean(sent.get(key, "")) for key in sent}
    reading = _Reading(values, facts)
    settings = Settings(
        facet=reading.choice("facet", CHOICES),
        marked=reading.places(sent.getlist("sentence")),
        ranker=reading.choice("ranker", facts.rankers),
        n_results=reading.number("n", (1, MAX_RESULTS), "number of results") or Settings.n_results,
        filters=Filters(
            reading.number("from", _YEARS, "first year"),
            reading.number("to", _YEARS, "last year"),
            reading.fields(sent.getlist("field")),
        ),
        within=reading.choice("within", WITHIN if facts.has_pools else (ALL,)),
        page=reading.number("page", (1, MAX_PAGES), "page") or Settings.page,
        like=reading.names([*sent.getlist("paper")[1:], *sent.getlist("like")], "like"),
        unlike=reading.names(sent.getlist("unlike"), "less like"),
        **reading.models(),
    )
    reading.check_years(settings.filters)
    form = Form(
        settings,
        values.get("paper", ""),
        values.get("topic", ""),
        pasted,
        values.get("title", ""),
        values.get("abstract", ""),
        values.get("why") or None,
        values,
        tuple(reading.problems),
    )
    return _check_lengths(form)


def clean(text: str) -> str:
    """Return a typed text with plain line ends and without white space around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def check_marks(marked: tuple[int, ...], example: Example) -> list[Problem]:
    """Return the problem of marked sentences that the example does not have."""
    n = len(example.sentences)
    if not any(place >= n for place in marked):
        return []
    hint = "Tick the sentences again: the link may be of another version of the paper."
    places = name_some([str(place + 1) for place in marked if place >= n])
    what = f"The paper has {n} sentences; there is no sentence {places}."
    return [Problem(what, "Sentences", hint)]


def settings_pairs(settings: Settings, default: Settings) -> list[tuple[str, str]]:
    """Return the parameters of a request for ``settings``, without defaults."""
    filters = settings.filters
    single = {
        "facet": (settings.facet, default.facet),
        "ranker": (settings.ranker, default.ranker),
        "encoder": (settings.encoder, default.encoder),
        "loss": (settings.loss, default.loss),
        "within": (settings.within, default.within),
        "n": (settings.n_results, default.n_results),
        "from": (filters.year_from, None),
        "to": (filters.year_to, None),
        "page": (settings.page, default.page),
    }
    pairs = [(key, str(value)) for key, (value, usual) in single.items() if value != usual]
    pairs += [("field", name) for name in filters.fields]
    pairs += [("like", name) for name in settings.like]
    pairs += [("unlike", name) for name in settings.unlike]
    return pairs + [("sentence", str(place + 1)) for place in settings.marked]


class _Reading:
    """The values of one request; their errors gather in ``problems``."""

    def __init__(self, values: Mapping[str, str], facts: RunFacts):
        self.values, self.facts = values, facts
        self.default = default_settings(facts)
        self.problems: list[Problem] = []

    def choice(self, key: str, known: tuple[str, ...]) -> str:
        usual = getattr(self.default, key)
        value = self.values.get(key) or usual
        return value if self._knows(key, value, known) else usual

    def number(self, key: str, ends: tuple[int, int], name: str) -> int | None:
        text = self.values.get(key, "")
        if not text:
            return None
        low, high = ends
        if text.isascii() and text.isdigit() and low <= int(text[:10]) <= high:
            return int(text[:10])
        what = f"The {name} must be a whole number from {low} to {high}."
        self.problems.append(Problem(what, f"{text[:40]!r} was sent", "Or leave it empty."))
        return None

    def places(self, texts: list[str]) -> tuple[int, ...]:
        """Return the places (from 0) of the marked sentences; the page counts them from 1."""
        if all(text.isascii() and text.isdigit() and int(text[:10]) > 0 for text in texts):
            return tuple(sorted({int(text[:10]) - 1 for text in texts}))
        hint = "Sentences are counted from 1: tick them again."
        self.problems.append(Problem("A marked sentence is not a number.", "Sentences", hint))
        return ()

    def names(self, texts: list[str], kind: str) -> tuple[str, ...]:
        """Return the other papers that are named, each once, as they were typed."""
        names = tuple(dict.fromkeys(filter(None, map(clean, texts))))
        if len(names) > MAX_OTHERS or any(len(name) > MAX_PAPER for name in names):
            what = f"The papers to be {kind} are too many, or a name of them is too long."
            hint = f"Name at most {MAX_OTHERS}, each in {MAX_PAPER:,} characters."
            self.problems.append(Problem(what, "Papers", hint))
            return ()
        return names

    def fields(self, names: list[str]) -> tuple[str, ...]:
        known = tuple(name for name, _ in self.facts.fields)
        names = sorted(set(filter(None, map(clean, names))))
        return tuple(name for name in names if self._knows("field", name, known))

    def models(self) -> dict[str, str | None]:
        """Return encoder and loss, as far as the ranker has them."""
        ranker = self.values.get("ranker") or self.default.ranker
        encoder = self.values.get("encoder") or None
        loss = self.values.get("loss") or None
        losses = self.facts.losses
        if encoder and not self._knows("encoder", encoder, self.facts.encoders_for(ranker)):
            encoder = None
        if ranker == "scisearch" and encoder and encoder not in losses:
            what = f"No re-ranker was trained on encoder {encoder!r}."
            self.problems.append(Problem(what, "Encoder", f"Choose one of: {', '.join(losses)}."))
        elif ranker == "scisearch" and loss:
            there = losses.get(encoder or next(iter(losses), ""), ())
            self._knows("loss", loss, there)
        return {
            "encoder": None if ranker == "bm25" else encoder,
            "loss": loss if ranker == "scisearch" else None,
        }

    def check_years(self, filters: Filters) -> None:
        if self.facts.years is None and (filters.year_from or filters.year_to):
            what = "The papers have no years."
            self.problems.append(Problem(what, "Years", "Search without them."))
        elif filters.year_from and filters.year_to and filters.year_from > filters.year_to:
            what = f"The first year, {filters.year_from}, is after the last, {filters.year_to}."
            self.problems.append(Problem(what, "Years", "Exchange them."))

    def _knows(self, key: str, value: str, known: tuple[str, ...]) -> bool:
        if value in known:
            return True
        what = f"This run has no {key} {value[:100]!r}."
        hint = f"Choose one of: {name_some(known, 20)}." if known else f"It has no {key} at all."
        self.problems.append(Problem(what, key.capitalize(), hint))
        return False


def _check_lengths(form: Form) -> Form:
    """Return the form with a problem for each text that is missing or too long."""
    problems = list(form.problems)
    if not form.pasted:
        if not (form.paper or form.topic):
            hint = "Type a paper's id or title, or paste a title and abstract."
            problems.insert(0, Problem("No paper was named.", "Paper", hint))
        texts = [("id or title", form.paper, MAX_PAPER), ("topic", form.topic, MAX_PAPER)]
    else:
        texts = [("title", form.title, MAX_PAPER), ("abstract", form.abstract, MAX_ABSTRACT)]
        if not form.abstract:
            hint = "Paste the abstract's sentences; the title may stay empty."
            problems.insert(0, Problem("The abstract is empty.", "Abstract", hint))
    for name, text, limit in texts:
        if len(text) > limit:
            what = f"The {name} has {len(text):,} characters; the page takes {limit:,}."
            problems.append(Problem(what, name.capitalize(), "Shorten it."))
    return replace(form, problems=tuple(problems))
