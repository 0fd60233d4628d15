"""A collection in the release's format with the judgments of a top-up added.

What the collection has stays: splits, queries, and files without a new judgment, byte for byte;
in the others every value and its place. New candidates come behind the old ones, their papers
behind the old papers. The people of a top-up get columns of their own (``relevance_ann5`` ...), as
nothing tells whether they are those of the collection; what a person did not grade is ungraded.
"""

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.annotation.adjudication import Settlement
from paperpool.annotation.imported_release import name_annotators
from paperpool.annotation.material import Item
from paperpool.collections.collection import Paper
from paperpool.collections.csfcube_release import ABSTRACTS, JUDGMENTS, POOL, REQUIRED, read_papers
from paperpool.collections.facets import FACETS, UNGRADED
from paperpool.csfcube.release_writer import format_paper
from paperpool.io.files import read_unique_json, write_json, writing

_COLUMN = re.compile(r"relevance_ann(\d+)")
_HINT = "Compare with the release's own files (snakemake fetch_csfcube)."


def write_topped_release(
    folder: str | Path,
    settlement: Settlement,
    found_by: Mapping[Item, Sequence[str]],
    papers: Mapping[str, Paper],
    output: str | Path,
) -> None:
    """Write the collection of ``folder`` to ``output`` with the settled grades added.

    ``found_by`` has every item, none of them judged in the collection, and the rankers that found
    it: they are the sources of a candidate that comes new into a pool. ``papers`` has the texts.
    """
    folder, output = Path(folder), Path(output)
    added = [item for item in found_by if item in settlement.gold]
    names = {JUDGMENTS.format(facet=facet): facet for facet in FACETS}
    read = {name: read_unique_json(folder / name, _HINT) for name in (POOL, *names)}
    columns = name_annotators(settlement, 1 + _last_column(read[name] for name in names))
    for name, facet in names.items():
        for query, items in _group_by_query(item for item in added if item.facet == facet).items():
            _add_judgments(read[name][query], items, settlement, columns)
    for query, items in _group_by_query(added).items():
        _add_candidates(read[POOL][query], {i.candidate_id: found_by[i] for i in items})
    touched = {POOL} if added else set()
    touched |= {JUDGMENTS.format(facet=item.facet) for item in added}
    for name in REQUIRED:
        if name in touched:
            write_json(output / name, read[name])
        elif name == ABSTRACTS:
            new = sorted({item.candidate_id for item in added} - set(read_papers(folder / name)))
            _write_abstracts(folder / name, [papers[i] for i in new], output / name)
        else:
            with writing(output / name) as part:
                shutil.copyfile(folder / name, part)


def _last_column(judgments: Iterable[Mapping[str, Any]]) -> int:
    """Return the highest number of an annotator's column, 0 where none has a number."""
    keys = {key for queries in judgments for entry in queries.values() for key in entry}
    return max((int(m[1]) for key in keys if (m := _COLUMN.fullmatch(key))), default=0)


def _group_by_query(items: Iterable[Item]) -> dict[str, list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.query_id, []).append(item)
    return groups


def _add_judgments(
    entry: dict[str, Any],
    items: Sequence[Item],
    settlement: Settlement,
    columns: Mapping[str, str],
) -> None:
    """Add the settled grades of ``items`` to the judgments of a (query, facet) pair, in place."""
    n_before = len(entry["cands"])
    said = [settlement.said[item] for item in items]
    extremes = {"relevance_max": max, "relevance_min": min}
    for key in [key for key in entry if key.startswith("relevance_ann")]:
        entry[key] += [UNGRADED] * len(items)
    for key, pick in extremes.items():
        if isinstance(entry.get(key), list):  # no reader needs them
            entry[key] += [pick(grades.values()) for grades in said]
    for identity, column in columns.items():
        if any(identity in grades for grades in said):
            given = [grades.get(identity, UNGRADED) for grades in said]
            entry[f"relevance_{column}"] = [UNGRADED] * n_before + given
    entry["cands"] += [item.candidate_id for item in items]
    entry["relevance_adju"] += [settlement.gold[item] for item in items]


def _add_candidates(pool: dict[str, Any], found_by: Mapping[str, Sequence[str]]) -> None:
    """Add the candidates that a pool lacks, in place."""
    held = set(pool["cands"])
    new = {candidate: list(s) for candidate, s in found_by.items() if candidate not in held}
    pool["cands"] += new
    pool["cand_source"] += new.values()


def _write_abstracts(source: Path, papers: Sequence[Paper], path: Path) -> None:
    with writing(path) as part:
        shutil.copyfile(source, part)
        with part.open("rb+") as file:
            text = file.read()
            lines = [json.dumps(format_paper(paper), ensure_ascii=False) for paper in papers]
            if lines and text and not text.endswith(b"\n"):
                file.write(b"\n")
            file.write("".join(f"{line}\n" for line in lines).encode())
