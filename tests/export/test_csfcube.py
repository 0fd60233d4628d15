"""An exported CSFCube-style collection, read back by other tools, scores the same."""

import csv
import json
import xml.etree.ElementTree as ET

import ir_measures
import pytest
from ir_measures import AP, P, R, Rprec, nDCG

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_folds import FOLDS
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.csfcube.evaluation import score_pair
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import write_run
from paperpool.workflow.export.csfcube_export import csfcube_sheet, read_csfcube_rankings
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.sheets import OWN, RELEASED
from paperpool.workflow.export.writing import write_export

SLICES = default_scheme().slices

MEASURES = {
    "map": AP(rel=2),
    "r_precision": Rprec(rel=2),
    "recall@20": R(rel=2) @ 20,
    "p@20": P(rel=2) @ 20,
    "ndcg@20": nDCG @ 20,
}
"""What the corrected protocol's measures are called elsewhere."""


def tied_run(collection):
    """Rank every pool by scores most of which are equal, or are as 32-bit floats."""
    return {
        pair: rank_scores(
            (c, 1 + 1e-12 * (len(c) % 2) + hash_of(c) % 3) for c in collection.rankable(*pair)
        )
        for pair in collection.pairs()
    }


def hash_of(text):
    return sum(map(ord, text))


def export(collection, runs, folder, origin, sources):
    paths = {}
    for name, run in runs.items():
        paths[name] = folder / "runs" / f"{name}.parquet"
        write_run(run, paths[name])
    sheet = csfcube_sheet(origin, {})
    out = folder / "export"
    write_export(export_collection(collection), read_csfcube_rankings(paths), sheet, sources, out)
    return out


def by_query(measured):
    values = {}
    for query, measure, value in measured:
        values.setdefault(query, {})[measure] = value
    return values


def expected(collection, run):
    """Return what our evaluation says, by query and by the other tools' measure."""
    values = {}
    for pair in collection.pairs():
        ours = score_pair(run, pair, collection, "corrected")
        values[pair_name(*pair)] = {m: pytest.approx(ours[name]) for name, m in MEASURES.items()}
    return values


def read_trec(folder, name):
    qrels = list(ir_measures.read_trec_qrels(str(folder / "trec/test/qrels.txt")))
    run = list(ir_measures.read_trec_run(str(folder / f"trec/test/runs/{name}.txt")))
    return qrels, run


def test_the_real_release_scores_the_same(real_data, tmp_path, sources, load_beir, places):
    release = real_data("csfcube")
    collection = read_collection(release)
    specter = read_foreign_run(
        "specter",
        str(release / "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"),
        SLICES[:3],
    )
    judged = {  # as the checks of runs have it
        (q, f): [(c, s) for c, s in ranking if c in collection.judgments[q, f].candidates]
        for (q, f), ranking in specter.items()
    }
    runs = {"specter": judged, "tied": tied_run(collection)}
    out = export(collection, runs, tmp_path, RELEASED, sources("csfcube", "s2orc"))
    for name, run in runs.items():
        measured = ir_measures.iter_calc(list(MEASURES.values()), *read_trec(out, name))
        assert by_query(measured) == expected(collection, run)
    corpus, queries, beir = load_beir(out / "beir", "test")
    assert len(queries) == len(beir) == 50 and set(corpus) == {i for q in beir.values() for i in q}
    assert all(own not in beir[name] for name in beir for own in [name.rpartition("_")[0]])
    assert {name: len(q) for name, q in places(out).items()}["all", "fold1_test"] == 26


def test_the_beir_folder_scores_the_same(collection, tmp_path, sources, load_beir):
    run = tied_run(collection)
    out = export(collection, {"tied": run}, tmp_path, OWN, sources("own"))
    corpus, queries, qrels = load_beir(out / "beir", "test")
    assert set(queries) == set(qrels) == {pair_name(*pair) for pair in collection.pairs()}
    assert "u" not in corpus and set(corpus) == {f"c{i}" for i in range(24)} | {"q4"}
    assert corpus["c3"]["title"] == collection.papers["c3"].title  # tabs and line ends kept
    assert corpus["c3"]["text"] == collection.papers["c3"].abstract
    pools = {  # a ranking of what the qrels name
        name: {c: score for c, score in read_scores(out, name).items() if c in pool}
        for name, pool in qrels.items()
    }
    measured = by_query(ir_measures.iter_calc(list(MEASURES.values()), qrels, pools))
    assert measured == expected(collection, run)


def read_scores(out, query):
    run = ir_measures.read_trec_run(str(out / "trec/test/runs/tied.txt"))
    return {doc: score for name, doc, score in run if name == query}


def test_folds_are_splits_of_beir_and_places(collection, tmp_path, sources, load_beir, places):
    out = export(collection, {}, tmp_path, OWN, sources("own"))
    found = places(out)
    assert set(found) == {(part, fold) for part in SLICES for fold in FOLDS}
    for fold in FOLDS:
        _, queries, _ = load_beir(out / "beir", fold)
        assert list(queries) == found["all", fold]
        assert set(found["method", fold]) == {q for q in queries if q.endswith("_method")}
    header = next(csv.reader((out / "splits.tsv").open(), delimiter="\t"))
    assert header == ["query-id", "slice", "split"]


def test_a_query_is_its_title_and_the_sentences_of_its_facet(collection, tmp_path, sources):
    out = export(collection, {}, tmp_path, OWN, sources("own"))
    lines = (out / "beir/queries.jsonl").read_text().splitlines()
    query = next(q for q in map(json.loads, lines) if q["_id"] == "q2_background")
    title = collection.papers["q2"].title
    assert query["text"] == f"{title} The background of q2. The objective of q2."
    assert query["metadata"]["paper_id"] == "q2" and query["metadata"]["part"] == "background"
    topics = ET.parse(out / "trec/test/topics.xml").getroot()
    assert [t.attrib["number"] for t in topics] == [json.loads(line)["_id"] for line in lines]


def test_the_own_paper_of_a_query_is_no_candidate(collection):
    exported = export_collection(collection)
    assert "q4" in exported.qrels["test"]["q1_method"]
    assert "q4" not in exported.qrels["test"]["q4_method"]
