"""CL-SciSumm's reference papers, and the rankers of cited text identification."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperpool.scisumm.names import BEST, WORD_RANKERS, encoder_rankers
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.submissions import is_left_out, list_submitted
from paperpool.workflow.config.scisumm_checks import CONTEXTUAL_ENCODER
from paperpool.workflow.plan.stage import StagePlan, fill, pick
from paperpool.workflow.scisumm.match.ablation import VARIANTS, choose_variants


class ScisummPlan(StagePlan):
    """Plan the release or generated papers, and the rankers: ours and imported submissions."""

    wildcard = "encoder"
    is_large = True

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        generated = f"{self.folder}/demo/cl-scisumm"
        self.source = generated if self.is_demo else run.settings.data.scisumm
        self.source_files, self.papers = self._find_papers()
        """The files of the release, and its paper ids by split."""
        self.files = run.sections.needed("scisumm", files=self.source_files)
        """An input function of these files; UserError without a release."""
        n_papers = {split: len(papers) for split, papers in self.papers.items()}
        self.is_released = not self.is_demo and n_papers == {"train": 40, "test": 20}
        """Whether the papers are the released ones, as in the published scores."""
        self.folds = self.settings.folds
        """The folds of the ranker best; a small demo has fewer papers than the default."""
        if self.is_demo:
            self.folds = min(self.folds, n_papers["train"])

        keys = ("model", "max_tokens", "precision", "batch_size")
        self.encoders = {name: pick(one, *keys) for name, one in self.settings.encoders.items()}
        of_encoders = [ranker for name in self.encoders for ranker in encoder_rankers(name)]
        self.members = [*WORD_RANKERS, *of_encoders]
        """The rankers without training, which the ranker best weighs."""
        self.learnt = [BEST] if self.papers["train"] else []
        """The ranker that is fitted on the train split, if there is one."""
        self.ours = [*self.members, *self.learnt]
        """The rankers that rank all sentences of a reference paper."""
        rankers, release = run.settings.rankers, run.settings.data.scisumm
        foreign = run.rankers.of_benchmark("scisumm", "run")
        self.left_out = [name for name in foreign if is_left_out(rankers[name].path, release)]
        """The rankers whose submissions the release was downloaded without."""
        self.submissions = [name for name in foreign if name not in self.left_out]
        self.submitted = {
            name: {Path(file).name: file for file in list_submitted(rankers[name].path)}
            for name in self.submissions
        }
        self.rankers = [*self.ours, *self.submissions]
        self.baselines = [*run.rankers.baselines(self.rankers), "asymm-d4"]
        """The baselines, and the paper's method."""
        self.published_names = {name: self.settings.published.get(name) for name in self.ours}
        self.published_names |= run.rankers.published_names("scisumm", self.submissions)

        self.variants = choose_variants(self.settings.ablation, self.ours)
        """The ablation's variants; contextual ones need an encoder."""
        vectors = ["base", *(VARIANTS[name].vectors for name in self.variants)]
        self.vectors = list(dict.fromkeys(vectors))
        is_needed = any(VARIANTS[name].contextual for name in self.variants)
        self.contextual_encoder = self.encoders[CONTEXTUAL_ENCODER] if is_needed else None
        """The encoder settings of contextual variants, or None."""

        ids = [paper_id for papers in self.papers.values() for paper_id in papers]
        runs = f"{self.below}/runs/{{ranker}}/Task1/{{id}}.csv"
        self.runs = fill(runs, ranker=self.ours, id=ids)
        self.tables = ["metrics", "significance", "human", "lengths"]
        self.tables += ["corpus", "malformed", "ablation", "powers", "tuning"]

    def warn(self) -> Iterable[str]:
        """Yield a sentence on each ranker that is left out."""
        for name in self.left_out:
            yield f"Leaving out {name}: its folder is not there (fetch_scisumm)."

    def _find_papers(self) -> tuple[list[str], dict[str, list[str]]]:
        """Return the files of the release, and its paper ids by split; empty without a release."""
        if self.is_demo:
            demo = self.run.demo
            files = [f"{self.source}/{file}" for file in demo.scisumm_files()]
            return files, demo.reference_papers()
        if not self.source:
            return [], {"train": [], "test": []}
        layout = find_layout(self.source, Problems())
        return layout.files(), {"train": list(layout.train), "test": list(layout.test)}

    def model_files(self, wildcards: Any) -> list[str]:
        return self.run.rankers.files_of_model(self.encoders[wildcards.encoder]["model"])

    def contextual_model_files(self, wildcards: Any) -> list[str]:
        """Return the files of the contextual variants' model."""
        encoder = self.contextual_encoder
        return self.run.rankers.files_of_model(encoder["model"]) if encoder else []

    def abstracts(self, wildcards: Any) -> list[str]:
        """Return the papers whose abstracts also train word vectors, if configured."""
        read = f"{self.folder}/corpus/steps/read/{{shard}}.papers.parquet"
        is_wanted = self.settings.word2vec.abstracts is not None
        return self.run.corpus.parts(read)(wildcards) if is_wanted else []
