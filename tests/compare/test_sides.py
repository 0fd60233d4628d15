"""Valid names of A and B, and errors on others."""

import pytest

from paperpool.manifest import note_files


@pytest.fixture(autouse=True)
def runs(results, best):
    results.write_run("base", {"bm25": best, "tfidf": best})
    results.write_run("mine", {"bm25": best})
    results.write_run("empty", {})


@pytest.mark.parametrize(
    "name",
    ["", "..", "../base", "base/../mine", "/etc", "base/", "base/bm25/x", "Base", "a b", "a\n"],
)
def test_a_name_that_is_none_is_refused(results, name):
    (results.folder.parent / "config.yaml").write_text("run: outside\n")
    message = results.failure(name, "mine")
    assert f"{name!r} names no run." in message
    assert "Where: A\n" in message and "A=run/ranker B=run/ranker" in message


def test_an_unknown_run_is_named_with_the_closest_one(results):
    message = results.failure("base", "mien")
    assert "There is no run 'mien'" in message
    assert f"Where: B: {results.folder / 'mien'}" in message
    assert "Did you mean 'mine'? Known: base, empty, mine." in message


def test_both_sides_are_reported_at_once(results):
    message = results.failure("../x", "nowhere")
    assert "'../x' names no run" in message and "no run 'nowhere'" in message


@pytest.mark.parametrize(("a", "b"), [("base", "mine/bm25"), ("mine/bm25", "base")])
def test_a_run_and_a_ranker_do_not_mix(results, a, b):
    assert f"A run cannot be compared with a ranker: {a} and {b}." in results.failure(a, b)


def test_an_unknown_ranker_is_named_with_the_closest_one(results):
    message = results.failure("base/bm25", "base/tfdif")
    assert "Run 'base' has no ranker 'tfdif'." in message
    assert "Did you mean 'tfidf'? Known: bm25, tfidf." in message


def test_a_ranking_that_an_earlier_configuration_left_is_no_ranker_of_the_run(results, best):
    results.write_run("left", {"bm25": best, "old": best}, rankers={"bm25": {"kind": "bm25"}})
    assert "Run 'left' has no ranker 'old'." in results.failure("left/bm25", "left/old")


@pytest.mark.parametrize(("a", "b"), [("empty/bm25", "base/bm25"), ("empty", "base")])
def test_a_run_without_rankings_is_not_finished(results, a, b):
    message = results.failure(a, b)
    assert "Run 'empty' is not finished: it has no rankings." in message
    assert f"Where: A: {results.folder / 'empty/csfcube/runs'}" in message


def test_a_ranker_without_its_ranking_is_not_finished(results, best):
    rankers = {"bm25": {"kind": "bm25"}, "minilm": {"kind": "dense"}}
    results.write_run("half", {"bm25": best}, rankers=rankers)
    message = results.failure("base/bm25", "half/minilm")
    assert "Run 'half' has no ranking of 'minilm' yet." in message


def test_a_configuration_without_a_setting_is_an_error_that_names_it(results, best):
    results.write_run("old", {"bm25": best}, evaluation={"bootstrap": 10})
    message = results.failure("old", "base")
    assert "The configuration of run 'old' has no evaluation.permutations." in message


def test_a_run_with_a_file_that_was_cut_is_not_compared(results):
    folder = results.folder / "mine"
    (folder / "logs").mkdir(exist_ok=True)
    (folder / "logs/lock").touch()
    note_files([folder / "csfcube/runs/bm25.parquet"])
    (folder / "csfcube/runs/bm25.parquet").write_bytes(b"PAR1")
    message = results.failure("base", "mine")
    assert "The file is damaged: it is 4 bytes" in message and "mine/csfcube/runs" in message
