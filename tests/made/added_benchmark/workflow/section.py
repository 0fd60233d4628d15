"""The benchmark's section of the report."""

from paperpool.benchmarks.added import BENCHMARK
from paperpool.io.csv_rows import read_records
from paperpool.pages.fragments import make_fragment
from paperpool.pages.headline import make_headline_card
from paperpool.pages.scores import Score
from paperpool.pages.section import Section, Text


def build_section(label, files, settings):
    """Return the section."""
    scores = read_records(files["metrics"], Score)
    texts = [Text(f"{score.ranker}: {score.value:.3f}") for score in scores]
    section = Section("added", BENCHMARK.title, texts, link=BENCHMARK.title)
    return make_fragment([section], cards=[make_headline_card(BENCHMARK, scores, "added")])
