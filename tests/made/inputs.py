"""Everything that users give as files, small and whole: how each is read, used and damaged."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.collections.collection import STORED_FILES
from paperpool.collections.csfcube_release import (
    ABSTRACTS,
    JUDGMENTS,
    POOL,
    QUERIES,
    SPLITS,
    read_collection,
    read_paper_ids,
)
from paperpool.collections.found import assemble
from paperpool.collections.mdcr_benchmark import SPLITS as MDCR_SPLITS
from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.schemes import default_scheme
from paperpool.collections.stored import read_stored, store_collection
from paperpool.errors import UserError
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.pair_scores import read_run_scores
from paperpool.evaluation.run_checks import check_run, report_checks
from paperpool.evaluation.stored_runs import write_run
from paperpool.extras.demo.collection import write_in_every_format
from paperpool.io.files import write_json
from paperpool.io.tables import ANNOTATOR_GRADES
from paperpool.io.tables import write_rows as write_table_rows
from paperpool.scisumm.read.release import SOURCES, read_release
from paperpool.scisumm.read.submitted import read_submissions, write_rows
from paperpool.workflow.annotation.adjudication import read_grades
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.worked_examples import read_examples
from paperpool.workflow.corpus.papers import read_ids
from paperpool.workflow.csfcube.release_writer import write_collection
from paperpool.workflow.facets.csabstruct import read_split
from paperpool.workflow.pools.chosen_queries import read_chosen_queries
from paperpool.workflow.pools.label_sheet import correct_labels, read_label_sheet, write_label_sheet
from paperpool.workflow.pools.queries import write_queries

from . import cystic_fibrosis
from .benchmark import SPLITS as POOLS
from .benchmark import TEXTS, make_small_benchmark
from .collection import make_collection, order_by_grade
from .damage import mutate
from .folders import FILES as TREC_FILES
from .folders import write_lines, write_mteb, write_trec
from .scisumm_release import submit, write_release

SCHEME = default_scheme()
FACETS = SCHEME.facet_names


@dataclass(frozen=True)
class Input:
    """A user's input: written to a folder, read from there, and used.

    ``files`` has the format of each file to damage. ``passes`` names harmless damage: of lists that
    may be empty, and of documents, which are dropped and counted. ``beside`` are the names that a
    message about files that do not fit together may use.
    """

    name: str
    write: Callable[[Path], Any]
    read: Callable[[Path], Any]
    files: dict[str, str]
    passes: frozenset[str] = frozenset()
    beside: tuple[str, ...] = ()


COLLECTION = make_collection()
RUN = order_by_grade(COLLECTION, 1)  # else each reading looks whether it is turned round
BENCHMARK = make_small_benchmark()
ITEM = Item("q", "method", "c")
ABSTRACT = {"sentences": ["A\u2028B.", "C."], "labels": ["method", "result"], "confs": [1, 0.5]}
REGION = {"from_name": "grade", "value": {"choices": ["2"]}}
TASK = {
    "id": 1,
    "data": {**ITEM._asdict(), "stage": "annotation"},
    "annotations": [{"id": 7, "completed_by": {"id": 3}, "result": [REGION]}],
}
SHEET = (
    "paper_id,paper_type,rating,chosen,title\n"
    '7,theoretical,4,method result,"A title, of two parts"\n'
    "8,theoretical,2,,Ünter\n"
    "9,theoretical,3,background,Another\n"
)
EXAMPLES = (
    "papers:\n  p: {title: Ä, sentences: [{method: One.}]}\nexamples:\n"
    "- {query: q, candidate: p, facet: method, grade: 2, why: Both.}\n"
    "- {query: q, candidate: c, facet: result, grade: 0, why: None of these.}\n"
)


def write_to(name: str, text: str) -> Callable[[Path], None]:
    """Return a function that writes one file of a folder."""

    def write(folder: Path) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    return write


def use_release(folder: Path):
    read = read_collection(folder)
    assert read_paper_ids([folder / ABSTRACTS]) == set(read.papers)
    texts = [vars(paper) for paper in read.papers.values()]
    json.dumps(texts, ensure_ascii=False, allow_nan=False).encode("utf-8")  # can be written
    return read


def write_runs(folder: Path) -> None:
    official = {facet: folder / f"run-{facet}.json" for facet in FACETS}
    write_in_every_format(RUN, official, folder / "run.trec", folder / "run.parquet")


def use_run(name: str, folder: Path):
    path = str(folder / name)
    checked = check_run("mine", path, read_foreign_run("mine", path, FACETS), COLLECTION)
    report_checks(checked, True)
    write_run(checked.run, folder / "out.parquet")
    return checked.run


def write_benchmark(folder: Path) -> None:
    for split in MDCR_SPLITS:
        write_json(folder / f"{split}.json", POOLS[split])
        rows = ({"paper_id": i, "title": t, "abstract": a} for i, (t, a) in TEXTS.items())
        write_lines(folder / f"{split}_data.jsonl", rows)


def use_benchmark(folder: Path):
    names = {split: folder / f"{split}.json" for split in MDCR_SPLITS}
    texts = {f"{split}_data": folder / f"{split}_data.jsonl" for split in MDCR_SPLITS}
    return read_mdcr(names | texts)


def use_scores(folder: Path):
    return read_run_scores("mine", {"test": folder / "scores.json"}, BENCHMARK)


def write_scores(folder: Path) -> None:
    pairs = BENCHMARK.folds["all"]["test"]
    names = [f"{query}_{i}" for query, field in pairs for i in BENCHMARK.rankable(query, field)]
    write_json(folder / "scores.json", {name: 0.5 * n for n, name in enumerate(names)})


def use_queries(name: str, folder: Path):
    queries = read_chosen_queries(folder / name, SCHEME.facet_names)
    write_queries(queries, folder / "queries.csv")
    return queries


def use_labels(folder: Path):
    return correct_labels(
        {"q1": COLLECTION.papers["q1"]}, read_label_sheet(folder / "labels.csv", SCHEME.labels)
    )


MTEB = {"format": "mteb", "path": "", "split": "test"}
TREC = {"format": "trec", **TREC_FILES}


def use_folder(settings: dict[str, str], folder: Path):
    """Read and store a folder of another format, whose settings name files below it."""
    paths = {key: str(folder / name) for key, name in settings.items()}
    named = paths | {key: settings[key] for key in ("format", "split") if key in settings}
    read = assemble(make_reader(named).read(), "test", 1, 1000)
    store_collection(read, folder / "stored")
    return read


def use_cystic_fibrosis(folder: Path):
    """Read and store a part of the cystic fibrosis collection."""
    settings = {"format": "cystic_fibrosis", "path": str(folder), "complete": False}
    read = assemble(make_reader(settings).read(), "test", 1, 1000)
    store_collection(read, folder / "stored")
    return read


def write_stored(folder: Path) -> None:
    store_collection(assemble(make_reader(write_trec(folder / "its")).read(), "test", 1, 9), folder)


def write_grades(folder: Path) -> None:
    rows = [("q", "method", i, name, 2, 2) for i in "abc" for name in ("ann1", "ann2")]
    write_table_rows(folder / "grades.parquet", rows, ANNOTATOR_GRADES)


class Scisumm:
    """A submission to a small release that is read once."""

    def __init__(self, folder: Path):
        self.release = read_release(write_release(folder), SOURCES)

    def write(self, folder: Path) -> None:
        submit(self.release, folder)

    def read(self, folder: Path):
        tables = self.release.citances, self.release.sentences
        rows = read_submissions("mine", folder, *tables)
        write_rows(folder / "rows.parquet", rows)
        return rows


def list_inputs(folder: Path) -> list[Input]:
    """Return everything that users give; ``folder`` may be written to."""
    scisumm = Scisumm(folder / "scisumm")
    jsonl = "jsonl"
    dropped = frozenset({"truncated", "not UTF-8", "NUL", "long line", "surrogate"})
    return [
        Input("release", partial(write_collection, COLLECTION), use_release, {
            ABSTRACTS: jsonl, POOL: "json", JUDGMENTS.format(facet="method"): "json",
            SPLITS: "json", QUERIES: "csv"},
              beside=(ABSTRACTS, POOL, SPLITS, QUERIES)),
        Input("official", write_runs, partial(use_run, "run-{facet}.json"),
              {"run-method.json": "json"}, beside=("run-{facet}.json",)),
        Input("trec-run", write_runs, partial(use_run, "run.trec"), {"run.trec": "text"}),
        Input("table", write_runs, partial(use_run, "run.parquet"), {"run.parquet": "parquet"}),
        Input("scores", write_scores, use_scores, {"scores.json": "json"}),
        Input("benchmark", write_benchmark, use_benchmark,
              {"test.json": "json", "test_data.jsonl": jsonl}, beside=("test_data.jsonl",)),
        Input("ids", write_to("ids.txt", "17\nü2\n33\n"),
              lambda at: read_ids([at / "ids.txt"]), {"ids.txt": "text"},
              frozenset({"empty", "truncated"})),
        Input("query-ids", write_to("ids.txt", "17\nü2\n33\n"), partial(use_queries, "ids.txt"),
              {"ids.txt": "text"}, frozenset({"truncated"})),
        Input("query-list", write_to("q.csv", "paper_id,year,title\n17,2001,Ä B\n18,,x\n"),
              partial(use_queries, "q.csv"), {"q.csv": "csv"}, frozenset({"truncated"})),
        Input("query-sheet", write_to("sheet.csv", SHEET), partial(use_queries, "sheet.csv"),
              {"sheet.csv": "csv"}, frozenset({"truncated"})),
        Input("label-sheet", lambda to: write_label_sheet(
                  [COLLECTION.papers["q1"]], to / "labels.csv"),
              use_labels, {"labels.csv": "csv"}),
        Input("examples", write_to("examples.yaml", EXAMPLES),
              lambda at: read_examples(at / "examples.yaml", SCHEME), {"examples.yaml": "text"},
              frozenset({"truncated"})),
        Input("csabstruct", lambda to: write_lines(to / "train.jsonl", [ABSTRACT] * 3),
              lambda at: read_split(at / "train.jsonl"), {"train.jsonl": jsonl}),
        Input("export", lambda to: write_lines(to / "e.json", [json.dumps([TASK])]),
              lambda at: read_exports([at / "e.json"], [ITEM], SCHEME), {"e.json": "json"}),
        Input("mteb", write_mteb, partial(use_folder, MTEB), {
            "queries.jsonl": jsonl, "qrels/test.tsv": "text", "top_ranked/test.jsonl": jsonl}),
        Input("beir-documents", write_mteb, partial(use_folder, MTEB),
              {"corpus.jsonl": jsonl}, dropped, ("top_ranked/test.jsonl",)),
        Input("trec", write_trec, partial(use_folder, TREC),
              {"qrels.txt": "text"}, beside=("topics.xml",)),
        Input("trec-topics", write_trec, partial(use_folder, TREC),
              {"topics.xml": "markup"}, frozenset({"NUL", "long line"})),
        Input("trec-documents", write_trec, partial(use_folder, TREC),
              {"documents.xml": "markup"}, dropped),
        Input("cystic-records", cystic_fibrosis.write_collection, use_cystic_fibrosis,
              {"cf74.xml": "markup"}, dropped | {"empty", "UTF-16", "deep", "digits"}),
        Input("cystic-questions", cystic_fibrosis.write_collection, use_cystic_fibrosis,
              {"cfquery.xml": "markup"}, frozenset({"NUL", "long line"}), ("cf74.xml", "cf75.xml")),
        Input("scisumm", scisumm.write, scisumm.read, {"Task1/P02-0003.csv": "csv"},
              frozenset({"not UTF-8", "NUL", "UTF-16"})),
        Input("grades", write_grades, lambda at: read_grades(at / "grades.parquet"),
              {"grades.parquet": "parquet"}),
        Input("stored", write_stored, read_stored, dict.fromkeys(STORED_FILES[:3], "parquet")),
    ]  # fmt: skip


def read_damaged(one: Input, folder: Path) -> tuple[Any, str | None]:
    """Return the result of reading, or None and the message; only a UserError may be raised."""
    try:
        return one.read(folder), None
    except UserError as error:
        return None, str(error)


def fuzz_input(
    one: Input, folder: Path, draw: random.Random, n: int
) -> tuple[list[tuple[str, int, str]], int]:
    """Read an input ``n`` times, one of its files in ``folder`` damaged each time.

    Returns each error other than UserError (file, number, exception), and the number of refusals.
    The files are whole again afterwards.
    """
    escaped, n_refused = [], 0
    for file in one.files:
        path = folder / file
        data = path.read_bytes()
        for number in range(n // len(one.files)):
            path.write_bytes(mutate(data, draw))
            try:
                _, message = read_damaged(one, folder)
                n_refused += message is not None
            except Exception as error:  # every one is told at the end
                escaped.append((file, number, repr(error)[:300]))
        path.write_bytes(data)
    return escaped, n_refused
