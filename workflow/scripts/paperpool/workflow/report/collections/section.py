"""The report's section on other people's collections: a part for each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.collections import BENCHMARK, TREC_EVAL
from paperpool.io.csv_rows import Rows, read_records
from paperpool.io.files import read_json
from paperpool.pages import score_parts
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.headline import make_headline_card
from paperpool.pages.results import Results, ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import Score
from paperpool.pages.section import Fold, Heading, Part, Section, Text, list_problems
from paperpool.pages.wording import count, plural, words
from paperpool.scoring.predicted import describe_predicted, make_grid


@dataclass(frozen=True)
class OneCollection(ResultTables):
    """The files of a collection and the settings of its scoring."""

    pool_bias: str | Path | Rows
    summary: str | Path | Mapping[str, Any]
    predicted: str | Path | Rows = ()

    @property
    def counts(self) -> Mapping[str, Any]:
        """The counts of ``summary``."""
        if isinstance(self.summary, Mapping):
            return self.summary
        return read_json(self.summary)


_ABOUT = (
    "Other people's test collections, scored as by trec_eval: means (×100) over all judged "
    "topics; unjudged documents count as not relevant."
)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's files and settings, and the cards of the headline scores.

    ``kinds`` are those of rankers, in the configured order.
    """
    parts: list[Part] = [Text(_ABOUT)]
    cards = []
    for name, baselines in settings["baselines"].items():
        inputs = OneCollection(
            **files[name], baselines=baselines, confidence=settings["confidence"]
        )
        benchmark = describe_collection(name, read_records(inputs.metrics, Score))
        results = inputs.read(benchmark)
        anchor = f"collection-{name}"
        cards.append(make_headline_card(benchmark, results.scores, anchor, results.places))

        parts.append(Heading(name, anchor))
        parts.append(Text(describe_counts(inputs.counts)))
        parts += _list_scores(name, settings["kinds"], results, inputs.pool_bias)
        if inputs.predicted:
            parts.append(make_grid(inputs.predicted))
            parts += [Text(note) for note in describe_predicted(inputs.predicted)]
        for ranker, found in inputs.findings.items():
            parts += list_problems(ranker, found)
    section = Section("collections", "Collections", parts, "broad", BENCHMARK.title)
    return make_fragment([section], cards=cards)


def describe_counts(summary: Mapping[str, Any]) -> str:
    """Return the counts of a collection's read and left-out rows, in words."""
    documents = summary["documents"]
    topics = summary["topics"]
    judgments = summary["judgments"]
    text = (
        f"{count(documents['kept'])} of {plural(documents['read'], 'document')} read, "
        f"{count(topics['kept'])} of {plural(topics['read'], 'topic')}, "
        f"{count(judgments['kept'])} of {plural(judgments['read'], 'judgment')}"
    )
    n_blank = documents["blank"]
    if n_blank:
        verb = "is" if n_blank == 1 else "are"
        text += f"; {plural(n_blank, 'document')} {verb} blank"
    n_ungraded = topics.get("ungraded", 0)
    if n_ungraded:
        verb = "has" if n_ungraded == 1 else "have"
        text += f"; {plural(n_ungraded, 'topic')} {verb} no grade yet, and no place in means"
    n_missing = judgments["document_not_there"]
    if n_missing:
        text += (
            f"; {plural(n_missing, 'judgment')} of documents that are not there, which every "
            "ranker misses"
        )
    text += "."

    for rows, counts in summary.items():
        dropped = counts["dropped"]
        if dropped:
            reasons = ", ".join(f"{count(n)} {words(reason)}" for reason, n in dropped.items())
            text += f" Left out of the {rows}: {reasons}."
    return text


def _list_scores(
    name: str, kinds: Mapping[str, str], results: Results, pool_bias: str | Path | Rows
) -> Iterator[Part]:
    """Yield the scores of every ranker, the paired tests, the ranks and the judged shares."""
    benchmark = results.benchmark
    [split] = benchmark.splits
    yield from score_parts.list_letters(results)
    measures = list(benchmark.measure_titles)
    words = (f"{name}, {split} split, every ranker (×100).", f"{name}, scores")
    yield score_parts.show_table(
        score_parts.table_by_kind(results, kinds, TREC_EVAL, split, measures, words)
    )
    yield from score_parts.fold_tests(
        results, TREC_EVAL, f"{name}: ", split=split, what=f"{split} split", unit="a collection"
    )
    yield from score_parts.fold_ranks(results, TREC_EVAL, split, f"{name}: ranks")
    caption = "judged@20: the judged share of the first 20 documents. Means over the topics (×100)."
    table = score_parts.bias_table(pool_bias, split, f"{name}: pool bias", caption)
    yield Fold("Pool bias: how much of what rankers show first was judged", [table])
