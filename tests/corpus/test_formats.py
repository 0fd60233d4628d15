"""The same papers as S2ORC metadata and as bulk datasets give the same corpus."""

import gzip
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..made.corpus_stage import run_bulk, run_corpus
from ..made.shards import make_abstract, make_citation, make_row, write_shards

IDS = st.integers(0, 8)
TEXTS = st.sampled_from(
    [
        None,
        "",
        "A word.",
        "A NUL \0 and a surrogate \ud800 stand here. It is quite long, as it has to be. Yes it is.",
        "The first sentence is here. The second one follows it. The third one ends it all.",
    ]
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "paper_id": IDS.map(str),
            "title": st.sampled_from([None, "", "One title", "one TITLE!", "Another", "A third"]),
            "abstract": TEXTS,
            "year": st.none() | st.integers(1990, 2020),
            "mag_field_of_study": st.none()
            | st.lists(st.sampled_from(["Computer Science", "Art", "Law"]), unique=True),
            "arxiv_id": st.sampled_from([None, "1901.1"]),
            "acl_id": st.sampled_from([None, "P19-1"]),
            "doi": st.sampled_from([None, "10/x"]),
            "venue": st.sampled_from([None, "", "ACL"]),
            "journal": st.sampled_from([None, "", "CL"]),
            "outbound_citations": st.lists(IDS.map(str), max_size=5),
            "inbound_citations": st.lists(IDS.map(str), max_size=5),
        }
    ),
    max_size=12,
)


def as_bulk(rows, random):
    """Return the same rows as bulk datasets: papers in their order, the others in any order.

    Rows that belong to no paper, or to one that has what they say already, stand among them.
    """
    either = random.choice
    papers, abstracts, citations = [], [make_abstract(99)], [make_citation(99, 1)]
    seen: set[str] = set()
    for row in rows:
        paper_id = row["paper_id"]
        fields = [
            {"category": field, "source": "external"} for field in row["mag_field_of_study"] or []
        ]
        if fields and either([True, False]):
            fields.insert(0, {"category": "Law", "source": "s2-fos-model"})
        papers.append(
            {
                "corpusid": either([int, str])(paper_id),
                "externalids": {name: row[f"{name.lower()}_id"] for name in ("ArXiv", "ACL")}
                | {"DOI": row["doi"]},
                "title": row["title"],
                "year": row["year"],
                "s2fieldsofstudy": fields or either([None, []]),
                "citationcount": len(row["inbound_citations"]),
                "venue": row["venue"],
                "journal": None if row.get("journal") is None else {"name": row["journal"]},
            }
        )
        if paper_id in seen:
            continue
        seen.add(paper_id)
        if row["abstract"] is not None or either([True, False]):
            abstracts.append(make_abstract(either([int, str])(paper_id), abstract=row["abstract"]))
        for cited in row["outbound_citations"]:
            citations.append(make_citation(either([int, str])(paper_id), either([int, str])(cited)))
        citations.append(make_citation(paper_id, None))
    random.shuffle(abstracts)
    random.shuffle(citations)
    return {"papers": papers, "abstracts": abstracts, "citations": citations}


def cut(rows, random):
    """Return ``rows`` as up to four shards, in their order; one without rows is whole too."""
    places = sorted(random.randint(0, len(rows)) for _ in range(random.randint(0, 3)))
    bounds = zip([0, *places], [*places, len(rows)], strict=True)
    return {f"{n}.jsonl.gz": rows[start:end] for n, (start, end) in enumerate(bounds)}


def write_bulk(folder, rows, random):
    """Write the same rows as shards of bulk datasets; return their paths by dataset."""
    return {
        dataset: write_shards(folder / dataset, cut(of_dataset, random))
        for dataset, of_dataset in as_bulk(rows, random).items()
    }


def outcome(stage):
    summary = {key: n for key, n in stage.summary.items() if key not in ("shards", "bulk")}
    return stage.papers, stage.citations, stage.twins, summary


@settings(max_examples=5)
@given(rows=ROWS, random=st.randoms(use_true_random=False))
def test_the_same_rows_in_either_format_give_the_same_corpus(tmp_path_factory, rows, random):
    folder = tmp_path_factory.mktemp("formats")
    metadata = run_corpus(write_shards(folder / "s2orc", cut(rows, random)), folder / "metadata")
    bulk = run_bulk(write_bulk(folder / "s2ag", rows, random), folder / "bulk")
    assert outcome(bulk) == outcome(metadata)


@pytest.mark.parametrize(("source", "edges"), [("s2orc-acl", 11_743), ("s2orc-sample", 0)])
def test_real_papers_in_either_format(source, edges, real_data, tmp_path):
    shards = sorted((real_data(source) / "metadata").glob("*.jsonl.gz"))
    lines = [line for path in shards for line in gzip.decompress(path.read_bytes()).splitlines()]
    rows = list(map(json.loads, lines))
    datasets = write_bulk(tmp_path / "s2ag", rows, Random(13))
    metadata, bulk = run_corpus(shards, tmp_path / "m"), run_bulk(datasets, tmp_path / "b")
    assert outcome(bulk) == outcome(metadata)
    assert len(bulk.citations) >= edges and bulk.summary["kept"]


def test_the_same_bytes_twice_on_any_number_of_threads(tmp_path):
    rows = [make_row(str(n % 70), title=f"T{n % 9}", outbound_citations=["3"]) for n in range(100)]
    datasets = write_bulk(tmp_path, rows, Random(5))
    for threads in (1, 3):
        run_bulk(datasets, tmp_path / str(threads), threads=threads)
    files = sorted((tmp_path / "1").glob("*.*"))
    assert len(files) > 30
    for file in files:
        assert file.read_bytes() == (tmp_path / "3" / file.name).read_bytes(), file.name
