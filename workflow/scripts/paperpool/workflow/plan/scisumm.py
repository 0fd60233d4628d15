"""CL-SciSumm's reference papers, and the rankers of cited text identification."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

from paperpool.scisumm.names import BEST, WORD_RANKERS, encoder_rankers
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.submitted_files import is_left_out, list_submitted
from paperpool.workflow.config.scisumm_checks import CONTEXTUAL_ENCODER
from paperpool.workflow.config.sections.scisumm import ScisummSettings
from paperpool.workflow.plan.benchmark import BenchmarkPlan
from paperpool.workflow.plan.stage import Wildcards
from paperpool.workflow.scisumm.match.ablation import VARIANTS, choose_variants


@dataclass(frozen=True)
class Release:
    """The files of a release, and its paper ids by split."""

    files: list[str]
    papers: dict[str, list[str]]


@runtime_checkable
class GeneratesPapers(Protocol):
    """The plan of a demo, which generates reference papers."""

    def reference_papers(self) -> dict[str, list[str]]:
        """Return the ids of the reference papers, by split."""
        ...

    def scisumm_files(self) -> list[str]:
        """Return the files of the release, inside its folder."""
        ...


class ScisummPlan(BenchmarkPlan):
    """Plan the release or generated papers, and the rankers: ours and imported submissions."""

    is_large = True

    @property
    def settings(self) -> ScisummSettings:
        """The settings of CL-SciSumm."""
        return self.run.settings.scisumm

    # The release

    @property
    def source(self) -> str | None:
        """The folder of the release."""
        return f"{self.folder}/demo/cl-scisumm" if self.is_demo else self.run.settings.data.scisumm

    @cached_property
    def release(self) -> Release:
        """The files of the release, and its papers; none without a release."""
        if self.is_demo:
            demo = self.run.find_plan("demo")
            assert isinstance(demo, GeneratesPapers)
            files = [f"{self.source}/{file}" for file in demo.scisumm_files()]
            return Release(files, demo.reference_papers())
        if not self.source:
            return Release([], {"train": [], "test": []})
        layout = find_layout(self.source, Problems())
        return Release(layout.files(), {"train": list(layout.train), "test": list(layout.test)})

    @property
    def generated_files(self) -> list[str]:
        """The files of the release of a demo, which generates them."""
        return self.release.files if self.is_demo else []

    @property
    def papers(self) -> list[str]:
        """The ids of all reference papers."""
        return [paper_id for papers in self.release.papers.values() for paper_id in papers]

    @property
    def is_released(self) -> bool:
        """Whether the papers are the released ones, as in the published scores."""
        n_papers = {split: len(papers) for split, papers in self.release.papers.items()}
        return not self.is_demo and n_papers == {"train": 40, "test": 20}

    def get_release_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the release; UserError without a release."""
        self.run.sections.require_data("scisumm")
        return self.release.files

    # The rankers

    @cached_property
    def encoders(self) -> dict[str, dict[str, object]]:
        """The settings of the encoders, by name."""
        return {
            name: {
                "model": encoder.model,
                "max_tokens": encoder.max_tokens,
                "precision": encoder.precision,
                "batch_size": encoder.batch_size,
            }
            for name, encoder in self.settings.encoders.items()
        }

    @cached_property
    def unfitted_rankers(self) -> list[str]:
        """The rankers without training, which the ranker best weighs."""
        members = list(WORD_RANKERS)
        for name in self.encoders:
            members += encoder_rankers(name)
        return members

    @property
    def fitted_rankers(self) -> list[str]:
        """The ranker that is fitted on the train split, if there is one."""
        return [BEST] if self.release.papers["train"] else []

    @property
    def sentence_rankers(self) -> list[str]:
        """The rankers that rank all sentences of a reference paper."""
        return self.unfitted_rankers + self.fitted_rankers

    @cached_property
    def left_out(self) -> list[str]:
        """The rankers whose submissions the release was downloaded without."""
        release = self.run.settings.data.scisumm
        names = self.run.rankers.of_benchmark("scisumm", "run")
        return [name for name in names if is_left_out(self.run.rankers.path_of(name), release)]

    @cached_property
    def submissions(self) -> list[str]:
        """The rankers that are imported submissions."""
        names = self.run.rankers.of_benchmark("scisumm", "run")
        return [name for name in names if name not in self.left_out]

    @cached_property
    def submitted_files(self) -> dict[str, dict[str, str]]:
        """The files of each submission, by their names."""
        submitted = {}
        for ranker in self.submissions:
            files = list_submitted(self.run.rankers.path_of(ranker))
            submitted[ranker] = {Path(file).name: file for file in files}
        return submitted

    @property
    def rankers(self) -> list[str]:
        """The rankers of sentences, then the submissions."""
        return self.sentence_rankers + self.submissions

    @property
    def baselines(self) -> list[str]:
        """The baselines, and the paper's method."""
        return [*self.run.rankers.baselines(self.rankers), "asymm-d4"]

    @property
    def published_names(self) -> dict[str, str | None]:
        """The name of each ranker among the published scores, or None."""
        published = self.settings.published
        names: dict[str, str | None] = {name: published.get(name) for name in self.sentence_rankers}
        return names | self.run.rankers.published_names("scisumm", self.submissions)

    @property
    def folds(self) -> int:
        """The folds of the ranker best; a small demo has fewer papers than the default."""
        folds = self.settings.folds
        return min(folds, len(self.release.papers["train"])) if self.is_demo else folds

    @property
    def tables(self) -> list[str]:
        """The stage's tables, except the scores of each query."""
        scores = ["metrics", "significance", "human", "lengths"]
        return [*scores, "corpus", "malformed", "ablation", "powers", "tuning"]

    def get_encoder_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return the settings of the job's encoder."""
        return self.encoders[wildcards.encoder]

    def get_model_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the job's encoder."""
        return self._list_model_files(self.encoders[wildcards.encoder])

    def get_word2vec_shards(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the corpus whose abstracts train word vectors, if configured."""
        if self.settings.word2vec.abstracts is None:
            return []
        return self.run.corpus.get_shards(wildcards)

    # The ablation

    @cached_property
    def variants(self) -> list[str]:
        """The ablation's variants; contextual ones need an encoder."""
        return choose_variants(self.settings.ablation, self.sentence_rankers)

    @property
    def word_vectors(self) -> list[str]:
        """The word vectors of the variants: the paper's settings, then others."""
        names = ["base", *(VARIANTS[name].vectors for name in self.variants)]
        return list(dict.fromkeys(names))

    @property
    def contextual_encoder(self) -> dict[str, object] | None:
        """The settings of the contextual variants' encoder, if there are such variants."""
        is_needed = any(VARIANTS[name].contextual for name in self.variants)
        return self.encoders[CONTEXTUAL_ENCODER] if is_needed else None

    def get_contextual_model_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the contextual variants' model."""
        encoder = self.contextual_encoder
        return self._list_model_files(encoder) if encoder else []

    def _list_model_files(self, encoder: dict[str, object]) -> list[str]:
        return self.run.rankers.files_of_model(str(encoder["model"]))

    def warn(self) -> Iterable[str]:
        """Yield a sentence on each ranker that is left out."""
        for name in self.left_out:
            yield f"Leaving out {name}: its folder is not there (fetch_scisumm)."
