"""The analysis of annotations through the whole workflow."""

import pandas as pd
import pytest

from paperpool.annotation import agreement, collection_statistics, reusability

NAMES = ("agreement", "overruled", "collection", "facet_pairs", "source_grades", "reusability")


@pytest.fixture(scope="module")
def targets():
    return [f"results/real/annotation/{name}.csv" for name in NAMES]


def test_the_tables_of_the_release_come_out_beside_the_papers(workplace, real_data, targets):
    release = real_data("csfcube")
    without = dict.fromkeys(["minilm", "cbow200", "tfidfcbow200"])  # they take longer
    few = {"bootstrap": 100, "permutations": 100}
    overlay = workplace.overlay(
        "real",
        {"run": "real", "data": {"csfcube": str(release)}, "rankers": without, "evaluation": few},
    )
    made = workplace.snakemake(*targets, "--configfile", overlay)
    assert made.n_jobs == 3  # rankers, agreement, reusability
    tables = {
        name: pd.read_csv(workplace.folder / f) for name, f in zip(NAMES, targets, strict=True)
    }
    assert list(tables["agreement"]) == agreement.COLUMNS
    assert list(tables["collection"]) == collection_statistics.COLUMNS
    assert list(tables["reusability"]) == reusability.COLUMNS
    assert tables["agreement"].published.notna().sum() == 24
    assert tables["collection"].published.notna().sum() == 13
    assert set(tables["reusability"].ranker) == {"tfidf", "bm25"}
    before = workplace.digests("real")
    assert "Nothing to be done" in workplace.snakemake(*targets, "--configfile", overlay).output
    for file in targets:
        (workplace.folder / file).unlink()
    workplace.snakemake(*targets, "--configfile", overlay)
    assert workplace.digests("real") == before


def test_another_collection_has_no_published_figures(smoke):
    for name in ("agreement", "collection"):
        table = pd.read_csv(smoke[0].folder / f"results/smoke/annotation/{name}.csv")
        assert table.published.isna().all() and table.value.notna().all(), name
