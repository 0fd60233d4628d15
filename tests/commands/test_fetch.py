"""``paperpool fetch``: datasets from a server of the test's own, where the rules put them."""

import csv
import hashlib
import json
import re
import shutil
import zipfile

import pytest

from paperpool.commands import fetch
from paperpool.commands.datasets import DATASETS, FOLDER
from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.models.registry import read_models

from ..made.sources import pack, write_arxiv_source, write_hepth_source

ROW = {
    "paper_id": "7009901000",
    "title": "A title",
    "abstract": "An abstract.",
    "year": 1999,
    "arxiv_id": "hep-th/9901000",
    "doi": None,
    "venue": "arXiv:cs.IR",
    "journal": None,
    "mag_field_of_study": ["Physics"],
    "outbound_citations": [],
}
TEXT = b'<PAPER><S sid="0">A title</S><ABSTRACT><S sid="1">One.</S></ABSTRACT></PAPER>'
REPOSITORY = {
    "Training-Set-2019/Task1/From-Training-Set-2018/C00-2123/Reference_XML/C00-2123.xml": TEXT,
    "Test-Set-2018/A00-2018/Reference_XML/A00-2018.xml": TEXT,
    "Test-Set-2018-Gold/Task1/A00-2018_sweta.csv": b"gold",
    "Training-Set-2019/Task1/From-ScisummNet-2019/A00-1031/Reference_XML/A00-1031.xml": TEXT,
}
PAPER = '{"paper_id": "1"}\n'
SCIFACT = {
    "corpus.jsonl": '{"_id": "1", "title": "T", "text": "A"}\n',
    "queries.jsonl": '{"_id": "1", "text": "Q"}\n',
    "qrels/train.tsv": "query-id\tcorpus-id\tscore\n",
    "qrels/test.tsv": "query-id\tcorpus-id\tscore\n1\t1\t1\n",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory, serve):
    """Address and folder of a server with a stand-in of each source, by the last of its address."""
    folder = tmp_path_factory.mktemp("served")
    write_arxiv_source(folder, {"cs.IR.tsv.xz": [ROW]})
    write_hepth_source(folder, [ROW])
    commit = "1dd68e44df5c94cc767cc301cd04e61c52e4bf68"
    pack(folder / commit, [(f"x/data/{name}", data) for name, data in REPOSITORY.items()])
    (folder / "mdcr_val.json").write_text("{}")
    for name in ("all.json", "background.json"):
        (folder / name).write_text("{}")
    (folder / "train.jsonl").write_text(PAPER)
    (folder / "cf74.xml").write_text("<RECORD></RECORD>")
    with zipfile.ZipFile(folder / "scifact.zip", "w") as archive:
        for name, text in SCIFACT.items():
            archive.writestr(f"scifact/{name}", text)
    with zipfile.ZipFile(folder / "works_1.zip", "w") as archive:
        archive.writestr("works_0_25.json", json.dumps([{"id": "W1"}]))
    address = serve(folder)
    with zipfile.ZipFile(folder / "abstracts-preds.zip", "w") as archive:
        archive.writestr("abstracts-preds.jsonl", PAPER)
    listed = {"name": "abstracts-preds.zip", "download_url": f"{address}/abstracts-preds.zip"}
    (folder / "v2/articles/1").mkdir(parents=True)
    (folder / "v2/articles/1/files").write_text(json.dumps([listed]))
    return address, folder


@pytest.fixture
def shipped(root, tmp_path, served, monkeypatch):
    """A table of sources that names the stand-ins, in the place of the package's; from there.

    CSAbstruct's has a checksum, the others none.
    """
    address, folder = served
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    with (root / "workflow/scripts/paperpool/resources/sources.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    sha256 = hashlib.sha256(PAPER.encode()).hexdigest()
    with (shipped / "sources.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            name = row["url"].rpartition("/")[2]
            url = f"{address}/v2/articles/1/files" if name == "files" else f"{address}/{name}"
            if name == "files" or (folder / name).is_file():
                known = {"sha256": "", "git_blob": "", "bytes": ""}
                if name == "train.jsonl":
                    known = {"sha256": sha256, "bytes": len(PAPER)}
                writer.writerow({**row, "url": url, **known})
    monkeypatch.setattr(fetch, "RESOURCES", shipped)
    monkeypatch.chdir(tmp_path)
    return shipped


def run_fetch(*names):
    """Call the command as the package's does, for ``names``."""
    parser = fetch.argparse.ArgumentParser()
    fetch.add_arguments(parser)
    return fetch.execute(parser.parse_args(names), [])


def list_files(folder):
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def test_every_dataset_arrives_and_is_made_as_the_rules_do(shipped, capsys):
    names = [name for name in DATASETS if name != "csfcube"]
    assert run_fetch(*names) == 0
    assert capsys.readouterr().out.splitlines() == [
        "csfcube_runs: resources/csfcube_runs",
        "csfcube_abstracts: resources/csfcube_abstracts",
        "csabstruct: resources/csabstruct",
        "cystic_fibrosis: resources/cystic_fibrosis",
        "mdcr: resources/mdcr",
        "scisumm: resources/cl-scisumm",
        "acl: resources/s2orc-acl",
        "arxiv: resources/s2orc-arxiv",
        "hepth: resources/s2orc-hepth",
        "scisearch: resources/scisearch",
        "synergy: resources/synergy",
        "scifact: resources/scifact",
    ]
    assert (FOLDER / "scifact/qrels/test.tsv").read_text() == SCIFACT["qrels/test.tsv"]
    assert list_files(FOLDER / "scifact") == {*SCIFACT} - {"qrels/train.tsv"}
    gold = "cl-scisumm/Test-Set-2018-Gold/Task1/A00-2018_sweta.csv"
    arrived = list_files(FOLDER)
    assert arrived >= {f"csfcube_runs/{name}/background.json" for name in ("alberta", "bert_pp")}
    assert arrived >= {
        gold,
        "csabstruct/train.jsonl",
        "cystic_fibrosis/cf74.xml",
        "scisearch/specter/all.json",
    }
    assert arrived >= {"arxiv/cs.IR.tsv.xz", "hepth/cit-HepTh.txt.gz"}  # are kept, as by the rules
    deleted = {"cl-scisumm/scisumm-corpus.tar.gz", "csfcube_abstracts/abstracts-preds.zip"}
    assert not deleted & arrived
    assert (FOLDER / "csfcube_abstracts/abstracts-preds.jsonl").read_text() == PAPER
    for corpus, n in (("arxiv", 1), ("hepth", 1)):
        counts = json.loads((FOLDER / f"s2orc-{corpus}/counts.json").read_text())
        assert counts["papers"]["kept"] == n


def test_what_is_there_is_not_downloaded_again(shipped, served, capsys):
    run_fetch("csfcube_abstracts", "mdcr")
    shutil.copytree(FOLDER, "before")
    table = shipped / "sources.csv"
    table.write_text(table.read_text().replace(served[0], "http://127.0.0.1:9"))
    assert run_fetch("csfcube_abstracts", "mdcr", "mdcr") == 0
    assert list_files(FOLDER) == list_files(shipped.parent / "before")
    with pytest.raises(UserError, match="refused"):
        run_fetch("csabstruct")


def test_another_file_in_the_place_of_a_published_one_is_told(shipped):
    path = FOLDER / "csabstruct/train.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("{}\n")
    with pytest.raises(UserError, match="Delete it"):
        run_fetch("csabstruct")
    assert path.read_text() == "{}\n"


def test_a_pinned_file_whose_bytes_changed_is_refused_by_name(shipped):
    """The table has the git blob id of an empty file; the server sends `{}`."""
    table = shipped / "sources.csv"
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            is_pinned = row["file"] == "bert_pp/background.json"
            writer.writerow({**row, "git_blob": empty} if is_pinned else row)
    with pytest.raises(UserError) as caught:
        run_fetch("csfcube_runs")
    [problem] = caught.value.problems
    sent = "9e26dfeeb6e641a33dae4961196235bdb965b21b"
    assert problem.what == f"The file has the git blob id {sent} instead of {empty}."
    assert problem.where.endswith("/background.json")
    assert not (FOLDER / "csfcube_runs/bert_pp/background.json").exists()


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        ("csfcub x", "Did you mean 'csfcube'? `paperpool fetch` lists all names."),
        ("splade-tny scifct", "Did you mean 'splade-tiny'? Did you mean 'scifact'? `paperpool "
         "fetch` lists all names."),
        ("x", "`paperpool fetch` lists all names."),
    ],
)  # fmt: skip
def test_an_unknown_name_is_one_message_with_the_nearest_names(names, hint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        run_fetch("csfcube", *names.split())
    [problem] = caught.value.problems
    assert problem.what == f"No dataset or model is called {', '.join(names.split())}."
    assert problem.hint == hint
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_they_are_listed(capsys):
    assert run_fetch() == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["NAME", "FILES", "SIZE", "LICENCE", "INTO"]
    assert [row.split()[0] for row in rows] == [*DATASETS, "s2ag", "openalex", *read_models()]
    cells = {row.split()[0]: re.split(" {2,}", row) for row in rows}
    assert cells["csfcube"][1:] == ["10", "over 627.8 kB", "CC BY-NC 4.0", "resources/csfcube"]
    licences = "CC BY-NC 4.0, none stated"
    assert cells["csfcube_runs"][1:] == ["42", "4.1 MB", licences, "resources/csfcube_runs"]
    assert cells["csabstruct"][2:4] == ["2.6 MB", "Apache-2.0"]
    mpnet = ["11", "404.5 MB", "Apache-2.0", "resources/models/all-mpnet-base-v2"]
    assert cells["all-mpnet-base-v2"][1:] == mpnet
    assert cells["scincl"][1:] == ["not known", "see its card", "resources/models/scincl"]
    assert cells["hepth"][2:] == ["not known", "none stated, CC0 1.0", "resources/s2orc-hepth"]


def test_the_rules_put_every_dataset_in_the_same_place(root):
    files = (root / f"workflow/rules/fetch/{name}.smk" for name in ("fetch", "fetch_corpora"))
    rules = "".join(file.read_text() for file in files)
    assert f'"{FOLDER}/{{dataset}}/{{file}}"' in rules
    [together] = re.findall(r'dataset=\(?\s*"(\w+(?:\|\w+)+)"', rules)
    for name, dataset in DATASETS.items():
        assert f"rule fetch_{name}:" in rules
        own = f'"{FOLDER}/{dataset.folder}/{{file}}"' in rules
        assert own or dataset.folder in together.split("|")
        assert dataset.made is None or f'"{FOLDER}/{dataset.made}"' in rules
        is_temporary = f'temp(ensure("{FOLDER}/{dataset.folder}/' in rules
        assert is_temporary == (not dataset.keep)
    described = r'^rule fetch_(\w+):\n    """[^"]*"""\n    input:\n        [^s]'
    assert set(re.findall(described, rules, re.M)) == set(DATASETS)


def test_a_file_in_the_place_of_the_models_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "resources").write_text("mine")
    assert main(["fetch", "all-MiniLM-L6-v2"]) == 1
    printed, errors = capsys.readouterr()
    said = "A file stands where a folder is expected.\n  Where: resources/models\n  Hint: "
    assert errors.startswith(said) and printed == ""
    assert (tmp_path / "resources").read_text() == "mine"
