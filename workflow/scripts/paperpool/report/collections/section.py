"""The report's section on other people's collections: a part for each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.collections import BENCHMARK, TREC_EVAL
from paperpool.evaluation.pool_bias import find_warnings, read_pool_bias
from paperpool.io.files import read_json
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.fragments import Fragment
from paperpool.pages.front import make_front
from paperpool.pages.grid import list_grid
from paperpool.pages.headline import best_first
from paperpool.pages.paired_tests import paired_grid, paired_table
from paperpool.pages.reads import Reads
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_cells import explain_letters, letter_baselines, make_grid, show_warnings
from paperpool.pages.score_tables import RowGroup, TableSource, score_table
from paperpool.pages.scores import Score, read_comparisons, read_scores
from paperpool.pages.section import Fold, Heading, Part, Section, Text, list_problems
from paperpool.pages.section_html import write_section
from paperpool.pages.wording import count, percent, plural, words
from paperpool.rankers.registry import group_rankers


@dataclass(frozen=True)
class CollectionFiles:
    """The files of the collections by name, and what they were scored by.

    ``checks`` have what was found in rankings from outside; ``kinds`` are those of all rankers, in
    the configuration's order, ``baselines`` those that each collection has.
    """

    metrics: Mapping[str, str | Path]
    significance: Mapping[str, str | Path]
    pool_bias: Mapping[str, str | Path]
    summaries: Mapping[str, str | Path]
    kinds: Mapping[str, str]
    baselines: Mapping[str, Sequence[str]]
    confidence: float
    checks: Mapping[str, str | Path]


def collect_files(**values: Any) -> CollectionFiles:
    """Return the files and settings of the section from those of its job."""
    return CollectionFiles(**values)


_ABOUT = (
    "Other people's test collections, as trec_eval and its kin score them: a figure is the mean "
    "over all judged topics, and a document that nobody judged counts as not relevant. All figures "
    "are ×100."
)


def reads(run: Any) -> Reads:
    """Return the files and settings of the section."""
    tables = {
        "metrics": "metrics.csv",
        "significance": "significance.csv",
        "pool_bias": "pool_bias.csv",
        "summaries": "summary.json",
        "checks": "checks.json",
    }
    chosen = run.collections.taking_part
    files = {
        kind: {name: f"{run.collections.below}/{name}/{file}" for name in chosen}
        for kind, file in tables.items()
    }
    settings = {
        "kinds": run.rankers.kinds(run.collections.rankers),
        "baselines": run.collections.baselines,
        "confidence": run.settings.evaluation.confidence,
    }
    return Reads(files, settings)


def build_section(run: RunLabel, files: CollectionFiles) -> Fragment:
    """Return the section."""
    parts: list[Part] = [Text(_ABOUT)]
    fronts = []
    for name in files.metrics:
        scores = read_scores(files.metrics[name])
        benchmark = describe_collection(name, scores)
        fronts.append(make_front(benchmark, scores, f"collection-{name}"))
        parts += [
            Heading(name, f"collection-{name}"),
            Text(describe_counts(read_json(files.summaries[name]))),
            *_list_scores(name, files, benchmark, scores),
            _list_bias(name, files.pool_bias[name], benchmark),
        ]
        for ranker, found in read_json(files.checks[name]).items():
            parts += list_problems(ranker, found)
    html = write_section(Section("collections", "Collections", parts, "broad"))
    return Fragment(html, [("collections", BENCHMARK.title)], fronts=fronts)


def describe_counts(summary: Mapping[str, Any]) -> str:
    """Return what was read of a collection and what was left out, in words."""
    documents, judgments = summary["documents"], summary["judgments"]
    nouns = {"documents": "document", "topics": "topic", "judgments": "judgment"}
    read = [
        f"{count(summary[what]['kept'])} of {plural(summary[what]['read'], noun)}"
        for what, noun in nouns.items()
    ]
    read[0] += " read"
    text = ", ".join(read)
    if blank := documents["blank"]:
        text += f"; {plural(blank, 'document')} {'is' if blank == 1 else 'are'} blank"
    if missing := judgments["document_not_there"]:
        text += f"; {plural(missing, 'judgment')} of documents that are not there, which every "
        text += "ranker misses"
    text += "."
    for what, counts in summary.items():
        if dropped := counts["dropped"]:
            reasons = ", ".join(f"{count(n)} {words(reason)}" for reason, n in dropped.items())
            text += f" Left out of the {what}: {reasons}."
    return text


def _list_scores(
    name: str, files: CollectionFiles, benchmark: Benchmark, scores: Sequence[Score]
) -> Iterator[Part]:
    """Yield the figures of every ranker and the paired tests."""
    baselines, [split] = files.baselines[name], benchmark.splits
    comparisons = best_first(
        read_comparisons(files.significance[name]), scores, benchmark.headline, attrgetter("ranker")
    )
    groups = {
        title: RowGroup(TREC_EVAL, best_first(rankers, scores, benchmark.headline))
        for title, rankers in group_rankers(files.kinds).items()
    }
    letters = letter_baselines(baselines)
    if letters and len({score.ranker for score in scores}) > 1:
        yield Text(explain_letters(letters))
    source = TableSource(benchmark, scores, comparisons, baselines)
    table = score_table(source, groups, split, list(benchmark.measure_titles), {})
    title = f"{name}, {split} split, every ranker (×100)."
    if table.slices:
        yield make_grid(table, title, f"{name}, figures")
    else:
        yield Text("This run has no figures here.")
    for baseline in baselines:
        tested = list(benchmark.tested)
        tests = paired_table(comparisons, baseline, TREC_EVAL, tested, benchmark.slices, split)
        label = f"{name}: paired tests against {baseline}"
        about = (f"{100 * files.confidence:g}%", f"{split} split", "a collection")
        if tests:
            grid = paired_grid(tests, baseline, label, tested, *about)
            yield Fold(f"Paired tests against {baseline}", [grid])


def _list_bias(name: str, path: str | Path, benchmark: Benchmark) -> Fold:
    """Return how much of what rankers show first was judged."""
    [split] = benchmark.splits
    bias = read_pool_bias(path)
    warnings = find_warnings(bias, split)
    rows = [
        (row.ranker, row.judged, row.bpref, show_warnings(warnings.get(row.ranker, [])))
        for row in bias
    ]
    columns = [("ranker", 0), ("judged@20", 1, percent), ("bpref", 2, percent), ("warning", 3)]
    caption = (
        "judged@20: the share of a ranker's first 20 documents that were judged. bpref passes over "
        "those that were not. Both ×100, means over the topics."
    )
    table = list_grid(f"{name}: pool bias", caption, columns, rows)
    return Fold("Pool bias: how much of what rankers show first was judged", [table])
