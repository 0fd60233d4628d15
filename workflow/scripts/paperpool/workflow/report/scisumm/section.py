"""The report's section on cited text identification.

Source: Ricci et al., Tables 2 to 5, Figures 3 and 4; official and corrected scores stay apart.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.evaluation.published import read_published_scores
from paperpool.io.csv_rows import Rows, read_records
from paperpool.io.files import read_json
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.headline import headline, make_headline_card
from paperpool.pages.results import ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_parts import list_letters
from paperpool.pages.section import Code, Drawing, Fold, Heading, Part, Section, Text, list_problems
from paperpool.pages.wording import count, percent, plural, words
from paperpool.scisumm.choice import MOST_LEARNT, Sizes
from paperpool.scisumm.names import ALL, PROTOCOLS
from paperpool.scoring.scisumm_tables import (
    HUMAN,
    Source,
    paired_table,
    ranker_table,
    read_human,
)
from paperpool.workflow.report.scisumm import charts, plain_tables, tables
from paperpool.workflow.report.scisumm.example import ExampleFiles, show_example
from paperpool.workflow.report.scisumm.tables import Power, Variant
from paperpool.workflow.scisumm.match.ablation import BASE


@dataclass(frozen=True)
class ScisummFiles(ResultTables):
    """The files and settings of the section; ``rankers`` are in the configuration's order.

    A workflow's run alone has ``vectors`` (facts of training the base word vectors), ``ablation``,
    ``powers`` and the files of an ``example``; ``best`` exists if the run has a combination.
    """

    human: str | Path | Rows
    lengths: str | Path | Rows
    corpus: str | Path | Rows
    malformed: str | Path | Rows
    rankers: Sequence[str]
    k: int
    is_released: bool
    best_sentences: Sizes = "fixed"
    ablation: str | Path | None = None
    powers: str | Path | None = None
    vectors: str | Path | None = None
    best: str | Path | None = None
    example: ExampleFiles | None = None


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the sections of a run's files and settings, and the card of the headline score."""
    tables_and_settings = {**files, **settings}
    if "example" in files:
        example = {**files["example"], **settings["example"]}
        tables_and_settings["example"] = ExampleFiles(**example)
    inputs = ScisummFiles(**tables_and_settings)

    source = read_source(inputs)
    results = source.results
    card = make_headline_card(BENCHMARK, results.scores, "scisumm", results.places)
    return make_fragment(list_sections(inputs, source), cards=[card])


def list_sections(files: ScisummFiles, source: Source) -> Iterator[Section]:
    """Yield the rankers, the ablation if there is one, and the data."""
    parts: list[Part] = list(_open(files, source))
    parts += _list_folds(files, source)
    yield Section("scisumm", "Cited text identification", parts, "broad dense", "Cited text")

    powers = []
    if files.powers:
        powers = read_records(files.powers, Power)
    end = "."
    if files.ablation:
        variants = read_records(files.ablation, Variant)
        parts = list(_show_ablation(files, source, variants, powers))
        yield Section("scisumm-ablation", "Cited text: ablation", parts, "broad", "Ablation")
        end = "; scisumm/malformed.csv has all."

    caption = (
        f"Table 4 of Ricci et al.: mean tokens of the first {files.k} sentences of each ranker"
        f"{_learnt(files)}, and of all and the gold sentences."
    )
    if files.is_released:
        caption += " The paper's are of the training set."
    parts = [
        plain_tables.corpus_table(files.corpus, source),
        plain_tables.length_table(files.lengths, powers, source, caption),
    ]
    parts += plain_tables.list_malformations(files.malformed, end)
    yield Section("scisumm-data", "Cited text: data", parts, link="Data")


def _show_ablation(
    files: ScisummFiles, source: Source, variants: Sequence[Variant], powers: Sequence[Power]
) -> Iterator[Part]:
    """Yield Table 3 under each protocol, and F1 against the power in both directions."""
    base = files.published_names.get(BASE)
    yield Text(f"A difference is the variant minus {BASE}, p of a paired permutation test.")
    shown: list[Part] = []
    for protocol in PROTOCOLS:
        shown += tables.list_ablation(variants, source, protocol, base)
    yield from shown
    missing = "has scores: none of the reference papers has gold."
    if not shown:
        yield Text(f"No variant {missing}")

    yield Heading("Power and direction", "scisumm-powers")
    about = f"F1 of the first {files.k} sentences against the power d (Figure 3 of Ricci et al.)."
    yield Text(about)
    drawn = {protocol: charts.power_chart(powers, source, protocol) for protocol in PROTOCOLS}
    if not any(drawn.values()):
        yield Text(f"No power {missing}")
    for protocol, chart in drawn.items():
        if chart:
            label = f"F1 against the power, {protocol} protocol"
            drawing = Drawing(label, chart, is_wide=True)
            yield Fold(label, [drawing], is_open=protocol == OFFICIAL)


def _learnt(files: ScisummFiles) -> str:
    """Return how many sentences the ranker ``best`` chooses, where that is learnt."""
    if files.best_sentences != "learnt" or not files.best:
        return ""
    return f" (of best one to {MOST_LEARNT}, as it has learnt)"


def _open(files: ScisummFiles, source: Source) -> Iterator[Part]:
    """Yield the table and the chart of the official protocol, and notes on them."""
    about = (
        "Which sentences of a cited paper does a citing sentence mean (CL-SciSumm, task 1a)? Each "
        "ranker ranks all of them, and the first {} are its answer{}. All scores are ×100."
    )
    yield Text(about.format(files.k, _learnt(files)))
    yield from _list_warnings(files, source)
    if not source.results.rankers:
        yield Text("No ranker has scores: none of the reference papers has gold.")
    for found in files.findings.values():
        yield from list_problems("", {"doubts": found["doubts"], "problems": []})
    best = "Tests are over reference papers, Holm's correction over rankers. The best is bold."
    yield from list_letters(source.results, best)
    yield from _show_rankers(files, source, OFFICIAL)


def _list_warnings(files: ScisummFiles, source: Source) -> Iterator[Part]:
    """Yield the agreement of annotators, and the papers and splits without scores."""
    human = source.human.get((OFFICIAL, "test", ALL, "f1"))
    if human is not None:
        best = ""
        ranked = headline(source.results.scores, BENCHMARK.headline)
        if ranked:
            best = f", and the best ranker, {ranked[0].ranker}, {percent(ranked[0].value)}"
        yield Text(
            f"Annotators disagree: {HUMAN} has an official F1 of {percent(human)} on the test set"
            f"{best}. A score above human agreement only means agreement with the annotators' "
            "average: it is no evidence of a better system.",
            "label warn",
        )

    statistics = plain_tables.read_by_split(files.corpus, "statistic", "value")
    totals = statistics.get("reference_papers", {})
    for split, title in BENCHMARK.splits.items():
        n = len(source.papers(OFFICIAL, split))
        total = int(totals.get(split) or 0)
        if not total:
            text = f"{title}: it is not in the data"
            if split == "train" and files.ablation and not files.best:
                text += ", so that there is no ranker best, which learns from it"
            yield Text(f"{text}.", "label warn")
        elif n < total:
            verb = "has" if n == 1 else "have"
            text = f"{title}: {n} of {plural(total, 'reference paper')} {verb} gold here"
            if files.is_released:
                text += "; the papers' scores are over all of them"
            yield Text(f"{text}.", "label warn")

    if not files.is_released:
        yield Text("The data are not the whole release, so no published score can be compared.")


def _show_rankers(files: ScisummFiles, source: Source, protocol: str) -> list[Part]:
    """Return Table 2 and recall against K under one protocol."""
    if not source.results.rankers:
        return []
    caption = (
        f"Table 2 of Ricci et al.: first {files.k} sentences{_learnt(files)} (×100), {protocol} "
        f"protocol, with {100 * files.confidence:g}% bootstrap intervals over reference papers."
    )
    if protocol == OFFICIAL and files.is_released:
        caption += " Below, the published score and the difference from it."
    table = ranker_table(source, protocol, (caption, f"Scores, {protocol} protocol"))
    label = f"Recall against K, {protocol} protocol"
    return [table, Drawing(label, charts.recall_chart(source, protocol), is_wide=True)]


_OFFICIAL = Text(
    "In the official script rows of one citing paper overwrite one another, so that a part of the "
    "gold is never scored; the corrected protocol scores each citing sentence by itself. ROUGE-S* "
    "is over skip bigrams; the official script swaps precision and recall, which leaves F1.",
    "label",
)


def _list_folds(files: ScisummFiles, source: Source) -> Iterator[Fold]:
    """Yield the corrected protocol, tests and scores by paper, and how rankers were made."""
    corrected = _show_rankers(files, source, CORRECTED)
    yield Fold("The protocols, and the corrected one", [_OFFICIAL, *corrected], "scisumm-corrected")

    for protocol in PROTOCOLS:
        tests = [paired_table(source, protocol, baseline) for baseline in files.baselines]
        shown = [table for table in tests if table.rows]
        if shown:
            yield Fold(f"Paired tests, {protocol} protocol", shown)
        label = f"F1 by annotator and reference paper, {protocol} protocol"
        chart = charts.slice_map(source, protocol)
        if chart:
            yield Fold(label, [Text("On the test set."), Drawing(label, chart, is_wide=True)])

    if files.example:
        yield from show_example(files.example)
    if files.vectors:
        yield Fold("The word vectors", [_describe_vectors(read_json(files.vectors), files)])
    if files.best:
        learnt = read_json(files.best)
        chosen = {name: learnt[name] for name in learnt if name not in ("f1_by_setting", "draws")}
        title = "The settings of best, chosen on the training set alone (best.json has all tried)"
        yield Fold(title, [Code(json.dumps(chosen, indent=1, sort_keys=True))])


def _describe_vectors(vectors: Mapping[str, Any], files: ScisummFiles) -> Text:
    """Return the size of the base word vectors, and the texts that they were trained on."""
    settings = vectors["settings"]
    sources = []
    for source, counts in vectors["sources"].items():
        sources.append(f"{count(counts['tokens'])} of {words(source)}")
    parts = ""
    if sources:
        parts = f": {', '.join(sources)}"

    text = (
        f"Word vectors ({settings['dimensions']} dimensions) know {count(vectors['vocabulary'])} "
        f"words, each seen at least {settings['min_count']} times in the "
        f"{count(vectors['tokens'])} tokens of {plural(vectors['texts'], 'text')}{parts}. "
        f"{percent(vectors['unknown'], 1)}% of the tokens are rarer words, which count as one."
    )
    if files.is_released:
        text += " The paper's were trained on 86 million tokens of the ACL Anthology."
    return Text(text)


def read_source(files: ScisummFiles) -> Source:
    """Return the inputs of the tables, without published scores for other data."""
    printed = []
    if files.is_released:
        printed = read_published_scores(files.published)
    cells = {}
    for score in printed:
        cells[score.benchmark, score.split, score.system, score.measure] = score.value

    # the others are of the ablation and of the data
    of_rankers = [score for score in printed if score.benchmark == BENCHMARK.name]
    results = files.read(BENCHMARK, of_rankers, BENCHMARK.name)
    rankers = results.best_first(files.rankers)
    return Source(results, rankers, read_human(files.human), cells)
