"""Scoring on CSFCube: the workflow's figures, its checks, one message for what is wrong."""

import json

import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate, read_published
from paperpool.evaluation.checks import read_checks
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.run_checks import import_runs
from paperpool.evaluation.seeds import SEED
from paperpool.evaluation.stored_runs import read_run
from paperpool.evaluation.tables import METRIC_COLUMNS
from paperpool.io.csv_rows import read_rows
from paperpool.resources import RESOURCES

from ...made.page_checker import check_parts, read_text
from ..conftest import RELEASED, edit_json

FACETS = ("background", "method", "result")


@pytest.fixture
def workflow_metrics(base, tmp_path):
    """Return a function: metrics.csv of the workflow, of a release and a run of kind `run`.

    The functions that its scripts import_runs.py and evaluate_csfcube.py call, with the
    configuration's own settings.
    """

    def make(release, name, path, published):
        collection = read_collection(release)
        run, ranked = tmp_path / "run.parquet", [tmp_path / f"{facet}.json" for facet in FACETS]
        strict = base["checks"]["runs"] == "strict"
        import_runs(collection, {name: path}, strict, [run], ranked, [tmp_path / f"{name}.json"])
        folder, settings = RESOURCES / "published", base["evaluation"]
        figures = read_published(folder / "csfcube.csv", folder / "csfcube_queries.txt", collection)
        draws = (settings["bootstrap"], settings["permutations"], settings["confidence"])
        evaluation = evaluate(
            collection,
            {name: [read_run(run)]},
            read_checks([tmp_path / f"{name}.json"], refuses_doubts=False),
            scores_beside(figures, {name: published}),
            Paired([name], Resampling(base["seed"], *draws)),
        )
        return evaluation.metrics.to_csv(index=False)

    return make


def test_the_released_rankings_get_the_workflows_figures(
    real_data, score, tmp_path, workflow_metrics, base
):
    assert base["seed"] == SEED
    release = real_data("csfcube")
    names = ("figures.csv", "page.html", "table.tex", "tables.json")
    table, page, tex, values = (tmp_path / name for name in names)
    path = str(release / RELEASED)
    status, output, messages = score(
        path, *("--on", release, "--published", "SPECTER"),
        *("--csv", table, "--html", page, "--tex", tex, "--json", values),
    )  # fmt: skip
    assert (status, messages) == (0, "")
    assert table.read_text() == workflow_metrics(release, "specter", path, "SPECTER")
    lines = output.splitlines()
    assert lines[0].startswith("CSFCube, official protocol, test split (×100, with 95% bootstrap")
    assert "  NDCG%20   53.28 [47.92, 58.51]  53.28 (0.00)" in lines
    assert "  NDCG%20   53.83 [48.59, 59.09]" in lines
    assert f"Written: {page}" in lines
    content = json.loads(values.read_text())
    [row] = content["tables"][0]["rows"]
    written = [f"{cell['value']:.2f}" for cell in row["cells"][1:]]
    assert written[3] == "53.28" and row["cells"][4]["published"] == 53.28
    text = page.read_text()
    assert "section" in check_parts(text)
    assert "errors.html" not in text and "53.28" in text
    assert tex.read_text().splitlines()[-4].startswith(r"specter & \textbf{18.29} & ")


def test_runs_are_tested_against_baselines_and_each_other(here, score):
    status, output, _ = score(
        *("best-{facet}.json", "again=best-{facet}.json", "--on", "csfcube"),
        *("--baseline", "SPECTER", "--csv", "figures.csv", "--html", "page.html"),
    )
    assert status == 0
    assert output.count("Paired tests against specter, official protocol") == 1
    assert output.count("Paired tests against best, corrected protocol") == 1
    assert "against again" not in output
    below = output.split("Paired tests against best, official protocol")[1].split("\n\n")[0]
    assert "  again  0.00 p 1.0000" in below and "specter" not in below
    rows = read_rows(here / "figures.csv")
    assert list(rows[0]) == METRIC_COLUMNS
    assert {row["ranker"] for row in rows} == {"best", "again", "specter"}
    assert {row["published"] for row in rows} == {""}  # the queries are not the release's
    assert "no published score is comparable" in output
    assert output.startswith("Your collection, corrected protocol, test split")
    page = read_text((here / "page.html").read_text())
    assert "CSFCube" not in output + page and "Scored on Your collection" in page
    assert "<summary>Paired tests against specter</summary>" in (here / "page.html").read_text()


def leave_out(ranked):
    ranked["q1"] = ranked["q1"][:3]


def add_query(ranked):
    ranked["q9"] = ranked["q1"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (leave_out, "Run 'best', query q1_method: 6 candidates missing: "),
        (add_query, "Run 'best': 1 of its 13 queries is not among the judged: q9_method."),
        (dict.clear, "Run 'best', query q1_method: not ranked. 3 more like it."),
    ],
)
def test_a_run_that_the_checks_refuse_is_one_message(here, refused, change, said):
    edit_json(here / "best-method.json", change)
    [message] = refused("best-{facet}.json", "--on", "csfcube")
    assert message.startswith(said)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("best-{facet}.json", '{"q1": [', "Run 'best': not valid JSON"),
        ("best-{facet}.json", "", "Run 'best': not valid JSON"),
        ("run.trec", "", "Run 'run': it ranks nothing."),
        ("run.trec", "q1 Q0 c1 1 0.5 x\n", "Run 'run': query id 'q1' is not <paper>_<facet>."),
        ("run.parquet", "", "Run 'run': not a parquet file"),
        ("run.json", "{}", "Run 'run': a JSON run is one file per facet."),
        ("gone.trec", None, "Run 'gone': there is no such file."),
    ],
)
def test_a_file_that_is_no_run_is_one_message(here, refused, name, text, said):
    if text is not None:
        (here / name.replace("{facet}", "method")).write_text(text)
    [message] = refused(name, "--on", "csfcube")
    assert message.startswith(said)


def test_problems_of_all_runs_are_told_together(here, refused):
    edit_json(here / "best-method.json", leave_out)
    messages = refused("best-{facet}.json", "gone.trec", "--on", "csfcube")
    assert [message[:11] for message in messages] == ["Run 'best',", "Run 'gone':"]


def test_what_is_only_warned_of_is_scored(here, score):
    edit_json(here / "best-method.json", leave_out)
    command = ("best-{facet}.json", "--on", "csfcube", "--checks", "warn")
    status, output, _ = score(*command)
    assert status == 0 and "All queries (12 queries)" in output
    assert score(*command, "--html", "page.html")[0] == 0
    assert "its scores may flatter it" in (here / "page.html").read_text()


def test_a_page_that_cannot_be_written_is_one_message(here, refused):
    (here / "file").write_text("")
    [message] = refused("best-{facet}.json", "--on", "csfcube", "--csv", "file/metrics.csv")
    assert message.endswith("cannot be made: a file stands in its place.")


def test_a_malformed_release_is_told(here, refused):
    (here / "resources/csfcube/evaluation_splits.json").write_text(json.dumps({}))
    assert refused("best-{facet}.json", "--on", "csfcube")


def test_a_release_by_which_nothing_is_relevant_is_told(here, score):
    def zero(value):
        for judged in value.values():
            judged["relevance_adju"] = [0] * len(judged["relevance_adju"])

    for path in (here / "resources/csfcube").glob("test-pid2anns-*.json"):
        edit_json(path, zero)
    status, output, errors = score("best-{facet}.json", "--on", "csfcube", "--csv", "m.csv")
    assert (status, output) == (1, "") and "found are 0 (108 times)" in errors
    assert "the scheme's relevant" in errors and not (here / "m.csv").exists()
