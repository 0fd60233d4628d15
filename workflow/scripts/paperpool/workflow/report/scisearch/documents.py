"""The paper's examples: documents that earlier rankers misplaced, and their ranks here."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.collections.csfcube_release import read_papers
from paperpool.collections.schemes import default_scheme
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
    yield Heading("The paper's examples", "scisearch-examples")

    titles = {paper_id: paper.title for paper_id, paper in read_papers(abstracts).items()}
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
    query = titles.get(row["query_id"], row["query_id"])
    candidate = titles.get(row["candidate_id"], row["candidate_id"])
    claim = ""
    if row["before"]:
        claim = f"; the paper: {row['before']} → {row['after']}"
    name = f"{example}, {row['facet']}: “{query}” → “{candidate}” (grade {row['grade']}{claim})"

    has_relevant_grade = int(row["grade"]) >= default_scheme().relevant
    if has_relevant_grade != _is_relevant(row):
        name += " the grade says otherwise"
    return name


def _is_relevant(row: Row) -> bool:
    """Return whether the paper takes a document as relevant."""
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

    lines: list[list[str | GridCell]] = []
    for model, (encoder, _) in models.items():
        untrained = ranks.get((HONEST, encoder), MISSING)
        honest = ranks.get((HONEST, model), MISSING)
        as_published = ranks.get((AS_PUBLISHED, model), MISSING)
        lines.append([model, untrained, honest, as_published])
    return lines
