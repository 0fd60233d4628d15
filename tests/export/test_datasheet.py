"""Datasheets: their headings, and figures that are counted."""

import re
from typing import get_args

import pytest

from paperpool.collections.mdcr_collection import as_collection
from paperpool.errors import UserError
from paperpool.io.csv_rows import read_rows
from paperpool.resources import RESOURCES
from paperpool.workflow.config.sections.export import PaperSource
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.datasheet import (
    NOT_STATED,
    find_sources,
    read_licences,
    write_datasheet,
)
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import mdcr_sheet
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED

LICENCES = RESOURCES / "licences.csv"

HEADINGS = [
    "Motivation",
    "Composition",
    "Collection process",
    "Preprocessing, cleaning and labelling",
    "Uses",
    "Distribution",
    "Maintenance",
]


@pytest.fixture
def sheet_of_mdcr(benchmark, texts, sources, tmp_path):
    """The datasheet of a released benchmark."""
    path = tmp_path / "datasheet.md"
    sheet = mdcr_sheet(RELEASED, benchmark, {"seed": 13, "mdcr.fields": ["Art", "A|B"]})
    exported = export_collection(as_collection(benchmark, texts))
    write_datasheet(exported, sheet, sources("mdcr", "s2orc"), ["beir/corpus.jsonl"], path)
    return path.read_text()


def test_headings_are_those_of_datasheets_for_datasets(sheet_of_mdcr):
    assert re.findall("^## (.*)$", sheet_of_mdcr, re.MULTILINE) == HEADINGS


def test_mdcr_is_counted(sheet_of_mdcr):
    assert "| val | 2 | 49 | 39 | 10 |" in sheet_of_mdcr  # n1 stands twice in a pool
    assert "| Political Science | test | 2 |" in sheet_of_mdcr
    assert "| test | true | 20 |" in sheet_of_mdcr
    assert '| mdcr.fields | `["Art", "A\\|B"]` |' in sheet_of_mdcr


def test_licences_are_named_and_so_is_that_there_is_none(sheet_of_mdcr):
    assert "[ODC-BY 1.0](https://opendatacommons.org/licenses/by/1-0/)" in sheet_of_mdcr
    assert "| MDCR | none stated | https://github.com/zoranmedic/mdcr |" in sheet_of_mdcr
    assert "No licence is stated by MDCR: ask" in sheet_of_mdcr


def test_csfcube_says_where_its_judgments_are_from(collection, sources, tmp_path):
    texts = {}
    for origin, names in ((GENERATED, ["generated"]), (RELEASED, ["csfcube"]), (OWN, ["own"])):
        path = tmp_path / f"{origin}.md"
        sheet = csfcube_sheet(origin, {})
        write_datasheet(export_collection(collection), sheet, sources(*names), [], path)
        texts[origin] = path.read_text()
    assert "are invented" in texts[GENERATED] and "CC0 1.0" in texts[GENERATED]
    assert "Two of four annotators" in texts[RELEASED] and "invented" not in texts[RELEASED]
    assert "CC BY-NC 4.0" in texts[RELEASED] and "CC BY-NC" not in texts[OWN]
    assert "| test | 12 | 297 |" in texts[OWN]  # 12 pairs of 25 candidates, q4 not its own


def test_every_licence_has_an_address_or_is_not_stated():
    table = read_licences(LICENCES)
    for source in table.values():
        assert bool(source.licence_url) == (source.licence != NOT_STATED), source.name
        assert source.name and source.citation and all(source.creators)
        assert source.creator_type in ("Person", "Organization")
    assert table["csfcube"].licence == "CC BY-NC 4.0"
    assert table["s2orc"].licence == "ODC-BY 1.0"
    assert table["mdcr"].licence == NOT_STATED
    assert table["mdcr"].creators == ("Zoran Medić", "Jan Šnajder")


def test_sources_that_the_configuration_may_name_are_in_the_table():
    assert set(get_args(PaperSource)) <= set(read_licences(LICENCES))


def test_licences_are_those_of_the_table_of_downloads():
    table = read_licences(LICENCES)
    for row in read_rows(RESOURCES / "sources.csv"):
        assert row["dataset"] not in table or table[row["dataset"]].licence == row["licence"]


def test_a_source_is_found_once_and_an_unknown_one_is_named():
    found = find_sources(LICENCES, ["s2orc", "s2ag", "s2orc"])
    assert [source.source for source in found] == ["s2orc", "s2ag"]
    with pytest.raises(UserError, match="No source is called s2orb"):
        find_sources(LICENCES, ["s2orc", "s2orb"])
