"""The scheme of an annotation: facets, labels of sentences, grades, and guidelines.

A scheme is a YAML file; docs/schemes.md describes its keys. The default one, ``csfcube``, is that
of Mysore et al., "CSFCube" (2021), sections 2 to 4, and of the annotator guidelines of its release.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from paperpool.collections.csfcube_scheme import find_default
from paperpool.collections.scheme_values import FORM, Row, ValueReader, is_text
from paperpool.errors import Problem, UserError, first_of, name_some, quote
from paperpool.io.yaml_files import load_yaml

_DEFAULT = Path(find_default()).stem
"""The name of the default scheme."""

ALL = "all"
"""The slice of the pairs of every facet."""

ANY_FACET = "any"
"""What counts of query papers call papers of whatever facet."""

_RESERVED = {
    ALL: f"Rename it: `{ALL}` is the slice of all facets.",
    ANY_FACET: f"Rename it: counts of queries have `{ANY_FACET}` for papers of whatever facet.",
}
"""The names that no facet can have, with hints."""

UNGRADED = -1
"""The grade of an annotator's empty cell (17 cells of CSFCube's release)."""

SCHEME = "scheme.yaml"
"""The file of a collection's folder with its scheme; without it the scheme is the default one."""


@dataclass(frozen=True)
class Facet:
    """A facet: its name in files and tables, its ``title`` on pages, and its guideline.

    ``question`` is what the annotator compares, ``heading`` and ``context`` stand
    above and below it. Sentences with one of ``labels`` belong to the facet. ``grades`` explains
    each grade for the facet, by its number.
    """

    name: str
    title: str
    heading: str
    question: str
    context: str
    labels: tuple[str, ...]
    grades: Mapping[int, str]


@dataclass(frozen=True)
class GradeLevel:
    """A grade: its number, its name as annotators see it, its definition and its gain in NDCG."""

    number: int
    name: str
    definition: str
    gain: float


@dataclass(frozen=True)
class Scheme:
    """Facets, labels, grades from 0, and guidelines; candidates are relevant from ``relevant`` on.

    ``headings`` maps a heading of structured abstracts, in lower case, to the label of the
    sentences below it. ``unlabelled`` is the label of sentences that nothing labels, empty if a
    labeller has to label all. ``general`` holds for every facet, ``full_texts`` in its place where
    grades are from full texts, ``meetings`` is on quality control. ``examples`` is the content of a
    file of worked examples, empty without any.
    """

    name: str
    title: str
    facets: tuple[Facet, ...]
    labels: tuple[str, ...]
    grades: tuple[GradeLevel, ...]
    relevant: int
    headings: Mapping[str, str] = field(default_factory=dict)
    unlabelled: str = ""
    general: tuple[str, ...] = ()
    full_texts: tuple[str, ...] = ()
    meetings: tuple[str, ...] = ()
    examples: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def facet_names(self) -> tuple[str, ...]:
        """The names of the facets, in their order."""
        return tuple(facet.name for facet in self.facets)

    @cached_property
    def slices(self) -> tuple[str, ...]:
        """The slices that scores are reported for: each facet, and ``all``."""
        return (*self.facet_names, ALL)

    @cached_property
    def slice_titles(self) -> dict[str, str]:
        """The titles of the slices by name, in the order of tables: ``all`` first."""
        titles = {ALL: "All queries"}
        for facet in self.facets:
            titles[facet.name] = facet.title
        return titles

    @property
    def is_default(self) -> bool:
        """Whether it is the default scheme, whose name no other may have."""
        return self.name == _DEFAULT

    @property
    def max_grade(self) -> int:
        """The highest grade."""
        return len(self.grades) - 1

    @property
    def n_grades(self) -> int:
        """The number of grades."""
        return len(self.grades)

    @cached_property
    def gains(self) -> tuple[float, ...]:
        """The gain of each grade, from grade 0 on; whole numbers are integers."""
        return tuple(level.gain for level in self.grades)

    @property
    def relevant_gain(self) -> float:
        """The least gain of relevant candidates."""
        return self.gains[self.relevant]

    @cached_property
    def grade_names(self) -> dict[int, str]:
        """The names of grades by number, highest first, as annotators see them."""
        return {level.number: level.name for level in reversed(self.grades)}

    def facet(self, name: str) -> Facet:
        """Return the facet of a name; raise KeyError for another."""
        return self._by_name[name]

    def labels_of(self, facet: str) -> frozenset[str]:
        """Return the labels of a facet's sentences: empty if the scheme has no labels.

        A name that is no facet, as a part of somebody else's collection, is its own label.
        """
        if facet in self._by_name:
            return frozenset(self._by_name[facet].labels)
        return frozenset([facet])

    def facet_of(self, label: str) -> str | None:
        """Return the facet that a label's sentences belong to, None for a label of no facet."""
        for facet in self.facets:
            if label in facet.labels:
                return facet.name
        return None

    @cached_property
    def _by_name(self) -> dict[str, Facet]:
        return {facet.name: facet for facet in self.facets}


@cache
def default_scheme() -> Scheme:
    """Return the scheme of CSFCube."""
    return _read_file(find_default())


def find_scheme(setting: str | None) -> str:
    """Return the file of a scheme: that of the default one, by None or its name, or the file."""
    if setting in (None, _DEFAULT):
        return find_default()
    return str(setting)


def find_collection_scheme(folder: str | Path) -> str:
    """Return the file of the scheme of a collection in CSFCube's format."""
    file = Path(folder, SCHEME)
    return str(file) if file.is_file() else find_scheme(None)


def read_scheme(path: str | Path) -> Scheme:
    """Read a scheme (YAML), the default one once; raise UserError with every mistake."""
    if str(path) == find_default():
        return default_scheme()
    return _read_file(path)


def _read_file(path: str | Path) -> Scheme:
    return parse_scheme(load_yaml(path, "scheme", FORM), str(path))


def parse_scheme(read: Row, where: str) -> Scheme:
    """Return the scheme of a mapping, read from ``where``; raise UserError with every mistake."""
    problems: list[Problem] = []
    reader = ValueReader(problems)
    keys = ("name", "title", "facets", "labels", "grades", "relevant", "headings", "guideline")
    reader.check_keys(read, (*keys, "unlabelled", "examples"), where)
    name = reader.name(read, where, "A scheme")
    labels = reader.texts(read, "labels", where)
    levels = _read_grades(reader, read, where)
    facets = _read_facets(reader, read, levels, where)
    headings = _read_headings(reader, read, labels, where)
    guideline = reader.mapping(read, "guideline", where)
    place = f"{where}, guideline"
    reader.check_keys(guideline, ("general", "full_texts", "meetings"), place)
    scheme = Scheme(
        name=name,
        title=reader.text(read, "title", where, name),
        facets=tuple(facets),
        labels=tuple(labels),
        grades=tuple(levels),
        relevant=reader.number(read, "relevant", where, 1),
        headings=headings,
        unlabelled=reader.text(read, "unlabelled", where, ""),
        general=tuple(reader.texts(guideline, "general", place)),
        full_texts=tuple(reader.texts(guideline, "full_texts", place)),
        meetings=tuple(reader.texts(guideline, "meetings", place)),
        examples=reader.mapping(read, "examples", where),
    )
    problems += _find_contradictions(scheme, where)
    if scheme.is_default and where != find_default() and scheme != default_scheme():
        message = f"The scheme has the name {name!r}, which is taken."
        problems.append(Problem(message, where, "Give it a name of its own."))
    if problems:
        raise UserError(first_of(problems))
    return scheme


def _read_facets(
    reader: ValueReader, read: Row, levels: Sequence[GradeLevel], where: str
) -> list[Facet]:
    facets = []
    for number, row in enumerate(reader.rows(read, "facets", where, 1)):
        place = f"{where}, facets.{number}"
        keys = ("name", "title", "heading", "question", "context", "labels", "grades")
        reader.check_keys(row, keys, place)
        name = reader.name(row, place, "A facet")
        title = reader.text(row, "title", place, name.replace("-", " ").capitalize())
        facets.append(
            Facet(
                name=name,
                title=title,
                heading=reader.text(row, "heading", place, title),
                question=reader.text(row, "question", place),
                context=reader.text(row, "context", place, ""),
                labels=tuple(reader.texts(row, "labels", place)),
                grades=_read_explanations(reader, row, levels, place),
            )
        )
    return facets


def _read_explanations(
    reader: ValueReader, row: Row, levels: Sequence[GradeLevel], where: str
) -> dict[int, str]:
    """Return what each grade means for a facet, highest first: by default its definition."""
    given: dict[object, object] = {}
    given.update(reader.mapping(row, "grades", where))
    numbers = [level.number for level in levels]
    for key, text in given.items():
        if key not in numbers or not is_text(text):
            hint = f"Each key is one of {', '.join(map(str, numbers))}, each value a sentence."
            message = f"The grade {quote(key)} is explained by {quote(text)}."
            reader.problems.append(Problem(message, f"{where}.grades", hint))
    explained = {}
    for level in reversed(levels):
        explained[level.number] = str(given.get(level.number, level.definition))
    return explained


def _read_grades(reader: ValueReader, read: Row, where: str) -> list[GradeLevel]:
    """Return the grades, which are numbered as they are listed, from 0 on."""
    levels = []
    for number, row in enumerate(reader.rows(read, "grades", where, 2)):
        place = f"{where}, grades.{number}"
        reader.check_keys(row, ("name", "definition", "gain"), place)
        gain = row.get("gain", number)
        is_number = isinstance(gain, int | float) and not isinstance(gain, bool)
        if not is_number or not math.isfinite(gain) or gain < 0:
            hint = "A number that is not below 0."
            reader.problems.append(Problem(f"The gain is {quote(gain)}.", f"{place}.gain", hint))
            gain = number
        name = reader.text(row, "name", place)
        definition = reader.text(row, "definition", place, "")
        levels.append(GradeLevel(number, name, definition, gain))
    return levels


def _read_headings(
    reader: ValueReader, read: Row, labels: Sequence[str], where: str
) -> dict[str, str]:
    """Return the label of each heading, of ``{label: [heading, ...]}``."""
    listed = reader.mapping(read, "headings", where)
    headings: dict[str, str] = {}
    for label in listed:
        place = f"{where}, headings.{label}"
        if label not in labels:
            hint = _describe_labels(labels)
            reader.problems.append(Problem(f"No label {quote(label)}.", place, hint))
            continue
        for heading in reader.texts(listed, label, f"{where}, headings"):
            plain = " ".join(heading.lower().rstrip(":").split())
            if plain in headings:
                message = f"The heading {plain!r} stands for two labels."
                if headings[plain] == label:
                    message = f"The heading {plain!r} is listed twice."
                reader.problems.append(Problem(message, place, "Keep one of them."))
            headings[plain] = label
    return headings


def _find_contradictions(scheme: Scheme, where: str) -> Iterator[Problem]:
    """Yield what does not fit together in a scheme whose values are sound by themselves."""
    names = list(scheme.facet_names)
    for repeated in _repeated(names):
        yield Problem(f"Two facets are called {repeated!r}.", f"{where}, facets", "Rename one.")
    for reserved, hint in _RESERVED.items():
        if reserved in names:
            yield Problem(f"A facet is called {reserved!r}.", f"{where}, facets", hint)
    for repeated in _repeated(scheme.labels):
        hint = "Keep one of them."
        yield Problem(f"The label {repeated!r} is listed twice.", f"{where}, labels", hint)
    for label in scheme.labels:
        plain = " ".join(label.lower().split())
        if label != plain:
            hint = f"Write {plain!r}: sheets and models have labels in lower case."
            yield Problem(f"The label {label!r} is not in lower case.", f"{where}, labels", hint)

    if scheme.unlabelled and scheme.unlabelled not in scheme.labels:
        message = f"Sentences that nothing labels would have the label {scheme.unlabelled!r}."
        hint = f"Name one of the scheme's labels: {', '.join(scheme.labels) or 'it has none'}."
        yield Problem(message, f"{where}, unlabelled", hint)

    owners: dict[str, str] = {}
    for number, facet in enumerate(scheme.facets):
        place = f"{where}, facets.{number}.labels"
        if scheme.labels and not facet.labels:
            hint = "Give it one of the scheme's labels, or give no facet labels."
            yield Problem(f"The facet {facet.name!r} has no labels.", place, hint)
        for label in facet.labels:
            if label not in scheme.labels:
                yield Problem(f"No label {label!r}.", place, _describe_labels(scheme.labels))
            if owners.setdefault(label, facet.name) != facet.name:
                message = f"The label {label!r} belongs to {owners[label]!r} and {facet.name!r}."
                yield Problem(message, place, "A label belongs to one facet.")

    for repeated in _repeated([level.name for level in scheme.grades]):
        yield Problem(f"Two grades are called {repeated!r}.", f"{where}, grades", "Rename one.")
    yield from _find_gain_problems(scheme, where)


def _find_gain_problems(scheme: Scheme, where: str) -> Iterator[Problem]:
    gains = scheme.gains
    if len(gains) < 2:  # which is told for the grades
        return

    falls = [n for n in range(1, len(gains)) if gains[n] < gains[n - 1]]
    if falls:
        message = f"The gain falls at grade {name_some(falls)}."
        hint = "Grades are listed from the least to the most relevant, and gains do not fall."
        yield Problem(message, f"{where}, grades", hint)
    if not 1 <= scheme.relevant <= scheme.max_grade:
        hint = f"The least grade that is relevant: a whole number from 1 to {scheme.max_grade}."
        message = f"The key relevant is {quote(scheme.relevant)}."
        yield Problem(message, f"{where}, relevant", hint)
    elif not falls and gains[scheme.relevant] <= gains[scheme.relevant - 1]:
        message = f"Grade {scheme.relevant} is relevant and gains no more than the grade below it."
        yield Problem(message, f"{where}, grades", "Raise its gain.")


def _describe_labels(labels: Sequence[str]) -> str:
    """Return the hint of a label that is none of the scheme's."""
    if not labels:
        return "The scheme has no labels: list them under the key labels, or use none."
    return f"The labels of the scheme are {', '.join(labels)}."


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})
