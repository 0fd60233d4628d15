"""Run the ablation and the comparison of powers (Ricci et al., table 3 and figure 3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.tables import Evaluation
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.counts import micro
from paperpool.scisumm.names import ALL, DIRECTIONS, FORWARD
from paperpool.scisumm.rankings import rank_sentences
from paperpool.scisumm.read.rows import by_citance
from paperpool.scisumm.scoring.evaluation import Published
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.scoring.overlap import DEPTH, count_overlap, pair_by_citance, pair_officially
from paperpool.scisumm.words import split_words
from paperpool.workflow.scisumm.match.ablation import BASE, BASE_VECTORS, CONTEXTUAL_BASE, VARIANTS
from paperpool.workflow.scisumm.match.asymmetric import score_asymmetric, score_powers
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.word_vectors import WordVectors

COLUMNS = ["variant", "split", "protocol", "metric", "value", "difference", "p", "published"]
POWER_COLUMNS = ["direction", "d", "split", "protocol", "f1", "mean_length"]
TUNING_COLUMNS = ["d", "k", "split", "protocol", "f1", "chosen"]

CONTEXTUAL_SYSTEM = "Asymm SciBERT (d=4)"
"""The paper's name for its encoder's row."""


def published_names(contextual: str | None) -> dict[str, str]:
    """Return the paper's names of published rows; contextual ones only for the paper's encoder."""
    names = {BASE: "Asymm (d=4)"}
    is_papers = contextual == CONTEXTUAL_SYSTEM
    if is_papers:
        names[CONTEXTUAL_BASE] = CONTEXTUAL_SYSTEM
    for name, variant in VARIANTS.items():
        if variant.published and (is_papers or not variant.contextual):
            names[name] = variant.published
    return names


Contextual = Callable[[Matching], dict[str, Floats]]
"""Scores of all papers by an encoder's tokens, given settings."""


def score_variants(
    papers: Sequence[Paper],
    vectors: Mapping[str, WordVectors],
    variants: Sequence[str],
    k: int,
    contextual: Contextual | None,
) -> dict[str, dict[str, Floats]]:
    """Return the scores of both bases and of ``variants``, by name and paper.

    ``vectors`` has the word vectors of ``BASE_VECTORS`` and of each variant with its own; greedy
    variants pick ``k`` sentences. Without ``contextual`` no variant of an encoder is allowed.
    """
    scores = {BASE: score_asymmetric(papers, vectors[BASE_VECTORS], Matching(k=k))}
    if contextual:
        scores[CONTEXTUAL_BASE] = contextual(Matching())
    for name in variants:
        variant = VARIANTS[name]
        matching = replace(variant.matching, k=k)
        if contextual and variant.contextual:
            scores[name] = contextual(matching)
        else:
            scores[name] = score_asymmetric(papers, vectors[variant.vectors], matching)
    return scores


def power_tables(
    papers: Sequence[Paper], vectors: WordVectors, powers: Sequence[int], judge: Judge
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return F1 by power, and by power and the number K of chosen sentences.

    The first table (``POWER_COLUMNS``) has both directions and the K of ``judge``. The second
    (``TUNING_COLUMNS``) has the paper's direction and K from 1 to ``DEPTH``, as the paper tuned K
    on the training set (its table 1).
    """
    by_power = []
    by_k = []
    for direction in DIRECTIONS:
        scored = score_powers(papers, vectors, Matching(direction=direction), powers)
        for power, scores in scored.items():
            ranking = rank_sentences(papers, scores)
            ranking = ranking.filter(pc.less_equal(ranking.column("rank"), max(DEPTH, judge.k)))
            for results in _measure_power(judge, ranking):
                by_power.append((direction, power, *results))
            if direction != FORWARD:
                continue
            for k in range(1, DEPTH + 1):
                for split, protocol, f1, _ in _measure_power(replace(judge, k=k), ranking):
                    by_k.append((power, k, split, protocol, f1, False))

    tuning = pd.DataFrame(by_k, columns=TUNING_COLUMNS)
    return pd.DataFrame(by_power, columns=POWER_COLUMNS), mark_chosen(tuning)


def _measure_power(judge: Judge, ranking: pa.Table) -> Iterable[tuple[str, str, float, float]]:
    """Yield split, protocol, F1 and mean words of the chosen sentences, of splits with gold."""
    for split, submission in judge.submit(ranking).items():
        gold = judge.rows(split)
        texts = judge.texts(split)
        if not gold:
            continue
        rows = submission.rows
        lengths = []
        for row in rows:
            lengths += [len(split_words(texts[row.paper_id, sid])) for sid in row.sids]
        mean_length = sum(lengths) / max(len(lengths), 1)

        pairs = {
            "official": pair_officially(gold, rows),
            "corrected": pair_by_citance(gold, by_citance(rows), {}),
        }
        for protocol, files in pairs.items():
            yield split, protocol, micro(map(count_overlap, files.values())).f1, mean_length


def mark_chosen(tuning: pd.DataFrame) -> pd.DataFrame:
    """Mark the K of the best training F1 for each d and protocol; ties go to the smaller K."""
    train = tuning[tuning["split"] == "train"].sort_values("k")
    best = train.loc[train.groupby(["d", "protocol"])["f1"].idxmax(), ["d", "protocol", "k"]]
    chosen = set(best.itertuples(index=False, name=None))
    keys = tuning[["d", "protocol", "k"]].itertuples(index=False, name=None)
    return tuning.assign(chosen=[key in chosen for key in keys])


def ablation_table(evaluation: Evaluation, published: Published) -> pd.DataFrame:
    """Return variants' scores and differences to ``BASE`` in ``COLUMNS``, in the rankers' order.

    Published scores stand beside the official protocol alone.
    """
    keys = ["ranker", "split", "protocol", "metric"]
    metrics = evaluation.metrics
    tests = evaluation.significance
    results = metrics[(metrics["slice"] == ALL) & metrics["metric"].isin(BENCHMARK.tested)]
    tests = tests[(tests["slice"] == ALL) & (tests["baseline"] == BASE)]
    table = results[[*keys, "value"]].merge(tests[[*keys, "difference", "p"]], "left", on=keys)

    printed = []
    for row in table.itertuples():
        score = None
        if row.protocol == "official":
            score = published.get((row.split, row.ranker, row.metric))
        printed.append(score)
    table["published"] = printed
    table["variant"] = pd.Categorical(table["ranker"], table["ranker"].unique())
    table = table.sort_values(["variant", *keys[1:]], ignore_index=True)
    return table[COLUMNS].astype({"variant": object})
