"""A user's slices of CSFCube: folds, means, notes, refusals; the other slices stay as they are."""

from dataclasses import replace

import pandas as pd
import pytest

import paperpool as pp
from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.commands.main import main
from paperpool.csfcube.evaluation import evaluate_runs, read_own_slices
from paperpool.errors import UserError
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.paired_draws import Resampling
from paperpool.scoring.places import Place

QUICK = Resampling(seed=13, n_bootstrap=200, n_permutations=200)
RELEASED = "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"


@pytest.fixture(scope="module")
def specter(real_data):
    """The release, its rankings, and two slices: of all papers of two facets, of one fold alone."""
    release = real_data("csfcube")
    collection = read_collection(release)
    run = read_foreign_run("specter", str(release / RELEASED), collection.scheme.facet_names)
    papers = sorted({query for query, _ in collection.pairs()})[:9]
    first = collection.folds["all"]["fold1_test"][:4]
    rows = [f"{paper},papers" for paper in papers]
    rows += [f"{pair_name(*pair)},one fold" for pair in first]
    return collection, run, papers, first, "\n".join(["query_id,slice", *rows]) + "\n"


def test_slices_have_the_means_of_their_folds_and_leave_others_alone(specter, tmp_path):
    collection, run, papers, first, text = specter
    path = tmp_path / "slices.csv"
    path.write_text(text)
    slices = read_own_slices(path, collection)
    assert slices["papers"] == {pair for pair in collection.pairs() if pair[0] in papers}
    with_slices = evaluate_runs(collection, {"s": run}, {}, ["s"], QUICK, slices=slices)
    without = evaluate_runs(collection, {"s": run}, {}, ["s"], QUICK)
    old = with_slices.metrics[~with_slices.metrics["slice"].isin(list(slices))]
    pd.testing.assert_frame_equal(old.reset_index(drop=True), without.metrics)

    values = with_slices.per_query.query("protocol == 'official' and split == 'test'")
    by_query = values.query("slice == 'all' and metric == 'map'").set_index("query_id")["value"]
    means = []
    for fold in ("fold1_test", "fold2_test"):
        members = [pair for pair in collection.folds["all"][fold] if pair[0] in papers]
        means.append(by_query[[pair_name(*pair) for pair in members]].mean())
    of_slices = with_slices.metrics.query("split == 'test' and metric == 'map'")
    scores = of_slices.set_index(["protocol", "slice"])["value"]
    assert scores["official", "papers"] == pytest.approx(sum(means) / 2, abs=1e-12)
    plain = by_query[[pair_name(*pair) for pair in first]].mean()
    assert scores["official", "one fold"] == pytest.approx(plain, abs=1e-12)
    dev = with_slices.metrics.query("split == 'dev'")["slice"].unique()
    assert "papers" in dev and "one fold" not in dev


def test_the_command_shows_slices_in_the_terminal_on_the_page_and_in_the_table(
    specter, real_data, tmp_path, capsys
):
    release = real_data("csfcube")
    path, page, table = (tmp_path / name for name in ("slices.csv", "page.html", "m.csv"))
    path.write_text(specter[-1])
    arguments = ["score", str(release / RELEASED), "--on", "csfcube", "--data", str(release)]
    files = ["--slices", str(path), "--html", str(page), "--csv", str(table)]
    assert main([*arguments, *files]) == 0
    printed = capsys.readouterr().out
    assert "one fold (4 queries)" in printed and "Method (17 queries)" in printed
    told = "Note: Slice 'one fold' has no query in fold2_test: its official test score is the mean"
    assert told in printed and "'papers' has no query" not in printed
    assert "Further slices, corrected protocol, test split" in page.read_text()
    assert "csfcube,official,test,specter,papers,map," in table.read_text()


def test_python_takes_slices_of_pools_and_of_the_whole_corpus(specter, real_data, tmp_path):
    release = real_data("csfcube")
    path = tmp_path / "slices.csv"
    papers = specter[2]
    path.write_text("\n".join(["query_id,slice", *(f"{paper},mine" for paper in papers)]) + "\n")
    pools = pp.collection("csfcube", release)
    scores = pp.evaluate(pools, {"s": str(release / RELEASED)}, measures=["map"], slices=path)
    assert "mine" in set(scores["slice"])
    corpus = pp.collection("csfcube-corpus", release)
    run = {"words": lambda topic, papers: range(len(papers))}
    scores = pp.evaluate(corpus, run, measures=["map"], slices=path)
    assert list(scores["slice"]) == ["all", "mine"] * 2


def test_wrong_names_and_queries_are_told_at_once(specter, tmp_path):
    path = tmp_path / "slices.csv"
    path.write_text("query_id,slice\nnobody,s\n1936997_background,method\n1936997,Method\n")
    with pytest.raises(UserError) as refused:
        read_own_slices(path, specter[0])
    told = [problem.what for problem in refused.value.problems]
    assert told == [
        "1 queries are not in the collection: nobody.",
        "A slice cannot be called 'method'.",
        "A slice cannot be called 'Method'.",
    ]
    assert "a query <paper>_<facet>, or a query paper" in refused.value.problems[0].hint


@pytest.mark.parametrize("benchmark", ["mdcr", "scisumm"])
def test_benchmarks_with_fixed_slices_refuse_further_ones(benchmark, tmp_path):
    place = Place(benchmark, tmp_path, benchmark)
    assert place.with_slices(None) == place
    with pytest.raises(UserError, match="takes no further slices") as refused:
        place.with_slices("slices.csv", "slices")
    assert refused.value.problems[0].where == "slices"
    taken = replace(place, benchmark="csfcube").with_slices("slices.csv")
    assert taken.settings == {"slices": "slices.csv"}
