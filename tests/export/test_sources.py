"""The table of licences."""

import csv

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.export.sources import NOT_STATED, find_sources, read_licences


def test_every_licence_has_an_address_or_is_not_stated(root):
    table = read_licences(root / "workflow/scripts/paperpool/resources/licences.csv")
    for source in table.values():
        assert bool(source.licence_url) == (source.licence != NOT_STATED), source.name
        assert source.name and source.citation and all(source.creators)
        assert source.creator_type in ("Person", "Organization")
    assert table["csfcube"].licence == "CC BY-NC 4.0"
    assert table["s2orc"].licence == "ODC-BY 1.0"
    assert table["mdcr"].licence == NOT_STATED
    assert table["mdcr"].creators == ("Zoran Medić", "Jan Šnajder")


def test_sources_that_the_configuration_may_name_are_in_the_table(root):
    schema = yaml.safe_load(
        (root / "workflow/scripts/paperpool/resources/config.schema.yaml").read_text()
    )
    named = schema["properties"]["export"]["properties"]["sources"]["items"]["enum"]
    assert set(named) <= set(
        read_licences(root / "workflow/scripts/paperpool/resources/licences.csv")
    )


def test_licences_are_those_of_the_table_of_downloads(root):
    table = read_licences(root / "workflow/scripts/paperpool/resources/licences.csv")
    with (root / "workflow/scripts/paperpool/resources/sources.csv").open() as file:
        for row in csv.DictReader(file):
            assert row["dataset"] not in table or table[row["dataset"]].licence == row["licence"]


def test_an_unknown_source_is_named(root):
    with pytest.raises(UserError, match="No source is called s2orb"):
        find_sources(root / "workflow/scripts/paperpool/resources/licences.csv", ["s2orc", "s2orb"])


def test_a_source_is_found_once(root):
    found = find_sources(
        root / "workflow/scripts/paperpool/resources/licences.csv", ["s2orc", "s2ag", "s2orc"]
    )
    assert [source.source for source in found] == ["s2orc", "s2ag"]
