"""The code that registers an exported collection; studies/register_collection.py runs it."""

import ast
import re

import pytest

from paperpool.collections.mdcr_collection import as_collection
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import mdcr_sheet
from paperpool.workflow.export.registration import write_registration
from paperpool.workflow.export.sheets import OWN


@pytest.fixture(params=["faceted", "plain"])
def exported(request, collection, benchmark, texts):
    """A collection of each kind as it is exported, and its sheet."""
    if request.param == "faceted":
        return export_collection(collection), csfcube_sheet(OWN, {}, 'My "own" one')
    plain = export_collection(as_collection(benchmark, texts))
    return plain, mdcr_sheet(OWN, benchmark, {})


def find_values(file):
    """Return the constants that a file assigns at its top, by name."""
    values = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            try:
                values[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return values


def test_ir_datasets_gets_the_splits_and_grades(exported, tmp_path):
    collection, sheet = exported
    write_registration(collection, sheet, tmp_path)
    values = find_values(tmp_path / "register_ir_datasets.py")
    assert values["NAME"] == sheet.name and values["SPLITS"] == list(collection.qrels)
    grades = {
        g for q in collection.qrels.values() for judged in q.values() for g in judged.values()
    }
    assert set(values["GRADES"]) == grades


def test_mteb_gets_a_task_of_the_folder(exported, tmp_path):
    collection, sheet = exported
    write_registration(collection, sheet, tmp_path)
    text = (tmp_path / "register_mteb.py").read_text()
    ast.parse(text)
    kind = "Reranking" if collection.candidates else "Retrieval"
    assert f'type="{kind}"' in text and '"beir")' in text
    [splits] = re.findall(r"eval_splits=(\[.*\]),", text)
    assert ast.literal_eval(splits) == [re.sub(r"\W", "_", name) for name in collection.beir]
    assert re.search(r'^        name="[A-Z]\w+",$', text, re.MULTILINE)
