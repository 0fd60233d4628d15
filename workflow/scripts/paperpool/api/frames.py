"""The papers, queries and judgments of a collection as DataFrames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.collections.collection import Collection

if TYPE_CHECKING:
    import pandas as pd


def tabulate_papers(collection: Collection) -> pd.DataFrame:
    """Return doc_id, title and abstract of every paper that can be retrieved."""
    import pandas as pd

    rows = []
    for paper_id in collection.documents:
        paper = collection.papers[paper_id]
        rows.append((paper_id, paper.title, paper.abstract))
    return pd.DataFrame(rows, columns=["doc_id", "title", "abstract"])


def tabulate_queries(collection: Collection) -> pd.DataFrame:
    """Return query_id and the text that is searched with; and, where queries are papers, theirs.

    ``query_paper`` is then the paper's id, and ``part`` its facet or field.
    """
    import pandas as pd

    names = collection.topic_names()
    rows = []
    for query, part in collection.pairs():
        paper_id = None if query in collection.questions else query
        rows.append((names[query, part], collection.query_text(query, part), paper_id, part))

    frame = pd.DataFrame(rows, columns=["query_id", "text", "query_paper", "part"])
    if frame["query_paper"].isna().all():
        return frame[["query_id", "text"]]
    if not frame["part"].any():
        return frame.drop(columns="part")
    return frame


def tabulate_grades(collection: Collection) -> pd.DataFrame:
    """Return query_id, doc_id and relevance of every judgment, as ir_measures calls them."""
    import pandas as pd

    names = collection.topic_names()
    rows = []
    for pair in collection.pairs():
        for document, grade in collection.judgments[pair].grades().items():
            rows.append((names[pair], document, grade))
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "relevance"])
