"""The citation graph of the corpus in numbers: papers are nodes, citations among them edges."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import networkx as nx

from paperpool.io.files import write_json
from paperpool.io.parquet_files import count_rows
from paperpool.workflow.corpus.database import DatabaseLimits, connect

MAX_CITATIONS = 2_000_000
"""More are not read: networkx holds the graph in memory, 0.9 GB usually, 2.4 GB at worst."""

_EDGES = """
WITH numbered AS (SELECT paper_id, year, row_number() OVER () AS number FROM papers)
SELECT DISTINCT citing.number, cited.number AS cited, cited.year > citing.year AS forward
FROM citations
JOIN numbered AS citing ON citing_id = citing.paper_id
JOIN numbered AS cited ON cited_id = cited.paper_id
"""


def summarise_graph(
    papers: Sequence[str | Path],
    citations: Sequence[str | Path],
    output: str | Path,
    limit: int = MAX_CITATIONS,
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write the summary of the graph of the shards' tables (JSON).

    Above ``limit`` rows ``citations`` is the only count. ``dated`` edges have both years,
    ``forward`` ones lead to a later year. ``components`` (weak) count single papers; ``circles``
    are strong components of two or more papers; ``in_degrees`` maps times cited to papers.
    """
    n_rows = sum(map(count_rows, citations))
    summary: dict[str, Any] = {"citations": n_rows, "limit": limit}
    if n_rows <= limit:
        graph = nx.DiGraph()
        dates: Counter[bool | None] = Counter()
        with connect(**lent) as database:
            database.add_files("papers", papers)
            database.add_files("citations", citations)
            n_papers = database.fetch("SELECT count(*) AS n FROM papers")["n"][0].as_py()
            for batch in database.stream(_EDGES):
                citing = batch["number"].to_pylist()
                cited = batch["cited"].to_pylist()
                graph.add_edges_from(zip(citing, cited, strict=True))
                dates.update(batch["forward"].to_pylist())

        summary["papers"] = n_papers
        summary["edges"] = graph.number_of_edges()
        summary["dated"] = dates[True] + dates[False]
        summary["forward"] = dates[True]
        summary |= _describe(graph, n_papers - len(graph))
    write_json(output, summary)


def _describe(graph: nx.DiGraph, n_single: int) -> dict[str, Any]:
    """Return networkx's result; ``n_single`` papers have no edge and are not in the graph."""
    components = list(map(len, nx.weakly_connected_components(graph)))
    largest_component = max(components, default=min(n_single, 1))

    # a strong component of one paper is no circle
    circles = []
    for component in nx.strongly_connected_components(graph):
        if len(component) > 1:
            circles.append(len(component))

    degrees = Counter(dict(graph.in_degree()).values())
    degrees[0] += n_single
    return {
        "own": nx.number_of_selfloops(graph),
        "components": len(components) + n_single,
        "largest_component": largest_component,
        "circles": len(circles),
        "in_circles": sum(circles),
        "largest_circle": max(circles, default=0),
        "in_degrees": {str(degree): degrees[degree] for degree in sorted(degrees)},
    }
