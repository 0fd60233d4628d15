"""Members' weights: fitted on the validation split, and at chance level on shuffled grades."""

import dataclasses

import numpy as np
import pytest

from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.scoring.fusing import fuse_runs, tabulate
from paperpool.rankers.scoring.member_weights import (
    TRIED_COLUMNS,
    WEIGHTS,
    Judged,
    choose_weights,
    fuse_by_validation,
    weigh,
)

from ..made.benchmark import make_benchmark
from ..made.collection import draw_run, regrade

N_QUERIES, N_CITED, N_OTHERS = 60, 3, 12


@pytest.fixture(scope="module")
def benchmark():
    """Sixty queries of each split, with papers of their own."""
    splits, texts = {}, {}
    for split in ("val", "test"):
        pools = {}
        for i in range(N_QUERIES):
            names = [f"{split}{i}-{j:02}" for j in range(N_CITED + N_OTHERS)]
            pools[f"{split}{i}"] = {"random": names[N_CITED:], "true": names[:N_CITED]}
            texts |= dict.fromkeys([f"{split}{i}", *names], ("", ""))
        splits[split] = {"Art": pools}
    return make_benchmark(texts, **splits)


def regrade_split(collection, split, change):
    return regrade(collection, set(collection.folds["all"][split]), change)


def mean_ap(collection, run, split):
    values = []
    for pair in collection.folds["all"][split]:
        grades = collection.judgments[pair].grades()
        hits = [grades[c] for c, _ in run[pair]]
        found = [sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit]
        values.append(sum(found) / N_CITED)
    return np.mean(values)


def test_the_weights_are_the_best_that_no_single_change_improves(benchmark):
    runs = {f"m{i}": draw_run(benchmark, i, skill) for i, skill in enumerate((0.0, 1.0, 0.5))}
    run, table = fuse_by_validation(benchmark, runs)
    assert list(table) == TRIED_COLUMNS and (table.n_training == N_QUERIES).all()
    chosen = table[table.chosen].iloc[0]
    assert chosen.training == table.training.max() > table.training[0]
    assert chosen.training == pytest.approx(mean_ap(benchmark, run, "val"), abs=1e-6)
    parts = dict(reversed(part.split("*")) for part in chosen.design.split("+"))
    weights = np.array([float(parts.get(name, 0)) for name in runs])
    assert weights.argmax() == 1 and len(parts) == chosen.n_members
    counted = zip(runs.values(), 4 * weights, strict=True)
    doubled = [of_member for of_member, count in counted for _ in range(int(count))]
    summed = fuse_runs(doubled, "zscore")
    for pair in benchmark.pairs():
        assert [c for c, _ in run[pair]] == [c for c, _ in summed[pair]]


def test_the_grades_of_the_test_split_change_nothing(benchmark):
    runs = {f"m{i}": draw_run(benchmark, i, i / 2) for i in range(3)}
    before = fuse_by_validation(benchmark, runs)
    turned = regrade_split(benchmark, "test", lambda grades: [1 - grade for grade in grades])
    after = fuse_by_validation(turned, runs)
    assert before[0] == after[0] and before[1].equals(after[1])
    other = regrade_split(benchmark, "val", lambda grades: [1 - grade for grade in grades])
    assert fuse_by_validation(other, runs)[0] != before[0]


def test_a_query_of_both_splits_is_not_learned_from(benchmark):
    """The planted leak: the test queries stand among those of validation, in another field."""
    runs = {f"m{i}": draw_run(benchmark, i, i / 2) for i in range(2)}
    folds = {name: dict(splits) for name, splits in benchmark.folds.items()}
    twice = [(query, "Physics") for query, _ in folds["all"]["test"]]
    folds["all"]["val"] = [*folds["all"]["val"], *twice]
    judgments = dict(benchmark.judgments)
    for query, field in twice:
        judgments[query, field] = judgments[query, "Art"]
        for run in runs.values():
            run[query, field] = run[query, "Art"]
    leaking = dataclasses.replace(benchmark, folds=folds, judgments=judgments)
    table = fuse_by_validation(leaking, runs)[1]
    assert (table.n_training == N_QUERIES).all()


def test_shuffled_grades_give_chance_level(benchmark):
    """Eight random members leave many choices and no signal."""
    honest, peeking, chance = [], [], []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        shuffled = regrade_split(benchmark, "val", rng.permutation)
        shuffled = regrade_split(shuffled, "test", rng.permutation)
        runs = {f"m{i}": draw_run(benchmark, [seed, i]) for i in range(8)}
        run, table = fuse_by_validation(shuffled, runs)
        honest.append(mean_ap(shuffled, run, "test"))
        peeking.append(table.training.max())
        chance += [mean_ap(shuffled, of_member, "test") for of_member in runs.values()]
    assert np.mean(honest) == pytest.approx(np.mean(chance), abs=0.02)
    assert np.mean(peeking) > np.mean(chance) + 0.03  # what choosing on the test split would give


def test_the_precision_that_weights_are_chosen_by_is_that_of_the_evaluation():
    """Equal sums stand by falling id, in any order of the members."""
    rankings = [[("c3", 1.0), ("c1", 0.5), ("c2", 0.5)], [("c1", 0.0), ("c2", 0.0), ("c3", 0.0)]]
    for listed in (rankings, rankings[::-1]):
        fused = tabulate(listed, "zscore")
        for weights in ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0)):
            sums = dict(zip(fused.candidates, weigh(np.array(weights), fused.scores), strict=True))
            [expected] = measure({"q": sums}, {"q": ["c2"]}, ["map"])[:, 0]
            judged = Judged(fused, {"c2"}, 1)
            assert judged.average_precision(np.array(weights)) == pytest.approx(expected)


def test_without_validation_queries_all_members_count_alike():
    weights, table = choose_weights(["a", "b"], lambda _: 1.0, 0)
    assert weights.tolist() == [1, 1] and table.empty and list(table) == TRIED_COLUMNS


def test_of_equally_good_weights_the_first_are_kept():
    weights, table = choose_weights(["a", "b"], lambda _: 0.5, 3)
    assert weights.tolist() == [1, 1] and len(table) == 1 + 2 * (len(WEIGHTS) - 1)
