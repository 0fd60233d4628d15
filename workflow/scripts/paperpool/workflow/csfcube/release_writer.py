"""Write a collection in the format of the CSFCube release."""

import json
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection, Judgments, Paper, pair_name
from paperpool.collections.csfcube_release import ABSTRACTS, JUDGMENTS, POOL, QUERIES, SPLITS
from paperpool.collections.facets import FACETS
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import write_json, write_text


def write_collection(collection: Collection, folder: str | Path) -> None:
    """Write ``collection`` as a release folder; ``read_collection`` gives it back."""
    folder = Path(folder)
    papers = (format_paper(collection.labelled(i)) for i in collection.papers)
    lines = (json.dumps(paper, ensure_ascii=False) + "\n" for paper in papers)
    write_text(folder / ABSTRACTS, "".join(lines))
    pools = {
        query: {"cands": list(pool.candidates), "cand_source": [list(s) for s in pool.sources]}
        for query, pool in collection.pools.items()
    }
    write_json(folder / POOL, pools)
    for facet in FACETS:
        judgments = {
            query: _format_judgments(judged)
            for (query, judged_facet), judged in collection.judgments.items()
            if judged_facet == facet
        }
        write_json(folder / JUDGMENTS.format(facet=facet), judgments)
    splits = {
        name: {fold: [pair_name(*pair) for pair in pairs] for fold, pairs in folds.items()}
        for name, folds in collection.folds.items()
    }
    write_json(folder / SPLITS, splits)
    columns = ("pid", "facet", "year", "title", "paper type")
    rows = ((q.paper_id, q.facet, q.year or "", q.title, q.paper_type) for q in collection.queries)
    write_rows(folder / QUERIES, columns, rows)


def format_paper(paper: Paper) -> dict[str, Any]:
    """Return a row of the release; a paper without metadata gets its title and year."""
    year = None if paper.year is None else str(paper.year)
    own = {"title": paper.title, "year": year}
    return {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "abstract": list(paper.sentences),
        "pred_labels": [f"{label}_label" for label in paper.labels],
        "metadata": own if paper.metadata is None else dict(paper.metadata),
        **paper.others,
    }


def _format_judgments(judgments: Judgments) -> dict[str, Any]:
    columns = list(zip(*judgments.annotators.values(), strict=True))
    return {
        "cands": list(judgments.candidates),
        "relevance_max": [max(grades) for grades in columns],
        "relevance_min": [min(grades) for grades in columns],
        **{f"relevance_{name}": list(grades) for name, grades in judgments.annotators.items()},
        "relevance_adju": list(judgments.adjudicated),
    }
