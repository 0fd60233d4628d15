"""The benchmark's section of the report."""

from paperpool.benchmarks.added import BENCHMARK
from paperpool.pages.fragments import make_fragment
from paperpool.pages.headline import make_headline_card
from paperpool.pages.scores import read_scores
from paperpool.pages.section import Section, Text


def list_files(run):
    """Return the files of the section."""
    below = run.find_plan("added").below
    return {"metrics": f"{below}/metrics.csv"}


def list_settings(run):
    """Return the settings of the section: none."""
    return {}


def build_section(label, files, settings):
    """Return the section."""
    scores = read_scores(files["metrics"])
    texts = [Text(f"{score.ranker}: {score.value:.3f}") for score in scores]
    section = Section("added", BENCHMARK.title, texts, link=BENCHMARK.title)
    return make_fragment([section], cards=[make_headline_card(BENCHMARK, scores, "added")])
