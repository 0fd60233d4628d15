"""A new version of a collection: its judgments with the answers, as a BEIR folder.

``judgments.csv`` has the probability of each drawn judgment. Judgments that were there before have
none, and are no sample: averages over all of them weigh drawn ones by their probability alone.
``frame.json`` has the pairs that could be drawn, of all queries, and the least relevant grade.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.drawn_frame import FRAME
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import write_json
from paperpool.io.json_lines import write_json_lines
from paperpool.judging.asking import Request
from paperpool.judging.drawn_grades import COLUMNS
from paperpool.judging.files import JUDGMENTS
from paperpool.judging.items import Items

_QRELS = ("query-id", "corpus-id", "score")


def write_version(
    collection: Collection,
    items: Items,
    is_drawable: NDArray[np.bool_],
    requests: Sequence[Request],
    folder: Path,
) -> None:
    """Write the collection with the grades that are known, and those of answered requests.

    Draws are numbered among all ``requests``, as in their table; ``is_drawable`` marks the items
    that could be drawn.
    """
    names = collection.topic_names()
    lines = []
    for paper_id in collection.documents:
        paper = collection.papers[paper_id]
        lines.append({"_id": paper_id, "title": paper.title, "text": paper.abstract})
    write_json_lines(lines, folder / "corpus.jsonl")
    queries = [{"_id": names[pair], "text": collection.query_text(*pair)} for pair in names]
    write_json_lines(queries, folder / "queries.jsonl")

    rows: list[tuple[object, ...]] = []
    for (topic, document), grade, is_known in zip(
        items.ids, items.grades, items.known, strict=True
    ):
        if is_known:
            rows.append((names[topic], document, f"{grade:g}", "", "", ""))
    for draw, request in enumerate(requests, 1):
        if request.grade is None:
            continue
        topic, document = request.item
        drawn = (request.batch, draw, request.probability)
        rows.append((names[topic], document, f"{request.grade:g}", *drawn))
    rows.sort(key=lambda row: row[:2])
    write_rows(folder / JUDGMENTS, COLUMNS, rows)
    write_rows(folder / "qrels/test.tsv", _QRELS, [row[:3] for row in rows], "\t")

    # queries of which nothing could be drawn stay queries, too
    pairs: dict[str, list[str]] = {name: [] for name in names.values()}
    for (topic, document), can_be_drawn in zip(items.ids, is_drawable, strict=True):
        if can_be_drawn:
            pairs[names[topic]].append(document)
    frame = {"highest_grade": items.max_grade, "relevant": items.relevant, "pairs": pairs}
    write_json(folder / FRAME, frame)

    if not (isinstance(collection, OpenCollection) and collection.is_searched):
        pools = []
        for topic, name in names.items():
            candidates = sorted(collection.scored(*topic) - {topic[0]})
            pools.append({"query-id": name, "corpus-ids": candidates})
        write_json_lines(pools, folder / "top_ranked/test.jsonl")
