"""Scoring on MDCR: the workflow's figures of both splits, its checks of scores."""

import json

import pytest

import paperpool as pp
from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.errors import UserError
from paperpool.evaluation.pair_scores import pair_keys
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.seeds import SEED
from paperpool.evaluation.tables import EvaluationRows
from paperpool.io.csv_rows import read_rows
from paperpool.mdcr.evaluation import Paired, add_benchmark

from ...made.page_checker import check_parts

POOLS = {
    "Art": {
        "1": {"random": ["b", "c"], "graph": ["d"], "true": ["a", "e", "f", "g", "h"]},
        "2": {"random": ["a", "c"], "graph": ["d"], "true": ["b", "e", "f", "g", "h"]},
    },
    "Biology": {"3": {"random": ["a"], "graph": ["b"], "true": ["c", "d", "e", "f", "g"]}},
}


@pytest.fixture
def released(tmp_path, monkeypatch):
    """The working directory: a benchmark where the workflow keeps it, and scores of a run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "resources/mdcr").mkdir(parents=True)
    for split in ("val", "test"):
        path = tmp_path / f"resources/mdcr/mdcr_{split}.json"
        path.write_text(json.dumps(POOLS))
        keys = pair_keys(read_benchmark(path))
        scores = {key: (7 * i) % 5 / 4 for i, key in enumerate(keys)}
        (tmp_path / f"mine_{split}.json").write_text(json.dumps(scores))
        (tmp_path / f"other_{split}.json").write_text(json.dumps({k: 1.0 for k in keys}))
    return tmp_path


def evaluate(folder, splits):
    """Return metrics.csv as the benchmark's figures make it."""
    rows = EvaluationRows()
    for split in splits:
        benchmark = read_benchmark(folder / f"resources/mdcr/mdcr_{split}.json")
        scores = {"mine": [json.loads((folder / f"mine_{split}.json").read_text())]}
        add_benchmark(rows, split, benchmark, scores, Paired(["mine"], Resampling(SEED)), {})
    return rows.tables().metrics.to_csv(index=False)


@pytest.mark.parametrize(
    ("path", "splits"), [("mine_test.json", ["test"]), ("mine_{split}.json", ["val", "test"])]
)
def test_scores_get_the_workflows_figures(released, score, path, splits):
    status, output, _ = score(f"mine={path}", "--on", "mdcr", "--csv", "m.csv")
    assert status == 0
    assert (released / "m.csv").read_text() == evaluate(released, splits)
    assert "All fields (3 queries)" in output and "graph neighbours (3 queries)" in output
    assert "Nothing was compared" in output


def test_published_figures_tests_and_a_page(released, score):
    status, output, _ = score(
        *("mine_{split}.json", "other_{split}.json", "--on", "mdcr", "--published", "mine=BM25"),
        *("--html", "p.html", "--tex", "t.tex", "--csv", "m.csv"),
    )
    assert status == 0
    beside = {row["ranker"] for row in read_rows(released / "m.csv") if row["published"]}
    assert beside == {"mine"}
    assert "Paired tests against mine, corrected protocol, test split" in output
    assert "published" in output.splitlines()[1]
    page = (released / "p.html").read_text()
    assert "table" in check_parts(page)
    assert "The released benchmark" in page
    assert "R@5" in (released / "t.tex").read_text()


def test_a_benchmark_that_a_run_built_has_no_published_figures(released, score):
    (released / "resources/mdcr/provenance.parquet").write_text("")
    status, output, _ = score("mine_test.json", "--on", "resources/mdcr", "--published", "BM25")
    assert status == 0
    assert "not the released one: no published score is comparable" in output
    assert "published" not in output.splitlines()[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Scores 'mine': Not valid JSON"),
        ("{}", "Scores 'mine': 23 pairs missing: "),
        ('{"1_a": 1, "1_a": 2}', "Scores 'mine': Not valid JSON: key '1_a' stands twice"),
        (None, "Run 'mine': there is no such file."),
    ],
)
def test_what_is_wrong_with_scores_is_one_message(released, refused, text, said):
    file = released / "mine_test.json"
    file.unlink()
    if text is not None:
        file.write_text(text)
    [message] = refused("mine=mine_test.json", "--on", "mdcr")
    assert message.startswith(said)


def test_scores_that_are_smaller_than_trec_eval_reads_are_told(released, score):
    file = released / "mine_test.json"
    scores = json.loads(file.read_text())
    file.write_text(json.dumps({key: value * 1e-50 for key, value in scores.items()}))
    status, output, _ = score("mine=mine_test.json", "--on", "mdcr", "--csv", "m.csv")
    assert status == 0
    assert "Note: mine: some scores go beyond 32-bit floats, which trec_eval reads" in output
    file.write_text(json.dumps(scores))
    assert (released / "m.csv").read_text() == evaluate(released, ["test"])  # of the same order


def test_queries_that_are_none_of_mdcrs_are_told(released):
    for split in ("val", "test"):
        papers = [{"paper_id": name, "title": name, "abstract": "A."} for name in "abcdefgh123"]
        file = released / f"resources/mdcr/mdcr_{split}_data.jsonl"
        file.write_text("\n".join(map(json.dumps, papers)))
    rankings = {"1": {"a": 2.0, "b": 1.0}, "9_Art": {"a": 1.0}}
    with pytest.raises(UserError, match="1 of 2 queries are none of MDCR's: 9_Art") as caught:
        pp.evaluate("mdcr", {"mine": rankings})
    [problem] = caught.value.problems
    assert (problem.where, problem.hint) == ("runs['mine']", "A query's id is such as '1'.")


def test_a_missing_split_is_told(released, refused):
    (released / "resources/mdcr/mdcr_val.json").unlink()
    assert refused("mine_{split}.json", "--on", "mdcr") == ["A file of MDCR is missing."]
