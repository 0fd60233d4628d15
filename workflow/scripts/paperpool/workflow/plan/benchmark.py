"""The base of benchmarks' plans: their rankers, and the papers that these encode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperpool.workflow.plan.stage import StagePlan, Wildcards

Files = str | list[str]
"""The path of a file, or several."""


@dataclass(frozen=True)
class PaperTable:
    """Papers that have vectors: functions of wildcards, for the files that list them.

    Vectors are looked up for ``get_wanted``, or else for ``get_papers``, and are taken below
    ``source``, or else below the table itself. Vectors of pools' papers are used again if it
    ``reuses_pools``.
    """

    get_papers: Callable[[Wildcards], Files]
    get_wanted: Callable[[Wildcards], Files] | None = None
    source: str = ""
    reuses_pools: bool = False


class BenchmarkPlan(StagePlan):
    """The plan of a benchmark that rankers take part in."""

    is_large: bool = False
    """Whether the benchmark's section of the report is built by a job of its own."""

    @property
    def rankers(self) -> Sequence[str]:
        """The rankers that the workflow ranks with."""
        return ()

    @property
    def exported_names(self) -> Sequence[str]:
        """The collections that the benchmark exports, by the folders of their files."""
        return ()

    @property
    def paper_encoders(self) -> Sequence[str]:
        """The rankers whose models encode the papers of the benchmark's tables."""
        return ()

    @property
    def sentence_encoders(self) -> Sequence[str]:
        """The rankers whose models encode the sentences of these papers."""
        return ()

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The tables whose papers have vectors, by their folders below encode/."""
        return {}

    def kept_out(self, ranker: str) -> Mapping[str, Files]:
        """Return the files, by name, whose papers a trained ranker must not learn from."""
        return {}

    def kept_out_of_static(self, folder: str) -> Mapping[str, Files]:
        """Return the same for the static encoder in ``folder``."""
        return {}

    def warn(self) -> Iterable[str]:
        """Yield sentences for the log on what the benchmark leaves out."""
        return ()

    # Each ranker is ranked by the rule of its kind.

    @property
    def term_rankers(self) -> list[str]:
        """The rankers that compare terms."""
        return self.by_need("terms")

    @property
    def word_vector_rankers(self) -> list[str]:
        """The rankers that average word vectors."""
        return self.by_need("word_vectors")

    @property
    def lexical_rankers(self) -> list[str]:
        """The rankers by terms and by averaged word vectors."""
        return self.term_rankers + self.word_vector_rankers

    @property
    def model_rankers(self) -> list[str]:
        """The rankers with a model."""
        return self.by_need("model")

    @property
    def trained_rankers(self) -> list[str]:
        """The rankers whose encoders are trained on the corpus's citations."""
        return self.by_need("training")

    @property
    def citation_rankers(self) -> list[str]:
        """The rankers that use the citations of a query's nearest papers."""
        return self.by_need("citations")

    @property
    def command_rankers(self) -> list[str]:
        """The rankers that are a user's own command."""
        return self.by_need("program")

    @property
    def fusions(self) -> list[str]:
        """The rankers that fuse others, all counting alike or by given weights."""
        return self.by_need("runs")

    @property
    def tuned_fusions(self) -> list[str]:
        """The rankers that choose on validation data what they fuse."""
        return self.by_need("folds")

    def by_need(self, *jobs: str) -> list[str]:
        """Return the rankers of some jobs (``plan.rankers.JOBS``, or `terms`)."""
        return [name for job in jobs for name in self.run.rankers.choose(job, self.rankers)]
