"""The report's section on other people's collections: a part for each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.collections import BENCHMARK, TREC_EVAL
from paperpool.io.files import read_json
from paperpool.pages import score_parts
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.headline_card import make_headline_card
from paperpool.pages.results import ResultFiles, Results
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import read_scores
from paperpool.pages.section import Fold, Heading, Part, Section, Text, list_problems
from paperpool.pages.wording import count, plural, words


@dataclass(frozen=True)
class CollectionFiles:
    """The files of the collections by name, and the settings of scoring.

    ``checks`` are of rankings from outside, ``kinds`` of all rankers in the configuration's order.
    """

    metrics: Mapping[str, str | Path]
    significance: Mapping[str, str | Path]
    ranks: Mapping[str, str | Path]
    pool_bias: Mapping[str, str | Path]
    summaries: Mapping[str, str | Path]
    kinds: Mapping[str, str]
    baselines: Mapping[str, Sequence[str]]
    confidence: float
    checks: Mapping[str, str | Path]


_ABOUT = (
    "Other people's test collections, scored as by trec_eval: means (×100) over all judged "
    "topics; unjudged documents count as not relevant."
)


def reads(run: Any) -> CollectionFiles:
    """Return the files and settings of the section."""

    def find(file: str) -> dict[str, str]:
        return {name: f"{below}/{name}/{file}" for name in run.collections.taking_part}

    below = run.collections.below
    return CollectionFiles(
        metrics=find("metrics.csv"),
        significance=find("significance.csv"),
        ranks=find("ranks.csv"),
        pool_bias=find("pool_bias.csv"),
        summaries=find("summary.json"),
        kinds=run.rankers.kinds(run.collections.rankers),
        baselines=run.collections.baselines,
        confidence=run.settings.evaluation.confidence,
        checks=find("checks.json"),
    )


def build_section(run: RunLabel, files: CollectionFiles) -> Fragment:
    """Return the section."""
    parts: list[Part] = [Text(_ABOUT)]
    cards = []
    for name in files.metrics:
        tables = ResultFiles(
            metrics=files.metrics[name],
            significance=files.significance[name],
            ranks=files.ranks[name],
            baselines=files.baselines[name],
            confidence=files.confidence,
        )
        benchmark = describe_collection(name, read_scores(files.metrics[name]))
        results = tables.read(benchmark)
        cards.append(make_headline_card(benchmark, results.scores, f"collection-{name}"))
        parts += [
            Heading(name, f"collection-{name}"),
            Text(describe_counts(read_json(files.summaries[name]))),
            *_list_scores(name, files, results),
            _list_bias(name, files.pool_bias[name], benchmark),
        ]
        for ranker, found in read_json(files.checks[name]).items():
            parts += list_problems(ranker, found)
    section = Section("collections", "Collections", parts, "broad", BENCHMARK.title)
    return make_fragment([section], cards=cards)


def describe_counts(summary: Mapping[str, Any]) -> str:
    """Return the counts of a collection's read and left-out rows, in words."""
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


def _list_scores(name: str, files: CollectionFiles, results: Results) -> Iterator[Part]:
    """Yield the scores of every ranker, the paired tests and the ranks."""
    benchmark = results.benchmark
    [split] = benchmark.splits
    yield from score_parts.list_letters(results)
    measures = list(benchmark.measure_titles)
    words = (f"{name}, {split} split, every ranker (×100).", f"{name}, figures")
    yield score_parts.show_table(
        score_parts.table_by_kind(results, files.kinds, TREC_EVAL, split, measures, words)
    )
    about = {"split": split, "what": f"{split} split", "unit": "a collection"}
    yield from score_parts.fold_tests(results, TREC_EVAL, f"{name}: ", **about)
    yield from score_parts.fold_ranks(results, TREC_EVAL, split, f"{name}: ranks")


def _list_bias(name: str, path: str | Path, benchmark: Benchmark) -> Fold:
    """Return the judged share of the rankers' first candidates."""
    [split] = benchmark.splits
    caption = "judged@20: the judged share of the first 20 documents. Means over the topics (×100)."
    table = score_parts.bias_table(path, split, f"{name}: pool bias", caption)
    return Fold("Pool bias: how much of what rankers show first was judged", [table])
