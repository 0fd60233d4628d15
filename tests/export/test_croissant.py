"""Croissant metadata: its files, licences and fields are those that are there."""

import csv
import hashlib
import json

import pytest

from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.export.writing import write_export


@pytest.fixture
def described(collection, sources, tmp_path):
    """Return a function: the metadata of a collection of some origin, and its folder."""

    def make(origin, *names):
        sheet = csfcube_sheet(origin, {})
        write_export(export_collection(collection), [], sheet, sources(*names), tmp_path)
        return json.loads((tmp_path / "croissant.json").read_text()), tmp_path

    return make


def test_each_file_has_its_checksum_and_a_relative_address(described):
    metadata, folder = described(GENERATED, "generated")
    files = {f["contentUrl"]: f for f in metadata["distribution"]}
    there = {str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file()}
    assert set(files) == there - {"croissant.json"}
    assert files["splits.tsv"]["encodingFormat"] == "text/tab-separated-values"
    for name, file in files.items():
        content = (folder / name).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["contentSize"] == f"{len(content)} B"
        assert file["@type"] == "cr:FileObject" and file["encodingFormat"]


def test_fields_are_columns_of_files_that_are_there(described):
    metadata, folder = described(GENERATED, "generated")
    ids = {f["@id"] for f in metadata["distribution"]}
    records = {r["@id"]: r for r in metadata["recordSet"]}
    assert {"corpus", "queries", "splits", "qrels/test", "qrels/fold1_dev"} <= set(records)
    assert len(records) == len(metadata["recordSet"])  # one for each table
    (_, pools) = records["top_ranked/test"]["field"]
    assert pools["name"] == "corpus-ids" and pools["repeated"] is True
    for record in records.values():
        (file,) = {f["source"]["fileObject"]["@id"] for f in record["field"]}
        assert file in ids
        first = (folder / file).open(encoding="utf-8").readline()
        columns = (
            json.loads(first) if file.endswith("jsonl") else next(csv.reader([first], "excel-tab"))
        )
        for field in record["field"]:
            assert field["source"]["extract"]["column"] in columns
            assert field["@id"] == f"{record['@id']}/{field['name']}"
            assert field["dataType"] in ("sc:Text", "sc:Integer")


def test_a_release_carries_its_licences_address_and_year(described):
    metadata, _ = described(RELEASED, "csfcube", "s2orc")
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert metadata["@type"] == "sc:Dataset" and metadata["name"] == "csfcube"
    assert metadata["license"] == [
        "https://creativecommons.org/licenses/by-nc/4.0/",
        "https://opendatacommons.org/licenses/by/1-0/",
    ]
    assert metadata["url"] == "https://github.com/iesl/CSFCube"
    assert metadata["datePublished"] == "2021"
    assert {"@type": "sc:Person", "name": "Hamed Zamani"} in metadata["creator"]
    assert "Mysore" in metadata["citeAs"] and "S2ORC" in metadata["citeAs"]


def test_what_is_no_release_has_no_date(described):
    metadata, _ = described(OWN, "own")
    assert "datePublished" not in metadata and metadata["url"] == "datasheet.md"
    assert metadata["license"] == ["a collection of the run's own: no licence is stated"]


def test_every_term_that_is_used_is_schema_orgs_or_in_the_context(described):
    metadata, _ = described(RELEASED, "csfcube", "s2orc")
    context = metadata["@context"]
    of_croissant = {"conformsTo", "citeAs", "isLiveDataset", "recordSet", "field", "dataType"}
    of_croissant |= {"source", "fileObject", "extract", "column"}
    assert of_croissant <= set(context)
    assert context["@vocab"] == "https://schema.org/" and context["dataType"]["@type"] == "@vocab"
