import numpy as np
import pytest

from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import holm
from paperpool.scisumm.counts import Counts, micro
from paperpool.scisumm.scoring.intervals import PaperDraws
from paperpool.scisumm.scoring.rouge_s import Score
from paperpool.scisumm.scoring.sums import compute_scores, measures, sum_up

RESAMPLING = Resampling(seed=5, n_bootstrap=4000, n_permutations=4000)


def vectors(counts):
    """Return the vectors of files with counts, the first of them with a ROUGE score."""
    scores = [Score(0.5, 0.25, 1 / 3), *[None] * (len(counts) - 1)]
    return np.stack(
        [sum_up(of, score, [of.tp / 2, of.tp]) for of, score in zip(counts, scores, strict=True)]
    )


def test_figures_of_summed_files_are_micro_and_macro_figures():
    counts = [Counts(2, 1, 0), Counts(1, 3, 4), Counts(0, 0, 0)]
    values = dict(zip(measures(2), compute_scores(vectors(counts).sum(axis=0)), strict=True))
    whole = micro(counts)
    assert (values["precision"], values["recall"]) == (whole.precision, whole.recall)
    assert values["f1"] == pytest.approx(whole.f1)
    names = ("macro_precision", "macro_recall", "macro_f1")
    # precision 2/3, 1/4, 0; recall 1, 1/5, 0: the harmonic mean of their means, not that of F1s
    precision, recall = 11 / 36, 2 / 5
    both = 2 * precision * recall / (precision + recall)
    assert [values[name] for name in names] == pytest.approx([precision, recall, both])
    assert values["rouge_s_f1"] == 1 / 3  # the one file that has a score
    assert (values["recall@1"], values["recall@2"]) == (1.5 / 7, 3 / 7)


def test_intervals_are_of_ratios_of_sums_over_several_papers():
    # one paper of 100 sentences, all right, and one of a single sentence, wrong: half of the
    # samples draw each once, a quarter the large one twice, a quarter the small one twice
    papers = vectors([Counts(100, 0, 0), Counts(0, 1, 0)])
    draws = PaperDraws(2, RESAMPLING, (0,))
    sampled = draws.samples(papers)[:, 0]
    assert sorted(set(sampled)) == [0.0, 100 / 101, 1.0]
    assert np.mean(sampled == 100 / 101) == pytest.approx(0.5, abs=0.03)
    assert draws.intervals(papers)[0] == (100 / 101, 0.0, 1.0)
    draws = PaperDraws(1, RESAMPLING, (0,))
    assert not draws.possible
    assert draws.intervals(vectors([Counts(1, 1, 1)]))[0] == (0.5, None, None)


def test_p_counts_the_swaps_that_differ_as_much_and_is_1_for_equal_rankers():
    # four papers that all speak for the ranker: 2 of 16 swaps reach the difference
    ranker, baseline = vectors([Counts(1, 0, 1)] * 4), vectors([Counts(0, 1, 2)] * 4)
    difference, low, high, p = PaperDraws(4, RESAMPLING, (0,)).tests(ranker, baseline)[1]
    assert (difference, low, high) == (0.5, 0.5, 0.5)
    assert p == pytest.approx(2 / 16, abs=0.02)
    papers = vectors([Counts(1, 2, 3), Counts(4, 0, 1)])
    tests = PaperDraws(2, RESAMPLING, (0,)).tests(papers, papers.copy())
    assert {test for test in tests} == {(0.0, 0.0, 0.0, 1.0)}


def test_changing_places_changes_the_sign_alone():
    one = vectors([Counts(1, 2, 3), Counts(4, 0, 1), Counts(0, 2, 2)])
    other = vectors([Counts(2, 1, 2), Counts(1, 3, 4), Counts(1, 1, 1)])
    draws = PaperDraws(3, RESAMPLING, (1, 2))
    for (d, low, high, p), (e, lowest, highest, q) in zip(
        draws.tests(one, other), draws.tests(other, one), strict=True
    ):
        assert (d, low, high, p) == pytest.approx((-e, -highest, -lowest, q))


def test_draws_come_from_the_seed_and_the_stream():
    papers = vectors([Counts(i, 7 - i, 3) for i in range(7)])
    first = PaperDraws(7, RESAMPLING, (1,)).samples(papers)
    assert np.array_equal(first, PaperDraws(7, RESAMPLING, (1,)).samples(papers))
    assert not np.array_equal(first, PaperDraws(7, RESAMPLING, (2,)).samples(papers))


def test_rankers_are_ranked_by_ratios_of_sums_as_swapping_papers_compares_them():
    draws, f1 = PaperDraws(20, RESAMPLING, (0,)), measures(2).index("f1")
    for seed in range(10):
        rng = np.random.default_rng(seed)
        sizes = rng.integers(4, 30, 20)
        hits = [rng.binomial(sizes, rate) for rate in (0.3, 0.4, 0.6)]
        papers = [vectors([Counts(int(n), 12, 9) for n in of_one]) for of_one in hits]
        ranks = draws.ranks(papers, [f1])[f1]
        values = [compute_scores(matrix.sum(axis=0))[f1] for matrix in papers]
        places = [1 + sum(other > value for other in values) for value in values]
        assert [rank.rank for rank in ranks] == places == [3, 2, 1]
        pairs = [(0, 1), (0, 2), (1, 2)]
        p_values = holm([draws.tests(papers[i], papers[j])[f1][3] for i, j in pairs])
        assert [rank.is_tied for rank in ranks] == [p > 0.05 for p in (*p_values[1:], 1)]
        assert all(rank.low <= rank.rank <= rank.high for rank in ranks)
        assert 0 < ranks[0].detectable < 0.3
