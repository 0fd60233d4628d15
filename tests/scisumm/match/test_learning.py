"""From tables to the fit of `best`."""

import numpy as np
import pyarrow.parquet as pq

from paperpool.scisumm.choice import Choice
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.rankings import read_scores, write_rankings
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES
from paperpool.workflow.scisumm.match.best import DRAWS, learn
from paperpool.workflow.scisumm.match.features import name_features
from paperpool.workflow.scisumm.match.learning import (
    describe,
    paper_features,
    rank_by_best,
    training_papers,
)

from ...made.tables import write_rows


def write_release(folder, n_papers=6):
    """Write tables of papers of five sentences, two citances each; the last paper is a test one."""
    sentences, citances, gold = [], [], []
    for i in range(n_papers):
        split, paper = ("test", "T1") if i == n_papers - 1 else ("train", f"P{i}")
        for sid in range(5):
            section = "title" if sid == 0 else "1 Introduction"
            sentences.append((split, paper, sid, section, f"sentence {sid}"))
        for row in (1, 2):
            name = f"{paper}:{row}"
            citances.append((split, name, paper, str(row), "C1", "", f"citance {row}", ""))
            of_row = ("", row, name, paper, "C1", "C1", "", "", "", 11, [row, row + 1])
            gold.append((split, paper, f"{paper}.txt", *of_row))
    return {
        name: write_rows(folder / f"{name}.parquet", rows, schema)
        for name, rows, schema in (
            ("sentences", sentences, SENTENCES),
            ("citances", citances, CITANCES),
            ("gold", gold, GOLD),
        )
    }


def draw_scores(folder, paths, chance, n=5, of_test=0.0):
    """Rank the papers of a release at random; return them and their scores.

    ``of_test`` is added to the scores of the test paper.
    """
    papers = load_papers(paths["sentences"], paths["citances"])
    scores = {
        paper.paper_id: chance.normal(size=(2, n)) + of_test * (paper.split == "test")
        for paper in papers
    }
    write_rankings(folder / "a.parquet", papers, scores)
    return papers, scores


def rank(folder, paths, papers):
    files = ({"a": folder / "a.parquet"}, paths["sentences"], paths["gold"])
    return rank_by_best(papers, *files, 5, "fixed", k=2, seed=1)


def test_a_release_is_learnt_from_and_ranked(tmp_path):
    paths = write_release(tmp_path)
    papers, scores = draw_scores(tmp_path, paths, np.random.default_rng(0))
    members = {"a": read_scores(tmp_path / "a.parquet")}
    features = paper_features(papers, members, paths["sentences"])
    learning = training_papers(papers, features, paths["gold"])
    assert [paper.paper_id for paper in learning] == [f"P{i}" for i in range(5)]
    assert learning[0].chosen.tolist() == [[0, 1, 1, 0, 0], [0, 0, 1, 1, 0]]
    assert learning[0].features.shape == (2, 5, len(name_features(["a"])))
    # the member's scores are laid out by sentence, whatever the order of its ranking
    share = learning[2].features[..., name_features(["a"]).index("a, share of the best")]
    best = scores["P2"].max(axis=1, keepdims=True)
    np.testing.assert_allclose(share, scores["P2"] / np.where(best > 0, best, 1))

    learnt = learn(learning, 5, [Choice(2)], seed=1, where="gold")
    told = describe(learnt, ["a"])
    assert told["members"] == ["a"] and len(told["draws"]) == DRAWS
    for draw in told["draws"]:
        assert set(draw["folds"]) == {f"P{i}" for i in range(5)}
        assert len(draw["settings_without"]) == 5
    setting = {name: told[name] for name in ("strength", "sharpness", "most", "share")}
    assert {**setting, "f1": max(s["f1"] for s in told["f1_by_setting"])} in told["f1_by_setting"]
    assert set(told["weights"]) == set(name_features(["a"]))

    ranked, told_again = rank(tmp_path, paths, papers)
    assert told_again == told and ranked["T1"].shape == (2, 5)
    assert ranked.keys() == features.keys() == {paper.paper_id for paper in papers}
    for paper_id, matrix in ranked.items():
        np.testing.assert_array_equal(matrix, learnt.score(paper_id, features[paper_id]))


def test_nothing_of_the_test_set_is_learnt_from(tmp_path):
    learnt = []
    for change in (0.0, 1.0):
        folder = tmp_path / str(change)
        folder.mkdir()
        paths = write_release(folder)
        if change:
            gold = pq.read_table(paths["gold"]).to_pylist()
            for row in gold:
                row["sids"] = [4] if row["split"] == "test" else row["sids"]
            write_rows(paths["gold"], gold, GOLD)
        papers, _ = draw_scores(folder, paths, np.random.default_rng(0), of_test=change)
        learnt.append(rank(folder, paths, papers)[1])
    assert learnt[0] == learnt[1]


def learn_told(folder, shuffled):
    """Fit on papers whose gold sentences contain "we", or on random ones if ``shuffled``."""
    folder.mkdir()
    paths = write_release(folder, n_papers=13)
    chance = np.random.default_rng(0)
    gold = pq.read_table(paths["gold"]).to_pylist()
    sentences = []
    for first, second in zip(gold[::2], gold[1::2], strict=True):
        telling, others = (chance.permutation(np.arange(1, 21))[:2].tolist() for _ in "ab")
        first["sids"] = second["sids"] = others if shuffled else telling
        for sid in range(21):
            text = f"We propose to do {sid}." if sid in telling else f"They had to do {sid}."
            sentences.append((first["split"], first["paper_id"], sid, "", text))
    write_rows(paths["sentences"], sentences, SENTENCES)
    write_rows(paths["gold"], gold, GOLD)
    papers, _ = draw_scores(folder, paths, chance, 21)
    return rank(folder, paths, papers)[1]


def test_what_a_sentence_says_is_learnt_and_shuffled_gold_is_not(tmp_path):
    told = learn_told(tmp_path / "told", shuffled=False)
    weights = told["weights"]
    assert told["f1"] > 0.9 and max(weights, key=weights.get) in ("it says we", "it presents")
    assert learn_told(tmp_path / "shuffled", shuffled=True)["f1"] < 0.25  # by chance: 2 of 21


def test_a_paper_is_told_by_itself_alone(tmp_path):
    paths = write_release(tmp_path)
    papers, _ = draw_scores(tmp_path, paths, np.random.default_rng(0))
    members = {"a": read_scores(tmp_path / "a.parquet")}
    alone, among = (
        paper_features(some, members, paths["sentences"])["P2"] for some in (papers[3:4], papers)
    )
    assert alone.tolist() == among.tolist()
