"""A collection of another scheme, exported and read back: it is faceted, and ranks the same."""

import json
import re
from dataclasses import replace

import pytest

from paperpool.collections.collection import WholePapers
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.scheme_text import parse_text
from paperpool.collections.schemes import SCHEME, default_scheme
from paperpool.collections.stored import read_stored, store_collection
from paperpool.errors import UserError
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.sheets import OWN
from paperpool.workflow.export.writing import write_export

from ..made.claims import make_claims
from ..made.collection import make_collection
from ..made.schemes import bare_scheme


def export(collection, folder, sources):
    sheet = csfcube_sheet(OWN, {}, "Claims of papers")
    write_export(export_collection(collection), [], sheet, sources("own"), folder)
    return folder


def read(folder):
    settings = {"format": "mteb", "path": str(folder / "beir"), "relevant": 1}
    reader = make_reader(settings)
    assert reader.has_facets()
    found = reader.read()
    assert found.bad == []
    return assemble(found, reader.split, reader.relevant, reader.depth)


def without_labels(collection):
    """Return a collection whose facets ask for whole abstracts."""
    papers = {i: replace(paper, labels=()) for i, paper in collection.papers.items()}
    return replace(collection, papers=papers, scheme=bare_scheme())


@pytest.mark.parametrize("change", [lambda collection: collection, without_labels])
def test_it_is_read_back_with_its_facets_and_again_from_our_tables(tmp_path, sources, change):
    collection = change(make_claims())
    found = read(export(collection, tmp_path / "export", sources))
    store_collection(found, tmp_path)
    bm25 = make_ranker({"kind": "bm25"})
    ours = bm25.order(collection, Context())
    for again in (found, read_stored(tmp_path)):
        assert not isinstance(again, WholePapers) and again.scheme == collection.scheme
        assert again.topic_names() == collection.topic_names()
        for pair in again.pairs():
            assert again.part_text(*pair) == collection.part_text(*pair)
        theirs = bm25.order(again, Context())
        assert {pair: [c for c, _ in of] for pair, of in theirs.items()} == {
            pair: [c for c, _ in of] for pair, of in ours.items()
        }


def test_the_folder_tells_the_scheme_and_the_default_one_goes_without_saying(tmp_path, sources):
    folder = export(make_claims(), tmp_path / "claims", sources)
    scheme = make_claims().scheme
    text = (folder / "beir" / SCHEME).read_text(encoding="utf-8")
    assert parse_text(text, "the export") == scheme
    listed = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))["distribution"]
    assert "beir/scheme.yaml" in [file["name"] for file in listed]
    sheet = (folder / "datasheet.md").read_text(encoding="utf-8")
    assert "- `evidence`: What speaks for the claim." in sheet and "- 1: Alike" in sheet
    assert "background" not in sheet and "trec_eval `-l 1`" in sheet

    # exported anew with the default scheme, the file of the other one goes
    export(make_collection(), folder, sources)
    assert not (folder / "beir" / SCHEME).exists()
    assert "scheme.yaml" not in (folder / "croissant.json").read_text(encoding="utf-8")
    assert read(folder).scheme == default_scheme()


def test_the_datasheet_tells_gains_that_are_no_grades_and_facets_without_labels(tmp_path, sources):
    claims = make_claims()
    highest = replace(claims.scheme.grades[1], gain=2.5)
    grades = (claims.scheme.grades[0], highest)
    gaining = replace(claims, scheme=replace(claims.scheme, grades=grades))
    folder = export(gaining, tmp_path / "gaining", sources)
    sheet = (folder / "datasheet.md").read_text(encoding="utf-8")
    assert "- 0: Unlike\n- 1: Alike (it counts 2.5 in NDCG)\n" in sheet
    assert "its sentences of that facet." in sheet and "in `labels`" in sheet

    folder = export(without_labels(claims), tmp_path / "bare", sources)
    sheet = (folder / "datasheet.md").read_text(encoding="utf-8")
    assert "its abstract." in sheet and "in `labels`" not in sheet


def test_without_its_scheme_the_sentences_have_no_facets(tmp_path, sources):
    folder = export(make_claims(), tmp_path / "claims", sources)
    (folder / "beir" / SCHEME).unlink()
    reader = make_reader({"format": "mteb", "path": str(folder / "beir")})
    assert not reader.has_facets()


def test_mistakes_in_the_scheme_are_told(tmp_path, sources):
    folder = export(make_claims(), tmp_path / "claims", sources)
    (folder / "beir" / SCHEME).write_text("name: claims\n")
    with pytest.raises(UserError, match=re.escape(SCHEME)):
        make_reader({"format": "mteb", "path": str(folder / "beir")}).read()
