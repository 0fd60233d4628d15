"""Write a collection in the format of the CSFCube release."""

import json
import shutil
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection, Judgments, Paper, pair_name
from paperpool.collections.csfcube_release import ABSTRACTS, JUDGMENTS, POOL, QUERIES, SPLITS
from paperpool.collections.schemes import SCHEME
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import write_json, write_text, writing
from paperpool.workflow.running.manifest import forget_files


def write_collection(
    collection: Collection, folder: str | Path, scheme_file: str | Path | None = None
) -> None:
    """Write ``collection`` as a release folder; ``read_collection`` gives it back.

    ``scheme_file`` is the file of its scheme: the folder has a copy, unless it is the default one.
    Raises ValueError without the file of another scheme, which could not be read back.
    """
    folder = Path(folder)
    scheme = collection.scheme
    if not scheme.is_default:
        if scheme_file is None:
            raise ValueError(f"The scheme {scheme.name} of a collection is to be written, too.")
        with writing(folder / SCHEME) as part:
            shutil.copyfile(scheme_file, part)
    else:
        remove_scheme(folder)

    papers = (format_paper(collection.labelled(paper_id)) for paper_id in collection.papers)
    lines = (json.dumps(paper, ensure_ascii=False) + "\n" for paper in papers)
    write_text(folder / ABSTRACTS, "".join(lines))

    pools = {}
    for query, pool in collection.pools.items():
        sources = [list(sources_of_paper) for sources_of_paper in pool.sources]
        pools[query] = {"cands": list(pool.candidates), "cand_source": sources}
    write_json(folder / POOL, pools)

    for facet in scheme.facet_names:
        judgments = {}
        for (query, judged_facet), judged in collection.judgments.items():
            if judged_facet == facet:
                judgments[query] = _format_judgments(judged)
        write_json(folder / JUDGMENTS.format(facet=facet), judgments)

    splits: dict[str, dict[str, list[str]]] = {}
    for name, folds in collection.folds.items():
        splits[name] = {}
        for fold, pairs in folds.items():
            splits[name][fold] = [pair_name(*pair) for pair in pairs]
    write_json(folder / SPLITS, splits)

    rows = []
    for query in collection.queries:
        rows.append((query.paper_id, query.facet, query.year or "", query.title, query.paper_type))
    write_rows(folder / QUERIES, ("pid", "facet", "year", "title", "paper type"), rows)


def remove_scheme(folder: str | Path) -> None:
    """Remove the scheme of an earlier collection, which a release of the default one would take."""
    file = Path(folder, SCHEME)
    file.unlink(missing_ok=True)
    forget_files([file])


def format_paper(paper: Paper) -> dict[str, Any]:
    """Return a row of the release; a paper without metadata gets its title and year."""
    if paper.metadata is None:
        year = None if paper.year is None else str(paper.year)
        metadata = {"title": paper.title, "year": year}
    else:
        metadata = dict(paper.metadata)
    return {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "abstract": list(paper.sentences),
        "pred_labels": [f"{label}_label" for label in paper.labels],
        "metadata": metadata,
        **paper.others,
    }


def _format_judgments(judgments: Judgments) -> dict[str, Any]:
    grades_of_candidates = list(zip(*judgments.annotators.values(), strict=True))
    row: dict[str, Any] = {
        "cands": list(judgments.candidates),
        "relevance_max": [max(grades) for grades in grades_of_candidates],
        "relevance_min": [min(grades) for grades in grades_of_candidates],
    }
    for name, grades in judgments.annotators.items():
        row[f"relevance_{name}"] = list(grades)
    row["relevance_adju"] = list(judgments.adjudicated)
    return row
