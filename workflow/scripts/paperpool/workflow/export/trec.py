"""Topics, qrels and runs in TREC's formats.

Topics are XML of TREC's newer kind, ``<topic number="...">``; qrels are ``topic 0 document grade``
and runs ``topic Q0 document rank score tag``. trec_eval ignores the rank column: it reads scores as
32-bit floats, orders by them, and equal ones by falling id.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from paperpool.io.files import blank_controls, writing
from paperpool.workflow.export.exported import Qrels, Ranking, Topic, sort_qrels

_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")


def write_topics(topics: Iterable[Topic], path: str | Path) -> None:
    """Write topics; ``query`` is the text that is searched with, all that a question has."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<topics>"]
    for topic in topics:
        attributes = {"number": topic.topic_id}
        texts = {"query": topic.text}
        if not topic.is_question:
            attributes |= {"paper": topic.paper_id, "part": topic.part}
            texts = {"title": topic.title, "query": topic.text, "abstract": topic.abstract}

        named = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
        lines.append(f"<topic {named}>")
        for tag, text in texts.items():  # escaped, without characters that XML 1.0 cannot hold
            lines.append(f"<{tag}>{escape(_NO_XML.sub(' ', blank_controls(text)))}</{tag}>")
        lines.append("</topic>")
    lines.append("</topics>")
    _write_lines(lines, path)


def write_qrels(qrels: Qrels, path: str | Path) -> None:
    """Write qrels, sorted by topic and document."""
    lines = [f"{topic} 0 {paper} {grade}" for topic, paper, grade in sort_qrels(qrels)]
    _write_lines(lines, path)


def write_run(rankings: Iterable[tuple[str, Ranking]], tag: str, path: str | Path) -> None:
    """Write the rankings of topics, scores in full precision and ranks from 1."""
    _write_lines(_list_run_lines(rankings, tag), path)


def _list_run_lines(rankings: Iterable[tuple[str, Ranking]], tag: str) -> Iterator[str]:
    """Yield the lines of a run, as its rankings are read."""
    for topic, ranking in rankings:
        for rank, (document, score) in enumerate(ranking, 1):
            yield f"{topic} Q0 {document} {rank} {score!r} {tag}"


def order_as_trec_eval(scores: Iterable[tuple[str, float]]) -> Ranking:
    """Return candidates in trec_eval's order, with their scores as they are."""
    by_falling_id = sorted(((paper, float(score)) for paper, score in scores), reverse=True)
    return sorted(by_falling_id, key=lambda pair: np.float32(pair[1]), reverse=True)


def count_down(candidates: Iterable[str]) -> Ranking:
    """Return candidates in the order given, scored n to 1: trec_eval's order with any ties."""
    ordered = list(candidates)
    return [(i, float(len(ordered) - place)) for place, i in enumerate(ordered)]


def _write_lines(lines: Iterable[str], path: str | Path) -> None:
    with writing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
