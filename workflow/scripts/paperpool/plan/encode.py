"""The shares in which papers are encoded, and the vectors that are there before."""

from typing import Any

from paperpool.plan.stage import StagePlan


class EncodePlan(StagePlan):
    """The jobs that encode the papers of pools and of MDCR, each a share of them."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.shares = [str(share) for share in range(self.settings.jobs)]
        """The shares of the papers of a table, each of which a job encodes."""

    def share(self, wildcards: Any) -> int:
        """Return the number of the job's share."""
        return int(wildcards.share)

    def known_papers(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors of the papers of pools, where the run draws pools by the ranker."""
        run, corpus = self.run, f"{self.below}/corpus"
        if "pools" not in run.sections.chosen or wildcards.ranker not in run.pools.encoder_sources:
            return {}
        return {"known": [f"{corpus}/papers.parquet", f"{corpus}/{wildcards.ranker}.npy"]}
