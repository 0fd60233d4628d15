"""The collections whose judges' votes are known, and the tables made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run

TABLES = ("pairs", "judges", "orders", "scores")


class VotesPlan(StagePlan):
    """Plan the agreement of judges, and the order of rankers by each of them."""

    reported_with = "collections"

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        readers = run.collections.readers
        self.collections = [name for name, reader in readers.items() if reader.voters]
        """The collections with votes."""
        self.is_measured = bool(self.collections)

    def list_tables(self, collection: str) -> dict[str, str]:
        """Return the tables of a collection, by name."""
        below = f"{self.folder}/collections/{collection}/votes"
        return {name: f"{below}/{name}.csv" for name in TABLES}

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError without a collection that has votes."""
        message = "No collection of data.collections has the votes of several judges."
        hint = "Name one whose format keeps them (docs/collections.md says which)."
        self.require(self.collections, message, hint)
        return []
