"""The benchmark's section of the report."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.added import BENCHMARK
from paperpool.pages.fragments import make_fragment
from paperpool.pages.headline import make_headline_card
from paperpool.pages.scores import read_scores
from paperpool.pages.section import Section, Text


@dataclass(frozen=True)
class AddedFiles:
    """The files of the section."""

    metrics: str | Path


def reads(run) -> AddedFiles:
    """Return the files of the section."""
    return AddedFiles(f"{run.added.below}/metrics.csv")


def build_section(run, files):
    """Return the section."""
    scores = read_scores(files.metrics)
    texts = [Text(f"{score.ranker}: {score.value:.3f}") for score in scores]
    section = Section("added", BENCHMARK.title, texts, link=BENCHMARK.title)
    return make_fragment([section], cards=[make_headline_card(BENCHMARK, scores, "added")])
