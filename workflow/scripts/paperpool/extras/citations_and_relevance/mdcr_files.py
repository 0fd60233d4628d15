"""What is read from the plan of MDCR, whose benchmark takes citations for relevance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


def find_compared_rankers(run: Run) -> list[str]:
    """Return the rankers of the benchmark that is built of the corpus; none without one."""
    if not (run.mdcr.is_possible and run.mdcr.is_built) or run.mdcr.released:
        return []
    return run.mdcr.scored_rankers
