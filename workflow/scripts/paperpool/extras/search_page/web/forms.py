"""Read and check a request to the search page: the paper and the settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paperpool.errors import Problem, name_some
from paperpool.extras.search_page.model import (
    MAX_OTHERS,
    MAX_PAGES,
    MAX_RESULTS,
    WHOLE,
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
    """A request: a paper by its id or title (``paper``), or a pasted one.

    ``typed`` holds numbers as sent, for the form to keep; ``settings`` has the default for invalid
    ones. ``has_example`` is whether there is an acceptable text to search by.
    """

    settings: Settings
    paper: str = ""
    pasted: bool = False
    title: str = ""
    abstract: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    has_example: bool = False


def default_settings(facts: RunFacts) -> Settings:
    """Return the settings of a search without any."""
    return Settings(ranker=facts.default_ranker)


def read_form(sent: Any, facts: RunFacts, pasted: bool = False) -> Form:
    """Read a request's values (a MultiDict); errors become the form's problems."""
    values = {key: clean(sent.get(key, "")) for key in sent}
    reading = _Reading(values, facts)
    reading.check_texts(pasted)
    has_example = not reading.problems

    facet = reading.choice("facet", (*facts.scheme.facet_names, WHOLE))
    marked = reading.places(sent.getlist("sentence"))
    ranker = reading.choice("ranker", facts.rankers)
    n_results = reading.number(values.get("n"), (1, MAX_RESULTS), "number of results")
    filters = reading.filters(sent.getlist("field"))
    page = reading.number(values.get("page"), (1, MAX_PAGES), "page")
    settings = Settings(
        facet=facet,
        marked=marked,
        ranker=ranker,
        n_results=n_results or Settings.n_results,
        filters=filters,
        page=page or Settings.page,
        like=reading.names(sent.getlist("like"), "like"),
        unlike=reading.names(sent.getlist("unlike"), "less like"),
    )
    return Form(
        settings,
        values.get("paper", ""),
        pasted,
        values.get("title", ""),
        values.get("abstract", ""),
        values,
        tuple(reading.problems),
        has_example,
    )


def clean(text: str) -> str:
    """Return a typed text with plain line ends and without white space around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def check_marks(marked: Sequence[int], example: Example) -> list[Problem]:
    """Return the problem of marked sentences that the example does not have."""
    n = len(example.sentences)
    missing = [str(place + 1) for place in marked if place >= n]
    if not missing:
        return []
    message = f"The paper has {n} sentences; there is no sentence {name_some(missing)}."
    hint = "Tick the sentences again: the link may be of another version of the paper."
    return [Problem(message, "Sentences", hint)]


def settings_pairs(settings: Settings, default: Settings) -> list[tuple[str, str]]:
    """Return the parameters of a request for ``settings``, without defaults."""
    single = {
        "facet": (settings.facet, default.facet),
        "ranker": (settings.ranker, default.ranker),
        "n": (settings.n_results, default.n_results),
        "from": (settings.filters.year_from, None),
        "to": (settings.filters.year_to, None),
        "page": (settings.page, default.page),
    }
    repeated = {
        "field": settings.filters.fields,
        "like": settings.like,
        "unlike": settings.unlike,
        "sentence": [str(place + 1) for place in settings.marked],
    }
    pairs = []
    for key, (value, usual) in single.items():
        if value != usual:
            pairs.append((key, str(value)))
    for key, values in repeated.items():
        for value in values:
            pairs.append((key, value))
    return pairs


class _Reading:
    """The values of one request; their errors gather in ``problems``."""

    def __init__(self, values: Mapping[str, str], facts: RunFacts):
        self.values = values
        self.facts = facts
        self.default = default_settings(facts)
        self.problems: list[Problem] = []

    def check_texts(self, pasted: bool) -> None:
        """Note a paper or text that is missing or too long."""
        if pasted:
            self._check_length("title", MAX_PAPER)
            self._check_length("abstract", MAX_ABSTRACT)
            needed = "abstract"
            message = "The abstract is empty."
        else:
            self._check_length("paper", MAX_PAPER)
            needed = "paper"
            message = "No paper was named."
        if not self.values.get(needed):
            hint = "Type a paper's id or title, or paste an abstract; its title may stay empty."
            self._note(message, needed.capitalize(), hint)

    def _check_length(self, name: str, limit: int) -> None:
        n = len(self.values.get(name, ""))
        if n > limit:
            message = f"The {name} has {n:,} characters; the page takes {limit:,}."
            self._note(message, name.capitalize(), "Shorten it.")

    def choice(self, key: str, known: Sequence[str]) -> str:
        """Return the chosen one of ``known``; the default if it is missing or unknown."""
        usual = getattr(self.default, key)
        value = self.values.get(key) or usual
        if not self._knows(key, value, known):
            return usual
        return value

    def number(self, text: str | None, ends: tuple[int, int], name: str) -> int | None:
        """Return a whole number between ``ends``, None if it is missing or invalid."""
        if not text:
            return None

        low, high = ends
        if text.isascii() and text.isdigit():
            number = int(text[:10])  # the ends are shorter
            if low <= number <= high:
                return number
        message = f"The {name} must be a whole number from {low} to {high}."
        self._note(message, f"{text[:40]!r} was sent", "Or leave it empty.")
        return None

    def places(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the places (from 0) of the marked sentences; the page counts them from 1."""
        places = set()
        for text in texts:
            number = self.number(text, (1, MAX_ABSTRACT), "ticked sentence")
            if number is not None:
                places.add(number - 1)
        return tuple(sorted(places))

    def names(self, texts: Sequence[str], kind: str) -> tuple[str, ...]:
        """Return the other papers that are named, each once, as they were typed."""
        names = tuple(dict.fromkeys(filter(None, map(clean, texts))))
        if len(names) > MAX_OTHERS or any(len(name) > MAX_PAPER for name in names):
            message = f"The papers to be {kind} are too many, or a name of them is too long."
            hint = f"Name at most {MAX_OTHERS}, each in {MAX_PAPER:,} characters."
            self._note(message, "Papers", hint)
            return ()
        return names

    def filters(self, fields: Sequence[str]) -> Filters:
        """Return the filters by years and by those of ``fields`` that the run has."""
        first = self.number(self.values.get("from"), _YEARS, "first year")
        last = self.number(self.values.get("to"), _YEARS, "last year")
        if self.facts.years is None and (first or last):
            self._note("The papers have no years.", "Years", "Search without them.")
        elif first and last and first > last:
            message = f"The first year, {first}, is after the last, {last}."
            self._note(message, "Years", "Exchange them.")

        known = [name for name, _ in self.facts.fields]
        accepted = []
        for name in sorted(set(filter(None, map(clean, fields)))):
            if self._knows("field", name, known):
                accepted.append(name)
        return Filters(first, last, tuple(accepted))

    def _knows(self, key: str, value: str, known: Sequence[str]) -> bool:
        """Return whether the run has a value; if not, note it."""
        if value in known:
            return True
        hint = f"It has no {key} at all."
        if known:
            hint = f"Choose one of: {name_some(known, 20)}."
        self._note(f"This run has no {key} {value[:100]!r}.", key.capitalize(), hint)
        return False

    def _note(self, message: str, place: str, hint: str) -> None:
        self.problems.append(Problem(message, place, hint))
