"""A folder is whole, the same each time, and free of runs of an earlier configuration."""

import hashlib

import pytest

from paperpool.collections.mdcr_collection import as_collection
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.layout import (
    CARD,
    CROISSANT,
    DATASHEET,
    REGISTER_IR_DATASETS,
    REGISTER_MTEB,
    data_files,
)
from paperpool.workflow.export.mdcr_export import mdcr_sheet
from paperpool.workflow.export.sheets import GENERATED
from paperpool.workflow.export.writing import write_export


@pytest.fixture
def write(benchmark, texts, sources):
    """Return a function: the files below a folder that a benchmark with some runs is written to."""

    def make(folder, *runs):
        write_export(
            export_collection(as_collection(benchmark, texts)),
            [("test", name, iter([("3", [("p5", 1.0)])])) for name in runs],
            mdcr_sheet(GENERATED, benchmark, {"seed": 13, "mdcr.fields": ["Art"]}),
            sources("generated"),
            folder,
        )
        return {
            str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in folder.rglob("*")
            if file.is_file()
        }

    return make


def test_the_files_are_those_of_the_layout(write, tmp_path):
    files = write(tmp_path, "bm25", "mine@2")
    data = data_files({"val": [], "test": ["bm25", "mine@2"]}, ["val", "test"])
    assert set(files) == {*data, CARD, DATASHEET, CROISSANT, REGISTER_IR_DATASETS, REGISTER_MTEB}
    assert "trec/test/runs/mine@2.txt" in files and "beir/qrels/val.tsv" in files
    assert "beir/qrels/val.jsonl" in data and "beir/top_ranked/val.jsonl" in data


def test_the_same_collection_is_the_same_bytes(write, tmp_path):
    assert write(tmp_path / "one", "bm25") == write(tmp_path / "another/place", "bm25")


def test_runs_of_an_earlier_configuration_are_removed(write, tmp_path):
    write(tmp_path, "bm25", "gone")
    assert "trec/test/runs/gone.txt" not in write(tmp_path, "bm25")
