"""CL-SciSumm's reference papers, and the rankers of cited text identification."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.config.scisumm_checks import CONTEXTUAL_ENCODER
from paperpool.demo.reference_papers import reference_ids, release_files
from paperpool.plan.stage import StagePlan, fill, pick
from paperpool.scisumm.match.ablation import CONTEXTUAL_BASE, VARIANTS
from paperpool.scisumm.names import BEST, WORD_RANKERS, encoder_rankers
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.own_texts import list_digest
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.submissions import is_left_out, list_submitted


class ScisummPlan(StagePlan):
    """The release or generated papers, and the rankers: ours and submissions from outside."""

    @property
    def source(self) -> str | None:
        """The folder of the release, or of the generated papers."""
        return f"{self.folder}/demo/cl-scisumm" if self.is_demo else self.run.settings.data.scisumm

    @cached_property
    def _found(self) -> tuple[list[str], dict[str, list[str]]]:
        """The files of the release and its reference papers by split; empty without one."""
        n_papers = self.run.settings.demo.papers
        if self.is_demo:
            files = [f for of in release_files(n_papers).values() for f in of]
            return [f"{self.source}/{file}" for file in files], reference_ids(n_papers)
        if not self.source:
            return [], {"train": [], "test": []}
        layout = find_layout(self.source, Problems())
        return layout.files(), {"train": list(layout.train), "test": list(layout.test)}

    @property
    def source_files(self) -> list[str]:
        """The files of the release, or those that are generated."""
        return self._found[0]

    @property
    def papers(self) -> dict[str, list[str]]:
        """The reference papers of each split."""
        return self._found[1]

    def files(self, wildcards: Any) -> list[str]:
        """Return the files of the release, or the generated ones."""
        self.run.sections.require("scisumm")
        return self.source_files

    # Rankers

    @property
    def encoders(self) -> dict[str, Any]:
        """The settings of each encoder."""
        return self.settings.encoders

    @property
    def members(self) -> list[str]:
        """The rankers that learn nothing of the release; best weighs all but the ensemble."""
        of_encoders = [ranker for name in self.encoders for ranker in encoder_rankers(name)]
        return [*WORD_RANKERS, *of_encoders]

    @property
    def learnt(self) -> list[str]:
        """The ranker that is learnt on the train split, where there is one."""
        return [BEST] if self.papers["train"] else []

    @property
    def own(self) -> list[str]:
        """The rankers that rank all sentences of a reference paper."""
        return [*self.members, *self.learnt]

    @cached_property
    def left_out(self) -> list[str]:
        """The rankers whose submissions the release was downloaded without."""
        named, folder = self.run.settings.rankers, self.run.settings.data.scisumm
        foreign = self.run.rankers.of_benchmark("scisumm", "run")
        return [name for name in foreign if is_left_out(named[name].path, folder)]

    @property
    def submissions(self) -> list[str]:
        """The rankers whose submissions come from outside."""
        foreign = self.run.rankers.of_benchmark("scisumm", "run")
        return [name for name in foreign if name not in self.left_out]

    @property
    def rankers(self) -> list[str]:
        """All rankers that are scored."""
        return [*self.own, *self.submissions]

    @property
    def baselines(self) -> list[str]:
        """The baselines among them, and the paper's method."""
        named = self.run.settings.evaluation.baselines
        return [*(name for name in named if name in self.rankers), "asymm-d4"]

    @property
    def published_names(self) -> dict[str, str | None]:
        """The papers' name for each ranker, or None."""
        own = {name: self.settings.published.get(name) for name in self.own}
        return own | self.run.rankers.published_names("scisumm", self.submissions)

    @property
    def is_released(self) -> bool:
        """Whether the reference papers are the released ones, which the papers' figures are of."""
        n_papers = {split: len(papers) for split, papers in self.papers.items()}
        return not self.is_demo and n_papers == {"train": 40, "test": 20}

    @property
    def folds(self) -> int:
        """The folds of best: a small demo has fewer reference papers than the default."""
        n_folds = self.settings.folds
        return min(n_folds, len(self.papers["train"])) if self.is_demo else n_folds

    # Files

    @property
    def steps(self) -> dict[str, str]:
        """What is read of the release."""
        names = ("sentences", "citances", "gold", "texts")
        return {name: f"{self.below}/steps/{name}.parquet" for name in names}

    @property
    def matched(self) -> dict[str, str]:
        """What every ranker reads."""
        return {name: self.steps[name] for name in ("sentences", "citances")}

    def rankings(self, rankers: Iterable[str]) -> list[str]:
        """Return the rankings of some rankers."""
        return fill(f"{self.below}/rankings/{{ranker}}.parquet", ranker=rankers)

    @property
    def imported(self) -> list[str]:
        """The rows of each submission, as they are imported."""
        pattern = f"{self.below}/steps/submissions/{{ranker}}.parquet"
        return fill(pattern, ranker=self.submissions)

    @property
    def runs(self) -> list[str]:
        """The submissions that our rankers' choices are written to, for every paper."""
        ids = [paper_id for papers in self.papers.values() for paper_id in papers]
        return fill(f"{self.below}/runs/{{ranker}}/Task1/{{id}}.csv", ranker=self.own, id=ids)

    @property
    def tables(self) -> dict[str, str]:
        """What the evaluation writes."""
        names = ("metrics", "per_query", "significance", "human", "lengths")
        endings = {"per_query": "parquet"}
        return {name: f"{self.below}/{name}.{endings.get(name, 'csv')}" for name in names}

    # Word vectors and variants

    @cached_property
    def variants(self) -> list[str]:
        """The variants of the ablation; contextual ones where there is their encoder."""
        named = self.settings.ablation
        return [
            name
            for name in (VARIANTS if named is None else named)
            if CONTEXTUAL_BASE in self.own or not VARIANTS[name].contextual
        ]

    @property
    def vectors(self) -> dict[str, str]:
        """The files of the word vectors that the ablation takes, by variant; base is one."""
        needed = [VARIANTS[name].matching.vectors for name in self.variants]
        names = list(dict.fromkeys(["base", *needed]))
        return {name: f"{self.below}/steps/word2vec/{name}.parquet" for name in names}

    @property
    def contextual_encoder(self) -> dict[str, Any] | None:
        """The settings of the encoder of contextual variants; None where there are none."""
        needed = any(VARIANTS[name].contextual for name in self.variants)
        return self.encoder(CONTEXTUAL_ENCODER) if needed else None

    def contextual_model_files(self, wildcards: Any) -> list[str]:
        """Return the files of its model."""
        encoder = self.contextual_encoder
        return self.run.rankers.files_of_model(encoder["model"]) if encoder else []

    def encoder(self, name: str) -> dict[str, Any]:
        """Return what determines the embeddings of an encoder."""
        return pick(self.encoders[name], "model", "max_tokens", "precision", "batch_size")

    def own_encoder(self, wildcards: Any) -> dict[str, Any]:
        """Return the same of the job's encoder."""
        return self.encoder(wildcards.encoder)

    def model_files(self, wildcards: Any) -> list[str]:
        """Return the files of the model of the job's encoder."""
        return self.run.rankers.files_of_model(self.encoders[wildcards.encoder].model)

    def own_texts(self, wildcards: Any) -> str | list[str]:
        """Return the folder or archive of the user's own full texts, if any."""
        return self.settings.word2vec.texts or []

    @property
    def own_texts_digest(self) -> str | None:
        """A digest of what lies there: a folder's own time does not tell of files in it."""
        texts = self.settings.word2vec.texts
        return list_digest(texts) if texts else None

    def abstracts(self, wildcards: Any) -> list[str]:
        """Return the papers whose abstracts word vectors are trained on, too, if any are."""
        is_wanted = self.settings.word2vec.abstracts is not None
        return self.run.corpus.read(wildcards) if is_wanted else []

    # Submissions

    def submission_folder(self, ranker: str) -> Callable[[Any], str]:
        """Return a function: where a submission lies (a path may hold braces)."""
        return lambda wildcards: self.run.settings.rankers[ranker].path

    def submission_files(self, ranker: str) -> Callable[[Any], list[str]]:
        """Return a function: the CSV files of a submission."""
        return lambda wildcards: list_submitted(self.run.settings.rankers[ranker].path)

    def submission_copies(self, ranker: str) -> list[str]:
        """Return the files of a submission, as they are copied."""
        names = [Path(file).name for file in list_submitted(self.run.settings.rankers[ranker].path)]
        return [f"{self.below}/runs/{ranker}/Task1/{name}" for name in names]

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("scisumm")
        others = ("corpus", "malformed", "ablation", "powers", "tuning")
        return [
            f"{self.folder}/config.yaml",
            *self.tables.values(),
            *(f"{self.below}/{name}.csv" for name in others),
            *self.runs,
        ]

    def section(self) -> dict[str, Any]:
        """Return the files and settings of the report's section, and of its page."""
        tables = ("ablation", "powers", "corpus", "malformed")
        vectors = self.vectors["base"]
        files = {
            **{name: file for name, file in self.tables.items() if name != "per_query"},
            **{name: f"{self.below}/{name}.csv" for name in tables},
            **{name: file for name, file in self.steps.items() if name != "texts"},
            "checks": f"{self.below}/checks.json",
            "published": self.run.published("scisumm"),
            "vectors": vectors.replace(".parquet", ".json"),
            "word_vectors": vectors,
            "rankings": self.rankings(self.own),
            "submissions": self.imported,
        }
        if self.learnt:
            files["best"] = f"{self.below}/best.json"
        return {
            "files": files,
            "keys": {"rankings": self.own, "submissions": self.submissions},
            "settings": {
                "rankers": self.rankers,
                "published_names": self.published_names,
                "baselines": self.baselines,
                "confidence": self.run.settings.evaluation.confidence,
                "k": self.settings.k,
                "best_sentences": self.settings.best_sentences,
                "is_released": self.is_released,
            },
        }
