"""Read the fields shared by annotation files and the task's CSV files."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from paperpool.scisumm.names import CLEAN_TEXT, COLUMNS
from paperpool.scisumm.read.markup import clean, read_elements
from paperpool.scisumm.read.problems import FileProblems

FACETS = tuple(
    f"{facet}_Citation" for facet in ("Aim", "Hypothesis", "Implication", "Method", "Results")
)

_SAFE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_SUFFIX = re.compile(r"\.(xml|txt)$", re.IGNORECASE)
_FACET_LIST = re.compile(r"\[\s*'(\w+)'((?:,\s*'\w+')*)\s*\]")


@dataclass(frozen=True)
class TaskRow:
    """A row as written, except for ``citing_id`` and the citance's unescaped texts.

    ``citation`` is of the column ``Citation Text``, ``clean`` of ``Citation Text Clean``: "" where
    that is empty or missing.
    ``reference_article`` and ``citing_article`` are the cells of a CSV file, which the official
    script uses; in ``*.ann.txt``, which it ignores, the ids. ``row`` counts from 1, dropped rows
    included; an unnamed ``annotator`` is "". ``n_columns`` is ``len(names.COLUMNS)`` plus the row's
    length minus its header's (the official script requires equality); ``*.ann.txt`` rows count as
    complete.
    """

    row: int
    number: str
    reference_article: str
    citing_article: str
    citing_id: str
    marker: str
    citation: str
    clean: str
    citation_text: str
    reference_offset: str
    reference_text: str
    n_columns: int = len(COLUMNS)
    annotator: str = ""


def make_row(
    row: int,
    cells: Mapping[str, str],
    paper_id: str,
    problems: FileProblems,
    n_columns: int = len(COLUMNS),
) -> TaskRow:
    """Return a row from its cells by column; one that names another paper than ``paper_id`` counts.

    ``Citing Article`` and ``Citation Text`` are needed.
    """

    def cell(name: str) -> str:
        """Return the cell of a column, empty without that column."""
        return cells.get(name, "")

    article = cells.get("Reference Article", paper_id)
    about = read_id(article, problems)
    if about != paper_id:
        problems.add("wrong_paper", "repaired", about, row)
    check_facet(cell("Discourse Facet"), problems, row)
    return TaskRow(
        row=row,
        number=cell("Citance Number").strip(),
        reference_article=article,
        citing_article=cell("Citing Article"),
        citing_id=read_id(cell("Citing Article"), problems),
        marker=cell("Citation Marker"),
        citation=read_citation(cell("Citation Text"), problems, row),
        clean=read_clean(cell(CLEAN_TEXT), problems, row),
        citation_text=cell("Citation Text"),
        reference_offset=cell("Reference Offset"),
        reference_text=cell("Reference Text"),
        n_columns=n_columns,
        annotator=cell("Annotator"),
    )


def is_safe_id(paper_id: str) -> bool:
    """Return whether a paper's id can be part of a path: letters, digits, ``_`` and ``-``."""
    return _SAFE_ID.fullmatch(paper_id) is not None


def read_id(text: str, problems: FileProblems) -> str:
    """Return the paper's id of a field, which may name a file (``C02-1050.xml``)."""
    paper_id = strip_suffix(text)
    if paper_id != text.strip():
        problems.repeat("id_suffix", "repaired", text.strip())
    return paper_id


def strip_suffix(text: str) -> str:
    """Return a file's name without ``.xml`` or ``.txt``."""
    return _SUFFIX.sub("", text.strip())


def read_citation(text: str, problems: FileProblems, row: int) -> str:
    """Return the unescaped text of a citance, of its S elements if any; "" for NA."""
    citation = _unescape(text, problems, row)
    if not citation:
        problems.add("empty_citation", "kept", text, row)
    return citation


def read_clean(text: str, problems: FileProblems, row: int) -> str:
    """Return the unescaped text of a citance as repaired by the release; "" without one.

    It has the malformations of the text it was made of, so its own are not counted again.
    """
    unlisted = FileProblems(problems.split, problems.paper_id, problems.file)
    return _unescape(text, unlisted, row)


def _unescape(text: str, problems: FileProblems, row: int) -> str:
    """Return the text of a field's S elements, or of the field without any; "" for NA."""
    elements = read_elements(text, problems, row) if "<" in text else []
    if elements:
        citation = " ".join(element.text for element in elements if element.text)
    else:
        citation = clean(text, problems)
    return "" if is_na(citation) else citation


def check_facet(text: str, problems: FileProblems, row: int) -> None:
    """Count a facet that deviates from the task's spelling; lists are allowed."""
    facets = [text.strip()]
    if _FACET_LIST.fullmatch(text.strip()):
        facets = re.findall(r"\w+", text)
    if any(facet not in FACETS and facet not in ("NA", "") for facet in facets):
        problems.add("facet_spelling", "kept", text, row)


_QUOTES = "'\"“”‘’`´"
_NUMBER = re.compile(rf"[{_QUOTES}]?[0-9]{{1,9}}[{_QUOTES}]?")


def is_na(text: str) -> bool:
    """Return whether a field is NA, in any quotes."""
    return text.strip(f" \t[]{_QUOTES}").upper() in ("NA", "N/A")


def read_offset(offset: str, problems: FileProblems, row: int | None = None) -> tuple[int, ...]:
    """Return the distinct numbers of an offset in order; empty for NA or an empty field."""
    text = offset.strip()
    if not text or is_na(text):
        return ()
    if text.startswith("[") != text.endswith("]"):
        problems.add("offset_brackets", "repaired", offset, row)
    text = text.removeprefix("[").removesuffix("]")

    numbers: list[int] = []
    found: dict[str, str] = {}
    if text != offset.strip("[]"):
        found["offset_spaces"] = "repaired"
    for part in text.split(","):
        stripped = part.strip()
        digits = [int(number) for number in re.findall(r"[0-9]{1,9}", stripped)]
        if not _NUMBER.fullmatch(stripped):
            found["offset_separator"] = "repaired" if digits else "dropped"
        elif stripped[0].isdigit() or stripped[-1].isdigit():
            found["offset_quotes"] = "repaired"
        if part != stripped:
            found["offset_spaces"] = "repaired"
        numbers += digits

    if len(set(numbers)) < len(numbers):
        found["repeated_offset"] = "repaired"
    for problem, action in found.items():
        problems.add(problem, action, offset, row)
    return tuple(dict.fromkeys(numbers))


def read_sids(
    offset: str, text: str, known: Collection[int], problems: FileProblems, row: int
) -> tuple[int, ...]:
    """Return the known sentences that a row names, as it was meant ("corrected"); empty for NA.

    The offset is a typed list of numbers (``['1','94']``) with many errors of punctuation; the
    cited text was copied with its sentences' numbers. If they disagree, the text wins
    (``'137','39'`` beside the sentences 137 and 139) unless only the offset has known sentences.
    """
    named = read_offset(offset, problems, row)
    if is_na(text):
        if text.strip() != "NA":
            problems.add("na_spelling", "repaired", text, row)
        if named:
            problems.add("offset_disagrees", "repaired", f"{offset} beside {text}", row)
        return ()

    elements = read_elements(text, problems, row)
    quoted = tuple(dict.fromkeys(e.sid for e in elements if e.sid is not None))
    if not quoted:
        if named:
            problems.add("no_sid_in_text", "repaired", f"{offset} beside {text}", row)
        elif text.strip() or not is_na(offset):
            problems.add("no_span", "kept", f"{offset} beside {text}", row)
    elif sorted(named) != sorted(quoted):
        numbers = ", ".join(map(str, quoted))
        problems.add("offset_disagrees", "repaired", f"{offset} beside sentences {numbers}", row)

    sids = quoted or named
    if not any(sid in known for sid in quoted) and any(sid in known for sid in named):
        sids = named
    unknown = [str(sid) for sid in sids if sid not in known]
    if unknown:
        problems.add("unknown_sentence", "dropped", ", ".join(unknown), row)
    return tuple(sid for sid in sids if sid in known)
