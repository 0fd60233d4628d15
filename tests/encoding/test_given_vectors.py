"""Vectors that are given as files: each row is counted, and unusable ones are reported."""

import gzip
import json
import random
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.encoding.given_files import list_vector_files
from paperpool.encoding.taken_vectors import describe_missing, join_taken, take_share
from paperpool.encoding.wanted_papers import list_papers
from paperpool.errors import UserError

WIDTH = 6
REASONS = "wrong_type invalid_json invalid_utf8 missing_key not_an_object too_large".split()


def make_vectors(n, seed=1):
    return np.random.default_rng(seed).normal(size=(n, WIDTH)).astype(np.float32)


def as_line(paper, vector):
    """Return a row as Semantic Scholar writes it."""
    text = json.dumps([float(value) for value in vector])
    return b'{"corpusid":%d,"model":"specter_v2","vector":"%s"}\n' % (paper, text.encode())


class Taking:
    """Takes and joins the vectors of some papers in a folder."""

    def __init__(self, folder, papers):
        self.folder, self.papers = folder, list(map(str, papers))
        self.table = folder / "papers.parquet"
        pq.write_table(pa.table({"paper_id": self.papers}), self.table)

    def __call__(self, *files, dtype="float32", refuses=False):
        papers, shares, counts = list_papers(str(self.table)), [], []
        for i, file in enumerate(files):
            shares.append((self.folder / f"{i}.npy", self.folder / f"{i}.owners.npy"))
            counts.append(take_share(str(file), papers, *shares[-1], dtype))
        made = self.folder / "joined.npy", self.folder / "missing.csv"
        total = join_taken(shares, counts, papers, papers, *made, "specter", refuses)
        self.missing = made[1].read_text().split()[1:]
        self.vectors = np.load(made[0])
        known = ("taken", "repeated", "other_papers", "unusable", *REASONS)
        assert total["rows"] == sum(total.get(part, 0) for part in known)
        assert total["taken"] + total["missing"] == len(self.papers)
        return total


def refused(call):
    with pytest.raises(UserError) as caught:
        call()
    [problem] = caught.value.problems
    return f"{problem.what} {problem.where} {problem.hint}"


@pytest.fixture
def taking(tmp_path):
    return Taking(tmp_path, [3, 1, 2, 20])


def write_form(folder, form, ids, vectors):
    """Write vectors in one of the forms; return the file."""
    if form == "shard":
        path = folder / "shard.gz"
        path.write_bytes(gzip.compress(b"".join(map(as_line, ids, vectors))))
    elif form == "table":
        path = folder / "table.parquet"
        pq.write_table(pa.table({"corpusid": ids, "vector": pa.array(list(vectors))}), path)
    else:
        path = folder / "vectors.npy"
        np.save(path, vectors)
        (folder / "ids.txt").write_text("\n".join(map(str, ids)) + "\n")
    return path


@pytest.mark.parametrize("form", ["shard", "table", "array"])
def test_every_form_gives_the_vectors_of_the_papers_that_are_asked_for(taking, tmp_path, form):
    vectors = make_vectors(5)
    vectors[3], vectors[4, 0] = vectors[0], np.nan
    total = taking(write_form(tmp_path, form, [1, 99, 3, 1, 2], vectors))
    assert taking.vectors[:2].tolist() == vectors[[2, 0]].tolist()
    assert np.isneginf(taking.vectors[2:]).all() and taking.missing == ["2", "20"]
    counts = {key: total.get(key, 0) for key in ("taken", "repeated", "other_papers", "missing")}
    assert counts == {"taken": 2, "repeated": 1, "other_papers": 1, "missing": 2}
    assert total.get("unusable", 0) + total.get("invalid_json", 0) + total.get("wrong_type", 0) == 1


def test_the_first_file_with_a_paper_counts_and_half_precision_stays(taking, tmp_path):
    (tmp_path / "a").mkdir()
    first = write_form(tmp_path / "a", "array", [1, 2], make_vectors(2).astype(np.float16))
    others = make_vectors(3, 2).astype(np.float16)
    others[0] = np.load(first)[1]
    second = write_form(tmp_path, "array", [2, 3, 20], others)
    assert taking(first, second)["repeated"] == 1
    assert taking.vectors.dtype == np.float16 and taking.missing == []
    assert taking.vectors[2].tolist() == np.load(first)[1].tolist()


def test_what_is_wrong_is_said_with_the_file(taking, tmp_path):
    shard = write_form(tmp_path, "shard", [1, 2], make_vectors(2))
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-20])
    assert "The file breaks off" in refused(lambda: taking(shard))
    shard.write_bytes(gzip.compress(as_line(1, [1, 2]) + as_line(2, [1, 2, 3])))
    assert "Vectors have 2 numbers, and others 3." in refused(lambda: taking(shard))
    shard.write_bytes(gzip.compress(as_line(7, [1, 2])))
    said = refused(lambda: taking(shard))
    assert "None of the 4 papers has a vector: one is called '3', one of the vectors '7'." in said
    shard.write_bytes(whole)
    said = refused(lambda: taking(shard, refuses=True))
    assert "2 of 4 papers have no vector: 3, 20." in said and "missing to last" in said
    other = write_form(tmp_path, "table", [3], np.ones((1, 2), np.float32))
    assert "Files have vectors of 2 and 6 numbers." in refused(lambda: taking(shard, other))
    array = write_form(tmp_path, "array", [1], make_vectors(2))
    assert "It has 1 ids; there are 2 vectors." in refused(lambda: taking(array))
    np.save(tmp_path / "vectors.npy", np.array([{"a": 1}], object), allow_pickle=True)
    assert "Python objects" in refused(lambda: taking(array))
    for wrong in (np.ones(2, np.float32), np.ones((2, 3), np.int64)):
        np.save(tmp_path / "vectors.npy", wrong)
        said = f"It has {wrong.dtype} in the shape {wrong.shape}, not a row of numbers a paper."
        assert said in refused(lambda: taking(array))
    other.write_bytes(b"PAR1")
    said = refused(lambda: taking(other))
    assert said.startswith("It cannot be read: ") and ".." not in said and str(other) in said
    pq.write_table(pa.table({"id": [1]}), other)
    assert "no columns paper_id (or corpusid) and vector, lists of numbers." in refused(
        lambda: taking(other)
    )


def test_an_id_with_two_vectors_is_refused(taking, tmp_path):
    array = write_form(tmp_path, "array", [1, 2, 1, 2], make_vectors(4))
    said = refused(lambda: taking(array))
    assert f"Ids with several different vectors in {array}: 1, 2." in said
    (tmp_path / "a").mkdir()
    first = write_form(tmp_path / "a", "array", [3, 1], make_vectors(2))
    second = write_form(tmp_path, "array", [2, 1], make_vectors(2, 3))
    said = refused(lambda: taking(first, second))
    assert f"Ids with several different vectors in {first} and {second}: 1." in said
    assert "rankers.specter.vectors" in said
    half = make_vectors(2)[::-1].astype(np.float16)  # the same but for its precision
    second = write_form(tmp_path, "array", [1, 3], half)
    assert taking(first, second)["repeated"] == 2


def test_vectors_that_cannot_be_used_are_told_by_their_kind(taking, tmp_path):
    vectors = make_vectors(3)
    vectors[0], vectors[1, 2] = 0, np.inf
    array = write_form(tmp_path, "array", [20, 3, 1], vectors)
    total = taking(array)
    assert (total["zero"], total["not_finite"], total["unusable"]) == (1, 1, 2)
    said = describe_missing(total)
    assert "1 have only zeros (20); 1 have numbers that are not finite (3;" in said
    np.save(array, np.zeros_like(vectors))
    assert "3 have only zeros (20, 3, 1)" in refused(lambda: taking(array))


def test_rows_that_cannot_be_used_are_told_by_their_kind(taking, tmp_path):
    path = tmp_path / "mine.jsonl"
    odd = [{"paper_id": 1, "vector": [1, 2]}, {"corpusid": 1.5, "vector": [1, 2]}]
    odd += [{"corpusid": 1, "vector": 3}, {"corpusid": 1, "vector": "1, 2"}]
    lines = [json.dumps(row) for row in odd]
    lines.append(json.dumps({"corpusid": 1, "vector": "1" * 1_000_000}))
    path.write_text("\n".join(lines))
    said = "Rows that cannot be used: 1 missing_key, 3 wrong_type, 1 too_large."
    assert said in refused(lambda: taking(path))
    path.write_text("\n".join([*lines, '{"corpusid": 3, "vector": [1, 2]}']))
    assert describe_missing(taking(path)) == f"3 papers have no vector. {said}"


def test_files_are_found_in_folders_and_globs(tmp_path):
    write_form(tmp_path, "array", [1], make_vectors(1))
    shard = write_form(tmp_path, "shard", [1], make_vectors(1))
    inside = sorted([str(tmp_path / "vectors.npy"), str(shard)])
    assert list_vector_files(str(tmp_path), None) == inside
    assert list_vector_files([str(tmp_path / "*.gz"), str(shard)], None) == [str(shard)]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_all_real_rows_are_taken(real_data, tmp_path, version):
    [shard] = real_data(f"s2ag-sample/embeddings-specter_{version}").glob("*.gz")
    rows = [json.loads(line) for line in gzip.decompress(shard.read_bytes()).splitlines()]
    taking = Taking(tmp_path, [row["corpusid"] for row in rows])
    assert taking(shard)["taken"] == len(rows) == {"v1": 31, "v2": 40}[version]
    wanted = [np.array(json.loads(row["vector"]), np.float32) for row in rows]
    assert taking.vectors.shape == (len(rows), 768)
    assert (taking.vectors == np.array(wanted)).all()


def test_twenty_thousand_mutated_rows_are_all_accounted_for(tmp_path):
    chance = random.Random(5)
    lines = []
    for paper, vector in enumerate(make_vectors(20_000)):
        line = bytearray(as_line(paper, vector)[:-1])
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(line))
            line[at : at + chance.randrange(4)] = bytes(chance.choices(b'"0,[]{}\\a\xff', k=2))
        lines.append(bytes(line).replace(b"\n", b" ") + b"\n")
    path = tmp_path / "shard.jsonl"
    path.write_bytes(b"".join(lines))
    taking = Taking(tmp_path, range(20_000))
    assert "others" in refused(lambda: taking(path))  # a comma more or less: these are left out
    kept = [line for line in lines if line.count(b",") == WIDTH + 1]
    path.write_bytes(b"".join(kept))
    total = taking(path)
    assert total["rows"] == len(kept) and total["taken"] > 5_000


_MEASURED = """
import sys, resource
from paperpool.encoding import shares
from paperpool.encoding.taken_vectors import join_taken, take_share
from paperpool.encoding.wanted_papers import list_papers
shard, papers, folder = sys.argv[1:]
shares.COPIED = 1_000  # as much smaller as the files are
papers = list_papers([papers])
share = (f"{folder}/s.npy", f"{folder}/o.npy")
counts = take_share(shard, papers, *share, "float16")
join_taken([share], [counts], papers, papers, f"{folder}/j.npy", f"{folder}/m.csv", "x", False)
print(counts["taken"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_the_file(tmp_path):
    peaks = []
    for times in (1, 8):
        n, line = 1_500 * times, as_line(0, np.linspace(-1, 1, 768))
        with gzip.open(tmp_path / "shard.gz", "wb", 1) as file:
            for paper in range(n):
                file.write(line.replace(b":0,", b":%d," % paper, 1))
        Taking(tmp_path, range(n))
        command = [sys.executable, "-c", _MEASURED, "shard.gz", "papers.parquet", "."]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        taken, peak = map(int, done.stdout.split())
        assert taken == n
        peaks.append(peak / 1024)
    assert peaks[1] < peaks[0] + 40  # MB; eight times the vectors are 147 MB in single precision
