"""A collection of another scheme is scored by its own facets and grades, whatever asks for it."""

import json
import re

import pytest

import paperpool as pp
from paperpool.collections.csfcube_release import read_collection
from paperpool.commands.main import main
from paperpool.evaluation.stored_runs import write_official_run

from ..made.claims import write_claims
from ..made.collection import order_by_grade
from ..made.page_checker import check_parts, read_text

SLICES = {"claim", "evidence", "all"}


@pytest.fixture
def release(tmp_path):
    return write_claims(tmp_path / "claims")


@pytest.fixture
def best(release, tmp_path):
    """Return the path of a run that ranks by the grades, in the release's format."""
    path = str(tmp_path / "best-{facet}.json")
    facets = ("claim", "evidence")
    run = order_by_grade(read_collection(release), 1)
    write_official_run(run, {facet: path.replace("{facet}", facet) for facet in facets})
    return path


def test_the_command_has_a_slice_for_each_facet_and_a_page(release, best, tmp_path, capsys):
    values, page = tmp_path / "tables.json", tmp_path / "page.html"
    status = main(["score", best, "--on", str(release), "--json", str(values), "--html", str(page)])
    assert status == 0
    printed = capsys.readouterr().out
    assert "claims" in printed and "background" not in printed.lower()

    [section] = [page.read_text()]
    check_parts(section)
    text = read_text(section)
    assert "Claim" in text and "Evidence" in text and "relevant from grade 1" in text
    assert not re.search("background|method|result of|objective", text.lower())
    assert json.loads(values.read_text())


def test_in_python_a_folder_carries_its_scheme(release, best):
    claims = pp.collection("claims", release)
    assert set(claims.queries.part) == {"claim", "evidence"}
    scores = pp.evaluate(claims, {"best": best, "bm25": pp.ranker("bm25")}, baseline="bm25")
    assert set(scores.slice) == SLICES
    corrected = scores[(scores.protocol == "corrected") & (scores.run == "best")]
    relevance = corrected[corrected.measure.isin(["map", "r_precision", "recall@20"])]
    assert len(relevance) and (relevance.value == 1).all()  # relevant from grade 1 on
    assert pp.read_run(best, claims).to_frame().query_id.str.endswith(("claim", "evidence")).all()
