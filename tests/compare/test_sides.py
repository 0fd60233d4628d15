"""Valid names of A and B, and errors on others."""

import pytest

from paperpool.workflow.running.manifest import note_files


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
    assert "Where: A\n" in message and "`paperpool compare RUN RUN`, or two rankers" in message


@pytest.mark.parametrize(
    ("a", "b", "texts"),
    [
        ("base", "mien", ["no run 'mien'", "Did you mean 'mine'? Known: base, empty, mine.",
                          "Where: B: {}/mien"]),
        ("mine/", "base", ["'mine/' names no run.", "Hint: Write mine. Name two runs"]),
        ("{}/base/bm25", "mine/bm25", ["base/bm25' names no run.", "Hint: Write base/bm25. "]),
        # both sides are reported at once
        ("../x", "nowhere", ["'../x' names no run", "no run 'nowhere'"]),
        ("base", "mine/bm25", ["A run cannot be compared with a ranker: base and mine/bm25.",
                                "Name two runs, base mine, or two rankers, such as base/bm25"]),
        ("mine/bm25", "base", ["A run cannot be compared with a ranker: mine/bm25 and base."]),
        ("base/bm25", "base/tfdif", ["Run 'base' has no ranker 'tfdif'.",
                                     "Did you mean 'tfidf'? Known: bm25, tfidf."]),
        ("empty", "base", ["A has no rankings.", "Where: A: {}/empty; B: {}/base"]),
        ("empty/bm25", "base/bm25", ["Run 'empty' is not finished: it has no rankings.",
                                     "Where: A: {}/empty\n"]),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_named_with_the_closest_name(results, a, b, texts):
    message = results.failure(a.replace("{}", str(results.folder)), b)
    for text in texts:
        assert text.replace("{}", str(results.folder)) in message


def test_a_ranking_that_an_earlier_configuration_left_is_no_ranker_of_the_run(results, best):
    results.write_run("left", {"bm25": best, "old": best}, rankers={"bm25": {"kind": "bm25"}})
    assert "Run 'left' has no ranker 'old'." in results.failure("left/bm25", "left/old")


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
