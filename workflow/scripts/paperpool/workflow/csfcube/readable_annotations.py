"""Write the annotations of a collection as readable texts, one for each (query, facet) pair.

Source: the folder ``readable_annotations`` of the CSFCube release; these are its 50 texts but for
the numbering of the annotators.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from paperpool.collections.collection import Collection, Paper
from paperpool.collections.facets import UNGRADED
from paperpool.io.files import write_text, writing_folder
from paperpool.workflow.running.manifest import forget_lost, note_files

FOLDER = "readable_annotations"

_GRADES = ("Irrelevant (0)", "Related (+1)", "Similar (+2)", "Identical (+3)")


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


def _format_pair(collection: Collection, query: str, facet: str) -> Iterator[str]:
    """Yield the query, then its candidates by falling grade, ties as judged.

    Pairs of two annotators have both grades, -1 for an empty cell; pairs of more only those given.
    ``difference`` is the largest between any two.
    """
    judged, pool = collection.judgments[query, facet], collection.pools[query]
    sources = dict(zip(pool.candidates, pool.sources, strict=True))
    yield "=" * 70
    yield from _describe(collection.labelled(query))
    for place in sorted(range(len(judged.candidates)), key=lambda i: -judged.adjudicated[i]):
        candidate = judged.candidates[place]
        said = {name: grades[place] for name, grades in judged.annotators.items()}
        if len(said) > 2:
            said = {name: grade for name, grade in said.items() if grade != UNGRADED}
        between = max(said.values(), default=0) - min(said.values(), default=0)
        given = (f"; {name.replace('ann', 'annotator', 1)}: {said[name]}" for name in said)
        yield "=" * 35
        yield from _describe(
            collection.labelled(candidate),
            f"adju relevance: {_GRADES[judged.adjudicated[place]]}",
            f"difference: {between}{''.join(given)}",
            f"sources: {' - '.join(sources.get(candidate, ()))}",
        )
        yield ""


def _describe(paper: Paper, *judged: str) -> Iterator[str]:
    yield f"paper_id: {paper.paper_id}; YEAR: {paper.year}"
    yield from (*judged, f"TITLE: {paper.title}")
    sentences = zip(paper.labels, paper.sentences, strict=True)
    yield "ABSTRACT: " + "\n".join(f"{label}_label: {text}" for label, text in sentences)
