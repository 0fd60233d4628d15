"""The pairs that a model is asked to grade, with all that it needs to know, as lines of JSON.

A line has our own ids, the facet's definition and what each grade means, and the texts. ``query``
and ``candidates`` have the form that umbrela reads, so that its output can be had of the same file
(Upadhyay et al. 2024, "UMBRELA: UMbrela is the (Open-Source Reproduction of the) Bing RELevance
Assessor"; github.com/castorini/umbrela).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperpool.annotation.guidelines import GENERAL, GUIDELINES
from paperpool.annotation.material import Item, Material
from paperpool.annotation.tasks import order_items
from paperpool.collections.collection import Paper, pair_name
from paperpool.io.json_lines import write_json_lines

Texts = tuple[str, str]
"""What is asked with, and what is to be graded."""


def write_asked_pairs(material: Material, seed: int, path: str | Path) -> int:
    """Write every pair as a line of JSON, in the order of the tasks; return how many there are."""
    return write_json_lines(make_asked_pairs(material, seed), path)


def make_asked_pairs(material: Material, seed: int) -> Iterator[dict[str, Any]]:
    """Yield every pair: its ids, the guideline of its facet, and the texts.

    ``facet_sentences`` are the query's sentences of the facet, as a judge is to go by them.
    """
    for item in order_items(material.items(), seed):
        guideline = GUIDELINES[item.facet]
        query_text, candidate_text = pair_texts(item, material)
        yield {
            "query_id": item.query_id,
            "facet": item.facet,
            "candidate_id": item.candidate_id,
            "definition": f"{guideline.title}. {guideline.definition} {guideline.context}",
            "grades": {str(grade): text for grade, text in guideline.grades.items()},
            "instructions": " ".join(GENERAL),
            "facet_sentences": material.papers[item.query_id].facet_sentences(item.facet),
            "query": {"qid": pair_name(item.query_id, item.facet), "text": query_text},
            "candidates": [{"docid": item.candidate_id, "doc": {"segment": candidate_text}}],
        }


def pair_texts(item: Item, material: Material) -> Texts:
    """Return the texts of a pair: the query's names the facet, and no other facet's is the same."""
    title = GUIDELINES[item.facet].title
    marked = " ".join(material.papers[item.query_id].facet_sentences(item.facet))
    query = f"{_whole_text(material.papers[item.query_id])}\n\n{title}: {marked}"
    return query, _whole_text(material.papers[item.candidate_id])


def _whole_text(paper: Paper) -> str:
    return f"{paper.title}\n\n{paper.abstract}"
