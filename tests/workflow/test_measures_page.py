"""docs/measures.md: its measures and columns are those of a finished run and of the code."""

import csv
import importlib
import re

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.extras.holes.measuring import MEASURES

NOT_TOLD_OF = {"manifest", "logs", "benchmarks", "report", "demo", "Task1"}
"""Folders whose tables have no columns on the page."""

FILTERS = ("in_csfcube", "in_mdcr")
"""The columns of papers that tell which filter keeps them."""


def read_spans(text):
    return [name for span in re.findall(r"`([^`]+)`", text) for name in span.split(",")]


@pytest.fixture(scope="module")
def page(root):
    """The page's measures, its tables (names of files, and columns in order), and all files."""
    measures, columns = (root / "docs/measures.md").read_text().split("\n## Columns\n")
    leads = re.findall(r"^(?:-|\|) (`.*?)(?::| of| \|)", measures, re.MULTILINE)
    _, *files = re.findall(r"^\[.*\]\((tables/.*\.csv)\)$", columns, re.MULTILINE)
    rows = [row for file in files for row in csv.DictReader((root / "docs" / file).open())]
    tables = [(row["table"].split(), row["columns"].split()) for row in rows if row["columns"]]
    named = " ".join(row["table"] for row in rows).split()
    return read_spans("".join(leads)), tables, named


def is_named(name, patterns):
    """Return whether the page has a name: <…> stands for anything, as does a missing folder."""
    found = (p if "/" in p or "/" not in name else f"<>/{p}" for p in patterns)
    return any(re.fullmatch(re.sub("<.*?>", ".+", re.escape(p)), name) for p in found)


def tidy(columns):
    """Return columns as the page has them: one for all filters, and without sentences."""
    named = (re.sub(r"^in_(csfcube|mdcr)$", "in_<filter>", column) for column in columns)
    return [column for column in dict.fromkeys(named) if " " not in column]


def test_columns_and_measures_are_those_of_tables(results, root, page):
    """A Parquet table has a schema of the library, too, but for those of the bulk steps."""
    known, told, schemas = [], set(MEASURES), []
    library = root / "workflow/scripts"
    for path in sorted(library.glob("paperpool/**/*.py")):
        if re.search(
            r"^\w*COLUMNS = |= (?:pa\.|tables\.)?(?:make_)?schema\(", path.read_text(), re.MULTILINE
        ):
            module = ".".join(path.relative_to(library).with_suffix("").parts)
            for name, value in vars(importlib.import_module(module)).items():
                if isinstance(value, pa.Schema):
                    schemas.append(value)
                if isinstance(value, pa.Schema) or name.endswith("COLUMNS"):
                    known.append(tidy(getattr(value, "names", value)))
    for path in sorted(file.relative_to(results) for file in results.rglob("*.*")):
        if path.suffix in (".csv", ".parquet") and not NOT_TOLD_OF & {*path.parts}:
            read = pd.read_csv if path.suffix == ".csv" else pd.read_parquet
            known.append(tidy(table := read(results / path)))
            told.update(*(table[key] for key in ("metric", "measure") if key in table))
            assert known[-1] in [c for paths, c in page[1] if is_named(str(path), paths)], path
            if path.suffix == ".parquet" and "bulk" not in path.parts:
                fields = [one for one in pq.read_schema(results / path) if one.name not in FILTERS]
                assert pa.schema(fields) in schemas, path
    told = {re.sub(r"\(rel=\d\)", "", measure) for measure in told}
    assert {measure for measure in told if not is_named(measure, page[0])} == set()
    known += [[*more, *names] for names in known for more in (["judge"], ["level", "part"])]
    assert [paths for paths, names in page[1] if names not in known] == []


def test_every_table_of_the_rules_is_there(root, page):
    rules = "".join(file.read_text() for file in (root / "workflow/rules").rglob("*.smk"))
    for path in set(re.findall(r'"<results>/((?!demo)[^"]+\.(?:csv|parquet))"', rules)):
        made = re.sub(r"\{.*?\}", "<x>", path)
        assert is_named(made, page[2]) or any(is_named(name, [made]) for name in page[2]), path
