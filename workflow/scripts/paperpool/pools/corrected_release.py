"""A collection in the release's format whose query sentences have the labels of a label sheet.

Source: CSFCube, section 3: incorrect facet labels of the query abstracts are corrected by hand.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from paperpool.collections.collection import Collection, Paper, pair_name
from paperpool.collections.csfcube_release import ABSTRACTS, REQUIRED, read_collection
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import writing
from paperpool.io.lines import read_user_lines
from paperpool.io.strict_json import parse_json
from paperpool.pools.label_sheet import correct_labels, read_label_sheet


def correct_release(
    folder: str | Path, sheet: str | Path, output: str | Path, may_have_others: bool = False
) -> int:
    """Write the collection of ``folder`` to ``output`` with the labels of ``sheet``.

    Files are copied byte for byte, and of the abstracts every line whose labels stay;
    blank lines and a byte order mark are left out. Papers of the
    sheet that are no queries of the collection are passed over where it ``may_have_others``.
    Returns how many sentences have another label than before. Raises UserError as
    ``correct_labels`` does, and where a query has no sentence of its facet left.
    """
    folder, output = Path(folder), Path(output)
    collection = read_collection(folder, evaluable=False)
    queries = {query: collection.labelled(query) for query, _ in collection.pairs()}
    rows = read_label_sheet(sheet)
    if may_have_others:
        rows = {paper_id: read for paper_id, read in rows.items() if paper_id in queries}
    corrected = correct_labels(queries, rows)
    _check_facets(collection, corrected, str(sheet))
    for name in REQUIRED:
        with writing(output / name) as part:
            if name == ABSTRACTS:
                _write_abstracts(folder / name, corrected, part)
            else:
                shutil.copyfile(folder / name, part)
    return sum(
        before != after
        for paper_id, paper in corrected.items()
        for before, after in zip(queries[paper_id].labels, paper.labels, strict=True)
    )


def _check_facets(collection: Collection, corrected: Mapping[str, Paper], where: str) -> None:
    lost = [
        pair_name(query, facet)
        for query, facet in collection.pairs()
        if query in corrected and not corrected[query].facet_sentences(facet)
    ]
    if lost:
        what = f"Queries have no sentence of their facet left: {name_some(lost)}."
        hint = "A query is asked with these sentences: leave it one, or take it out of the queries."
        raise UserError(Problem(what, where, hint))


def _write_abstracts(path: Path, corrected: Mapping[str, Paper], output: Path) -> None:
    with output.open("wb") as file:
        for _, line in read_user_lines(path, ""):
            row = parse_json(line)
            paper = corrected.get(row["paper_id"])
            labels = None if paper is None else [f"{label}_label" for label in paper.labels]
            if labels is not None and labels != row["pred_labels"]:
                line = json.dumps({**row, "pred_labels": labels}).encode()
            file.write(line + b"\n")
