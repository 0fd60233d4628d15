"""What the report's section on cited text identification is filled with.

Source: Ricci et al., Tables 2 to 5, Figures 3 and 4; official and corrected figures stay apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.evaluation.published import read_figures
from paperpool.io.files import read_json
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.front import make_front
from paperpool.pages.headline import best_first, headline
from paperpool.pages.reads import Reads
from paperpool.pages.results import ResultFiles
from paperpool.pages.run_info import RunLabel
from paperpool.report.scisumm import charts
from paperpool.report.scisumm.files import (
    Malformation,
    count_malformations,
    read_ablation,
    read_corpus,
    read_human,
    read_lengths,
    read_powers,
)
from paperpool.report.scisumm.page import ScisummPageFiles, build_scisumm_page
from paperpool.report.scisumm.plain_tables import (
    corpus_rows,
    corpus_splits,
    length_rows,
    plain_table,
)
from paperpool.report.scisumm.tables import (
    HUMAN,
    Source,
    ablation_table,
    paired_table,
    ranker_table,
)
from paperpool.scisumm.choice import MOST_LEARNT, Sizes
from paperpool.scisumm.match.ablation import BASE
from paperpool.scisumm.names import ALL, PROTOCOLS
from paperpool.scisumm.read.problems import PROBLEMS


@dataclass(frozen=True)
class ScisummFiles(ResultFiles):
    """The files and settings of the section.

    ``rankers`` are in the configuration's order. What only a run of the workflow has is None where
    rankings alone were scored: ``vectors``, what training the base word vectors told, ``ablation``
    and ``powers``; ``best`` is there where the run has a combination.
    """

    human: str | Path
    lengths: str | Path
    corpus: str | Path
    malformed: str | Path
    rankers: Sequence[str]
    k: int
    is_released: bool
    best_sentences: Sizes = "fixed"
    ablation: str | Path | None = None
    powers: str | Path | None = None
    vectors: str | Path | None = None
    best: str | Path | None = None
    page: ScisummPageFiles | None = None
    word_vectors: str | Path | None = None


def collect_files(
    *,
    rankings: Mapping[str, str],
    submissions: Mapping[str, str],
    **values: Any,
) -> ScisummFiles:
    """Return the files and settings of the section from those of its job.

    ``rankings`` and ``submissions``, those of rankers from outside, are files by ranker.
    """
    tables = {name: values.pop(name) for name in ("sentences", "citances", "gold")}
    counts = {name: values[name] for name in ("k", "best_sentences")}
    page = ScisummPageFiles(**tables, rankings=rankings, submissions=submissions, **counts)
    return ScisummFiles(page=page, **values)


def reads(run: Any) -> Reads:
    """Return the files and settings of the section, and of its page."""
    scisumm, steps = run.scisumm, f"{run.scisumm.below}/steps"
    names = ("sentences", "citances", "gold")
    files = {
        **scisumm.csv(*(name for name in scisumm.tables if name != "tuning")),
        **{name: f"{steps}/{name}.parquet" for name in names},
        "checks": f"{scisumm.below}/checks.json",
        "published": run.published("scisumm"),
        "vectors": f"{steps}/word2vec/base.json",
        "word_vectors": f"{steps}/word2vec/base.parquet",
        "rankings": {one: f"{scisumm.below}/rankings/{one}.parquet" for one in scisumm.ours},
        "submissions": {one: f"{steps}/submissions/{one}.parquet" for one in scisumm.submissions},
    }
    if scisumm.learnt:
        files["best"] = f"{scisumm.below}/best.json"
    settings = {
        "rankers": scisumm.rankers,
        "published_names": scisumm.published_names,
        "baselines": scisumm.baselines,
        "confidence": run.settings.evaluation.confidence,
        "k": run.settings.scisumm.k,
        "best_sentences": run.settings.scisumm.best_sentences,
        "is_released": scisumm.is_released,
    }
    return Reads(files, settings)


def build_section(run: RunLabel, files: ScisummFiles) -> Fragment:
    """Return the section and the page of citing sentences."""
    content = make_scisumm_section(files)
    links = [
        ("scisumm", "Cited text"),
        ("scisumm-results", "Rankers"),
        *([("scisumm-ablation", "Ablation")] if content["has_ablation"] else []),
        ("scisumm-data", "Data"),
    ]
    html = render_section(Path(__file__).parents[1], "scisumm", content)
    fronts = [make_front(BENCHMARK, content["scores"], "scisumm-results")]
    return Fragment(html, links, pages=_build_pages(run, files), fronts=fronts)


def _build_pages(run: RunLabel, files: ScisummFiles) -> dict[str, str]:
    if files.page is None or files.word_vectors is None:
        return {}
    # not there to be imported where there is no page
    from paperpool.scisumm.match.explanation import Explainer
    from paperpool.scisumm.match.settings import Matching
    from paperpool.scisumm.match.word_vectors import read_vectors

    explain = Explainer(read_vectors(files.word_vectors), Matching()).explain
    return {"scisumm": build_scisumm_page(run, files.page, explain)}


def make_scisumm_section(files: ScisummFiles) -> dict[str, Any]:
    """Return what ``scisumm/section.html.jinja`` needs."""
    source = read_source(files)
    powers = read_powers(files.powers) if files.powers else []
    variants = read_ablation(files.ablation) if files.ablation else []
    statistics = read_corpus(files.corpus)
    base = files.published_names.get(BASE)
    return {
        "scores": source.figures.scores,
        "plain_table": plain_table,
        "k": files.k,
        "most_of_best": MOST_LEARNT if files.best_sentences == "learnt" else None,
        "split_names": BENCHMARK.splits,
        "is_released": files.is_released,
        "has_page": files.page is not None,
        "has_ablation": files.ablation is not None,
        "checks": read_json(files.checks),
        "n_rankers": len({score.ranker for score in source.figures.scores}),
        "confidence": f"{100 * files.confidence:g}%",
        "letters": source.figures.letters,
        "best": next(iter(headline(source.figures.scores, BENCHMARK.headline)), None),
        "human_name": HUMAN,
        "human": source.human.get(("official", "test", ALL, "f1")),
        "vectors": read_json(files.vectors) if files.vectors else None,
        "tables": {protocol: ranker_table(source, protocol) for protocol in PROTOCOLS},
        "tests": {
            protocol: [
                table
                for baseline in files.baselines
                if (table := paired_table(source, protocol, baseline, files.confidence)).rows
            ]
            for protocol in PROTOCOLS
        },
        "ablation": {
            protocol: ablation_table(variants, source, protocol, base) for protocol in PROTOCOLS
        },
        "lengths": length_rows(read_lengths(files.lengths), powers, source),
        "statistics": corpus_rows(statistics, source),
        "sets": list(corpus_splits(statistics).values()),
        "missing": [split for split in BENCHMARK.splits if not _count_papers(statistics, split)],
        "coverage": _coverage(source, statistics),
        "problems": PROBLEMS,
        "malformations": _sort_malformations(count_malformations(files.malformed)),
        "powers": {of: charts.power_chart(powers, source, of) for of in PROTOCOLS},
        "recall": {protocol: charts.recall_chart(source, protocol) for protocol in PROTOCOLS},
        "slices": {protocol: charts.slice_map(source, protocol) for protocol in PROTOCOLS},
        "settings": _read_settings(files.best) if files.best else None,
    }


def _read_settings(best: str | Path) -> dict[str, Any]:
    """Return what ``best`` learnt from all training papers, without all that it tried for that."""
    told = read_json(best)
    return {name: told[name] for name in told if name not in ("f1_by_setting", "draws")}


def read_source(files: ScisummFiles) -> Source:
    """Return what the tables are made of; nothing is published for other data."""
    printed = read_figures(files.published) if files.is_released else []
    own = [figure for figure in printed if figure.benchmark == BENCHMARK.name]
    figures = files.read(BENCHMARK, own, BENCHMARK.name)
    cells = {(f.benchmark, f.split, f.system, f.measure): f.value for f in printed}
    rankers = best_first(files.rankers, figures.scores, BENCHMARK.headline)
    return Source(figures, rankers, read_human(files.human), cells)


def _coverage(
    source: Source, statistics: Mapping[str, Mapping[str, float | None]]
) -> dict[str, tuple[int, int]]:
    """Return, by the title of a split, the reference papers with figures, and all of them.

    Of the splits in which some have none.
    """
    found = {}
    for split, title in BENCHMARK.splits.items():
        n = len(source.papers("official", split))
        total = _count_papers(statistics, split)
        if n < total:
            found[title] = (n, total)
    return found


def _count_papers(statistics: Mapping[str, Mapping[str, float | None]], split: str) -> int:
    return int(statistics.get("reference_papers", {}).get(split) or 0)


def _sort_malformations(found: Sequence[Malformation]) -> dict[str, list[Malformation]]:
    """Return the malformations by the title of their split, in the order of ``found``."""
    by_split: dict[str, list[Malformation]] = {}
    for one in found:
        by_split.setdefault(BENCHMARK.splits.get(one.split, one.split), []).append(one)
    return by_split
