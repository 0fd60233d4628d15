"""The whole corpus stage over works of OpenAlex, as JSON lines and as Parquet."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.names import name_shards

from ..made.corpus_stage import run_corpus
from ..made.shards import make_row, write_shards
from ..made.works import SITE, as_work, make_table, make_work, write_part

ENDINGS = ("gz", "parquet")


def run_works(folder, shards, **settings):
    """Run the stage over shards given as {name: works, or the file's bytes}."""
    paths = [
        *write_shards(folder / "works", {n: c for n, c in shards.items() if isinstance(c, bytes)}),
        *(write_part(folder / "works" / n, c) for n, c in shards.items() if isinstance(c, list)),
    ]
    return run_corpus(paths, folder / "out", openalex=list(name_shards(paths)), **settings)


def outcome(stage):
    """Return the parts that equal papers share in every format."""
    left_out = ("shards", "marks")
    summary = {key: n for key, n in stage.summary.items() if key not in left_out}
    return stage.papers, stage.citations, stage.twins, summary


@pytest.fixture(scope="module")
def hepth(request):
    """Return 600 rows of HEP-TH from all its years, white space of abstracts folded."""
    folder = request.getfixturevalue("real_data")("s2orc-hepth")
    shards = sorted((folder / "metadata").glob("*.jsonl.gz"))
    rows = [
        json.loads(line)
        for path in shards
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ][::49]
    for row in rows:
        row["abstract"] = row["abstract"] and " ".join(row["abstract"].split())
    return rows


def name_ids(row):
    """Return a row of S2ORC with the ids that ``as_work`` gives it."""
    ids = {
        key: [f"W{one}" for one in row[key]] for key in ("outbound_citations", "inbound_citations")
    }
    return row | ids | {"paper_id": f"W{row['paper_id']}"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_real_papers_as_works_are_those_of_s2orc(hepth, ending, tmp_path):
    parts = {n: hepth[n::3] for n in range(3)}
    shards = {f"{n}.jsonl.gz": list(map(name_ids, rows)) for n, rows in parts.items()}
    expected = run_corpus(write_shards(tmp_path / "s2orc", shards), tmp_path / "expected")
    works = {f"{n}.{ending}": list(map(as_work, rows)) for n, rows in parts.items()}
    stage = run_works(tmp_path, works, leave_out=["retracted"])
    papers, citations, twins, summary = outcome(stage)
    dropped = [one["dropped"].pop("retracted") for one in summary["filters"].values()]
    assert (papers, citations, twins, summary) == outcome(expected) and dropped == [0, 0]
    assert len(papers) > 100 and len(citations) > 5000
    for n in range(3):
        for name in ("papers", "citations"):
            files = [folder / f"{n}.{name}.parquet" for folder in (stage.folder, expected.folder)]
            assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("ending", ENDINGS)
def test_marked_works_are_dropped_counted_and_kept_by_id(ending, tmp_path):
    works = [
        make_work(1, referenced_works=[f"{SITE}W2", f"{SITE}W1"]),
        make_work(2, is_retracted=True, is_xpac=True),
        make_work(3, is_xpac=True, referenced_works=[f"{SITE}W1"]),
        make_work(4, type="paratext"),
        make_work(5, concepts=[]),
        make_work(6, is_xpac=True),
        make_work(7, publication_year=None, is_xpac=True),
        make_work(8, publication_year=None),
    ]
    filters = {"mdcr": {}, "none": {}}
    leave_out = ["paratext", "expansion", "retracted"]
    stage = run_works(
        tmp_path, {f"a.{ending}": works}, filters=filters, leave_out=leave_out, keep=["W6"]
    )
    marks = {"retracted": 1, "paratext": 1, "expansion": 4, "no_field": 1}
    assert stage.summary["marks"] == marks
    of_mdcr, of_none = stage.summary["filters"].values()
    dropped = {"paratext": 1, "expansion": 3, "retracted": 0}
    assert of_none == {"kept": 4, "kept_always": 1, "dropped": dropped}
    assert list(of_mdcr["dropped"].items())[:4] == [*dropped.items(), ("no_year", 1)]
    assert stage.ids == ["W1", "W5", "W6", "W8"]
    assert stage.citations == [("W1", "W2"), ("W3", "W1")]
    everything = run_works(tmp_path / "all", {f"a.{ending}": works}, filters={"none": {}})
    assert len(everything.papers) == 8 and everything.summary["marks"] == marks


@pytest.mark.parametrize("ending", ENDINGS)
def test_repeated_ids_and_bad_rows_are_set_aside(ending, tmp_path):
    bad = make_work(9, cited_by_count=-1)
    shards = {
        f"updated_date=2025-01-01/part_0.{ending}": [make_work(1), bad],
        f"updated_date=2026-01-01/part_0.{ending}": [make_work(2), make_work(1, title="Later")],
    }
    stage = run_works(tmp_path, shards, filters={"none": {}})
    assert stage.bad == [
        (f"updated_date=2025-01-01/part_0.{ending}", 2, "wrong_type"),
        (f"updated_date=2026-01-01/part_0.{ending}", 2, "duplicate_id"),
    ]
    texts = [row["text"] for row in stage.quarantine]
    assert f"{SITE}W9" in texts[0] and f"{SITE}W1" in texts[1]
    assert [paper["title"] for paper in stage.papers] == ["Title number 1", "Title number 2"]
    with pytest.raises(UserError, match="wrong_type"):
        run_works(tmp_path / "fail", shards, on_bad_row="fail")


@pytest.mark.parametrize(("pack", "ending"), [(bytes, "csv"), (gzip.compress, "csv.gz")])
def test_deleted_works_are_dropped_and_counted(pack, ending, tmp_path):
    deleted = tmp_path / f"deleted_ids.{ending}"
    deleted.write_bytes(pack(f"work_id,deleted_date\n{SITE}W2,2026-01-01\n{SITE}W77,x\n".encode()))
    works = [make_work(n, is_retracted=n == 2) for n in (1, 2, 3)]
    settings = {"filters": {"none": {}}, "leave_out": ["deleted"], "deleted": deleted}
    stage = run_works(tmp_path, {"a.gz": works}, **settings)
    assert stage.ids == ["W1", "W3"] and stage.summary["marks"] == {"retracted": 1, "deleted": 1}
    assert stage.summary["filters"]["none"]["dropped"] == {"deleted": 1}
    deleted.write_bytes(pack(b"id\nW2\n"))
    with pytest.raises(UserError, match="no CSV file with the columns work_id"):
        run_works(tmp_path / "odd", {"a.gz": works}, **settings)


def test_works_and_rows_of_s2orc_are_one_corpus_whose_twins_are_found_by_text_and_id(tmp_path):
    rows = [
        make_row("1"),
        make_row("2", title="Another", abstract="Another text that is long enough.", mag_id="3"),
    ]
    metadata = write_shards(tmp_path / "m", {"a.jsonl": rows})
    part = write_part(tmp_path / "w" / "a.parquet", [make_work(1), make_work(3)])
    stage = run_corpus(
        [*metadata, part], tmp_path / "out", openalex=["w/a.parquet"], leave_out=["retracted"]
    )
    assert stage.ids == ["1", "2", "W1", "W3"] and stage.twins == [("W1", "1"), ("W3", "2")]


def test_a_part_that_lacks_a_column_or_its_end(tmp_path):
    works = [make_work(n) for n in range(1, 251)]
    path = write_part(tmp_path / "a.parquet", works)
    data, table = path.read_bytes(), make_table(works)
    pq.write_table(table.drop_columns(["title"]), tmp_path / "b.parquet")
    ids = pa.array([b"\xff"] * 250, pa.binary()).view(pa.string())
    pq.write_table(table.set_column(0, "id", ids), tmp_path / "c.parquet")
    with pq.ParquetFile(path) as file:
        start = file.metadata.row_group(1).column(0).dictionary_page_offset
        start = start or file.metadata.row_group(1).column(0).data_page_offset
    shards = {
        "cut.parquet": data[:-9],
        "damaged.parquet": data[:start] + bytes(5000) + data[start + 5000 :],
        "lacking.parquet": (tmp_path / "b.parquet").read_bytes(),
        "no_text.parquet": (tmp_path / "c.parquet").read_bytes(),
    }
    stage = run_works(tmp_path, shards, filters={"none": {}})
    broken = stage.summary["broken_shards"]
    expected = {"cut.parquet": 0, "damaged.parquet": 100, "no_text.parquet": 0}
    assert {name: one["rows"] for name, one in broken.items()} == expected
    assert stage.summary["shards"]["lacking.parquet"]["quarantined"] == {"missing_key": 250}
    assert stage.summary["kept"] == 100
    assert all("its Parquet data is damaged" in one["why"] for one in broken.values())


def test_every_real_row_is_accounted_for(real_data, tmp_path):
    folder = real_data("openalex-sample")
    parts = [*folder.glob("works-*.gz"), *folder.glob("snapshot-2023*.gz")]
    parts += (folder / "snapshot-2023").glob("works/*/part_*.gz")
    stage = run_corpus(parts, tmp_path, openalex=list(name_shards(parts)), filters={"none": {}})
    n_rows = sum(len(gzip.decompress(path.read_bytes()).splitlines()) for path in parts)
    assert stage.summary["read"] == n_rows == 2785 and stage.summary["kept"] == 2675
    assert stage.summary["quarantined"] == {"duplicate_id": 110}
    fields = {field for paper in stage.papers for field in paper["fields"]}
    assert len(fields) == 19 and "Computer Science" in fields
