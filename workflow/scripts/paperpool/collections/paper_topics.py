"""Papers as queries, made of questions that papers were judged for.

A paper asks for the papers that are relevant to a question that it is relevant to: so Lin and
Wilbur made related articles of the topics of TREC's genomics track ("PubMed related articles: a
probabilistic topic-based model for content similarity", 2007). The weight of a paper is the smaller
of both papers' grades for the question, and of several questions the largest: from a grade on both
papers are relevant to one question.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from paperpool.collections.found import Found, Topic


def weigh_papers(grades: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return the weights above 0 of the other papers, by paper, of the grades by question."""
    weights: dict[str, dict[str, float]] = {}
    for of_question in grades.values():
        relevant = {paper: grade for paper, grade in of_question.items() if grade > 0}
        for asking, own_grade in relevant.items():
            row = weights.setdefault(asking, {})
            for paper, grade in relevant.items():
                if paper != asking:
                    row[paper] = max(row.get(paper, 0), min(own_grade, grade))
    return weights


def ask_by_papers(found: Found, relevant: float) -> Found:
    """Return what was found with its papers as topics: those with a relevant other paper.

    ``relevant`` is the least weight of a relevant paper. A judged paper that is no document cannot
    ask, and is counted; it is relevant to none.
    """
    asked = replace(found, topics={}, grades={}, votes={})
    n_aside = sum(found.dropped.get("judgments", {}).values())
    asked.read = Counter(documents=found.read["documents"], judgments=n_aside)
    for paper_id, weights in sorted(weigh_papers(found.grades).items()):
        paper = found.documents.get(paper_id)
        if paper is None:
            asked.drop("topics", "not_a_document")
            continue
        known = [weight for other, weight in weights.items() if other in found.documents]
        if max(known, default=0) < relevant:
            continue
        asked.add_topic(paper_id, Topic(paper=paper, paper_id=paper_id))
        for other, weight in sorted(weights.items()):
            asked.add_grade(paper_id, other, weight)
    return asked
