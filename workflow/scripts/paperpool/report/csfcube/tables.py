"""The tables of CSFCube: which measures, under which protocol, beside the papers' figures.

Source: CSFCube, Tables 3 and 4: a row per system, and for each facet and all queries a column per
measure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.csfcube import CORPUS, CORPUS_PROTOCOLS
from paperpool.evaluation.published import PublishedFigure
from paperpool.pages.score_cells import ScoreTable
from paperpool.pages.score_tables import RowGroup, TableSource, figures_by_system, score_table

TABLES = {
    "Table 3": ("r_precision", "p@20", "recall@20", "ndcg%20"),
    "Table 4": ("ndcg%100", "map"),
}
"""The measures of each table: Table 4 repeats those of Table 3, and has what is here besides.

MAP is in neither; papers after CSFCube's report it.
"""

MAIN_TABLE = (OFFICIAL, "test")
"""The protocol and split that the papers publish."""


def make_tables(
    source: TableSource, groups: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], dict[str, ScoreTable]]:
    """Return the tables by protocol and split, then by their name in the paper.

    ``groups`` are titles with their rankers, in order.
    """
    return {
        (protocol, split): {
            name: score_table(
                source,
                {title: RowGroup(protocol, rankers) for title, rankers in groups.items()},
                split,
                measures,
                source.others if (protocol, split) == MAIN_TABLE else {},
            )
            for name, measures in TABLES.items()
        }
        for protocol in (OFFICIAL, CORRECTED)
        for split in source.benchmark.splits
    }


def make_corpus_tables(
    source: TableSource,
    groups: Mapping[str, Sequence[str]],
    figures: Sequence[PublishedFigure],
) -> dict[str, ScoreTable]:
    """Return the table of the whole corpus under each of its protocols, figures with intervals.

    ``figures`` are all published ones, of which each table has those of its protocol.
    """
    measures = list(CORPUS.measure_titles)
    columns = [("test", "all", measure) for measure in measures]
    tables, scored = {}, {score.protocol for score in source.scores}
    for protocol in (one for one in CORPUS_PROTOCOLS if one in scored):
        own = figures_by_system(figure for figure in figures if figure.protocol == protocol)
        of_protocol = replace(source, benchmark=CORPUS, published=own)
        rows = {title: RowGroup(protocol, rankers) for title, rankers in groups.items()}
        shown = (of_protocol, rows, "test", measures, of_protocol.others, columns)
        tables[protocol] = score_table(*shown)
    return tables
