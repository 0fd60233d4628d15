"""Write the annotations of a collection as readable texts, one for each (query, facet) pair.

Source: the folder ``readable_annotations`` of the CSFCube release; these are its 50 texts but for
the numbering of the annotators.
"""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from paperpool.collections.collection import Collection, Paper
from paperpool.collections.schemes import UNGRADED, Scheme
from paperpool.io.files import write_text, writing_folder
from paperpool.workflow.running.manifest import forget_lost, note_files

FOLDER = "readable_annotations"

_RELEASED_GRADES = {
    0: "Irrelevant (0)",
    1: "Related (+1)",
    2: "Similar (+2)",
    3: "Identical (+3)",
}
"""The names of the grades in CSFCube's release, which annotators saw under others."""


def write_readable(collection: Collection, folder: str | Path) -> None:
    """Write ``<query>-<facet>-adju.txt`` of each judged pair to ``folder``, replacing its contents.

    Characters that no file name can have are percent-encoded (``%2F``).
    """
    shutil.rmtree(folder, ignore_errors=True)
    with writing_folder(folder) as unfinished:
        for query, facet in collection.pairs():
            text = "".join(f"{line}\n" for line in _format_pair(collection, query, facet))
            write_text(unfinished / f"{quote(query, safe='')}-{facet}-adju.txt", text)
    forget_lost(folder)
    note_files(sorted(Path(folder).iterdir()))  # the rule cannot name them


def _name_grades(scheme: Scheme) -> Mapping[int, str]:
    """Return the names of the grades: those of the release, or those of another scheme."""
    if scheme.is_default:
        return _RELEASED_GRADES
    return scheme.grade_names


def _format_pair(collection: Collection, query: str, facet: str) -> Iterator[str]:
    """Yield the query, then its candidates by falling grade, ties as judged.

    Pairs of two annotators have both grades, -1 for an empty cell; pairs of more only those given.
    ``difference`` is the largest between any two.
    """
    names = _name_grades(collection.scheme)
    judged = collection.judgments[query, facet]
    pool = collection.pools[query]
    sources = dict(zip(pool.candidates, pool.sources, strict=True))
    yield "=" * 70
    yield from _describe(collection.labelled(query))

    by_grade = sorted(range(len(judged.candidates)), key=lambda i: -judged.adjudicated[i])
    for place in by_grade:
        candidate = judged.candidates[place]
        grades = {name: column[place] for name, column in judged.annotators.items()}
        if len(grades) > 2:
            grades = {name: grade for name, grade in grades.items() if grade != UNGRADED}
        difference = max(grades.values(), default=0) - min(grades.values(), default=0)
        relevance = f"difference: {difference}"
        for name, grade in grades.items():
            relevance += f"; {name.replace('ann', 'annotator', 1)}: {grade}"

        yield "=" * 35
        yield from _describe(
            collection.labelled(candidate),
            f"adju relevance: {names[judged.adjudicated[place]]}",
            relevance,
            f"sources: {' - '.join(sources.get(candidate, ()))}",
        )
        yield ""


def _describe(paper: Paper, *judged: str) -> Iterator[str]:
    """Yield a paper's id and year, how it was ``judged``, and its texts, with labels if any."""
    yield f"paper_id: {paper.paper_id}; YEAR: {paper.year}"
    yield from judged
    yield f"TITLE: {paper.title}"
    sentences = list(paper.sentences)
    if paper.labels:
        labelled = zip(paper.labels, paper.sentences, strict=True)
        sentences = [f"{label}_label: {text}" for label, text in labelled]
    yield "ABSTRACT: " + "\n".join(sentences)
