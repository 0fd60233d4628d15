"""The paper's examples: documents that earlier rankers misplaced, and their ranks here."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.collections.csfcube_release import read_papers
from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.io.csv_rows import read_groups
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.section import Heading, Part
from paperpool.pages.wording import MISSING
from paperpool.workflow.scisearch.names import AS_PUBLISHED, HONEST

Row = Mapping[str, str]


def list_documents(
    path: str | Path, abstracts: str | Path, models: Mapping[str, tuple[str, str]], words: str
) -> Iterator[Part]:
    """Yield the ranks of the documents by model, if the collection has them.

    ``models`` are (encoder, loss) by name; ``words`` begin the caption.
    """
    documents = read_groups(path, "facet", "query_id", "candidate_id")
    if not documents:
        return
    titles = {paper_id: paper.title for paper_id, paper in read_papers(abstracts).items()}
    yield Heading("The paper's examples", "scisearch-examples")
    groups = {_name(rows[0], titles): _list_ranks(rows, models) for rows in documents.values()}
    caption = (
        f"{words}: ranks of the documents of Appendix D that earlier rankers misplaced (means of "
        f"several trainings). Bold: relevant ones among the first {CUTOFF}, irrelevant ones below."
    )
    columns = [("model", 0), *numbers(["untrained encoder", "honest", "as-published"])]
    yield list_grid("Documents of Appendix D", caption, columns, groups, "")


def _name(row: Row, titles: Mapping[str, str]) -> str:
    """Return the paper's claim about a document, and whether its grade agrees."""
    example = row["example"].replace("-", " ").capitalize()
    query, candidate = (titles.get(row[key], row[key]) for key in ("query_id", "candidate_id"))
    said = f"; the paper: {row['before']} → {row['after']}" if row["before"] else ""
    agrees = (int(row["grade"]) >= RELEVANT_GRADE) == _is_relevant(row)
    name = f"{example}, {row['facet']}: “{query}” → “{candidate}” (grade {row['grade']}{said})"
    return name if agrees else f"{name} the grade says otherwise"


def _is_relevant(row: Row) -> bool:
    return row["after"] == "true positive"


def _list_ranks(
    rows: Sequence[Row], models: Mapping[str, tuple[str, str]]
) -> list[list[str | GridCell]]:
    """Return a line per model: the ranks of a document, bold if they are in the paper's order."""
    ranks: dict[tuple[str, str], GridCell] = {}
    for row in rows:
        rank = float(row["rank"])
        text = f"{rank:.1f}" if rank % 1 else f"{rank:.0f}"
        is_right = (rank <= CUTOFF) == _is_relevant(row)
        cell = GridCell(f"{text} of {row['n_ranked']}", bold=is_right)
        ranks[row["protocol"], row["ranker"]] = cell
    keys = {m: ((HONEST, one), (HONEST, m), (AS_PUBLISHED, m)) for m, (one, _) in models.items()}
    return [[m, *(ranks.get(key, MISSING) for key in of)] for m, of in keys.items()]
