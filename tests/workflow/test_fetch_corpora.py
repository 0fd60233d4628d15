"""The public corpora, fetched from stand-ins that are served on this machine."""

import csv
import gzip
import json

import pytest

from paperpool.workflow.corpus.rows import parse_row

from ..made.sources import pack, write_arxiv_source, write_hepth_source
from .conftest import copy_workflow

PAPER = b'<PAPER><S sid="0">A title</S><ABSTRACT><S sid="1">One.</S></ABSTRACT></PAPER>'
COMMIT = "1dd68e44df5c94cc767cc301cd04e61c52e4bf68"
"""Of CL-SciSumm's repository, the last part of its archive's address."""
CITATIONS = b'[{"citing_paper_id": "C08-1098"}]'


def make_rows(field, names, first):
    """Return rows in which each cites the one before it."""
    ids = [str(first + n) for n in range(len(names))]
    return [
        {
            "paper_id": ids[n],
            "title": f"Title {n}",
            "abstract": "An abstract.",
            "year": 1999,
            "arxiv_id": name,
            "doi": None,
            "venue": "arXiv:cs.IR",
            "journal": None,
            "mag_field_of_study": [field],
            "outbound_citations": ids[n - 1 : n] if n else [],
        }
        for n, name in enumerate(names)
    ]


@pytest.fixture
def sources(tmp_path):
    """A folder with a stand-in of each source, in its format."""
    folder = tmp_path / "served"
    papers = make_rows("Computer Science", [f"cs/990100{n}" for n in range(9)], 0)
    tables = {"cs.IR.tsv.xz": papers[:6], "cs.DL.tsv.xz": papers[3:]}
    write_arxiv_source(folder, tables)
    names = [f"hep-th/990100{n}" for n in range(6)]
    write_hepth_source(folder, make_rows("Physics", names, 7_009_901_000))
    net = "x/data/Training-Set-2019/Task1/From-ScisummNet-2019/W99-0001"
    files = {"Reference_XML/W99-0001.xml": PAPER, "citing_sentences.json": CITATIONS}
    pack(folder / COMMIT, [(f"{net}/{name}", data) for name, data in files.items()])
    return folder


@pytest.fixture
def served(root, tmp_path, sources, serve):
    """A copy of the workflow whose table of sources names the stand-ins."""
    place = copy_workflow(root, tmp_path / "copy")
    address = serve(sources)
    table = place.folder / "workflow/scripts/paperpool/resources/sources.csv"
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            name = row["url"].rpartition("/")[2]
            if (sources / name).is_file():
                unpinned = {"sha256": "", "git_blob": "", "bytes": ""}
                writer.writerow({**row, **unpinned, "url": f"{address}/{name}"})
    return place


def test_three_corpora_are_fetched_and_can_be_used(served):
    done = served.snakemake("fetch_arxiv", "fetch_acl", "fetch_hepth")
    resources = served.folder / "resources"
    counts = {
        corpus: json.loads((resources / f"s2orc-{corpus}/counts.json").read_text())
        for corpus in ("arxiv", "acl", "hepth")
    }
    assert counts["arxiv"]["papers"]["kept"] == 9
    assert counts["arxiv"]["papers"]["dropped"]["repeated"] == 3
    assert (counts["acl"]["papers"], counts["acl"]["citations"]["kept"]) == (2, 1)
    assert (counts["hepth"]["papers"]["kept"], counts["hepth"]["citations"]["kept"]) == (6, 5)
    assert done.jobs()["fetch_file"] == 4
    assert not (resources / "cl-scisumm/scisumm-corpus.tar.gz").exists()
    assert (resources / "arxiv/cs.IR.tsv.xz").exists()
    shards = [f"resources/s2orc-{corpus}/metadata/*.jsonl.gz" for corpus in sorted(counts)]
    settings = {"run": "fetched", "data": {"s2orc": shards}, "corpus": {"filters": ["none"]}}
    planned = served.run("corpus", "-n", **settings)
    assert planned.jobs()["read_shard"] == 8 + 2 + 4
    rows = []
    for shard in sorted(resources.glob("s2orc-*/metadata/*.jsonl.gz")):
        rows += map(parse_row, gzip.decompress(shard.read_bytes()).splitlines())
    assert len(rows) == len({row.paper_id for row in rows}) == 9 + 2 + 6
