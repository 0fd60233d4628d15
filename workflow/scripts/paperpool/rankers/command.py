"""Rank with the user's own program: it reads tables, without grades, and writes a run."""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Context, Ranker
from paperpool.settings import setting


class Command(Ranker, group="From outside", needs={"program"}):
    """Your own program, in any language; it gets tables and writes a run."""

    command: str = setting(
        "run by `bash -euo pipefail` in the working directory; in it stand, as paths that are "
        "quoted for the shell, {queries} (parquet: query_id, facet, title, abstract, facet_text), "
        "{candidates} (parquet: query_id, facet, candidate_id, title, abstract, facet_text; all to "
        "rank, sorted, no grades), {queries_tsv} and {candidates_tsv} (the same as tab-separated "
        "text with a header line; nothing is quoted, and tabs and line ends inside a text are "
        "spaces), {python}, the Python that runs the workflow, and {run}, the file to write: "
        "TREC lines (<query_id>_<facet> Q0 <candidate_id> 0 "
        "<score> <tag>) or a parquet table like csfcube/runs/*.parquet. {run} and one of the "
        "candidates are needed; facet_text are the sentences of the facet, joined by a space (of "
        "MDCR facet is the field, its blanks as hyphens, and facet_text the abstract); other "
        "braces stay as they are",
        {
            "description": "a shell command that names {run} and {candidates} or {candidates_tsv}",
            "type": "string",
            "minLength": 1,
        },
    )
    files: list[str] = setting(
        "the files that it reads: when one changes, the ranker runs again",
        {
            "description": "a list of files that the command reads",
            "type": "array",
            "items": {"$ref": "#/$defs/path"},
        },
        [],
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Run the command; raise UserError if it fails, or writes no readable run."""
        from paperpool.rankers.scoring.commands import rank_by_command  # imports pyarrow

        return rank_by_command(self.command, collection, context)
