"""The bulk format: joined it gives the S2ORC rows; its shards are split and ordered apart."""

import gzip
import json
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from paperpool.extras.demo.corpus_plan import shard_papers
from paperpool.extras.demo.papers import compose_papers
from paperpool.extras.demo.shards import DATASETS, format_paper, write_bulk_shard

N_SHARDS, N_BULK = 5, 3
BULK = range(N_SHARDS - N_BULK, N_SHARDS)
NULL = type(None)

TYPES: dict[str, dict[str, set[type]]] = {
    "papers": {
        "corpusid": {int},
        "externalids": {dict},
        "url": {str},
        "title": {str, NULL},
        "authors": {list},
        "venue": {str},
        "publicationvenueid": {NULL},
        "year": {int, NULL},
        "referencecount": {int},
        "citationcount": {int},
        "influentialcitationcount": {int},
        "isopenaccess": {bool},
        "s2fieldsofstudy": {list, NULL},
        "publicationtypes": {NULL},
        "publicationdate": {NULL},
        "journal": {dict, NULL},
    },
    "abstracts": {"corpusid": {int}, "openaccessinfo": {dict}, "abstract": {str}},
    "citations": {
        "citationid": {int},
        "citingcorpusid": {int},
        "citedcorpusid": {int, NULL},
        "isinfluential": {bool},
        "contexts": {NULL},
        "intents": {NULL},
    },
}
EXTERNAL_IDS = ["ACL", "DBLP", "ArXiv", "MAG", "CorpusId", "PubMed", "DOI", "PubMedCentral"]


@pytest.fixture(scope="module")
def shards(plan, tmp_path_factory):
    """The rows of each shard of each dataset of the last three fifths of the corpus."""
    path = tmp_path_factory.mktemp("bulk") / "shard.jsonl.gz"
    found: dict[str, list[list[dict]]] = {}
    for dataset in DATASETS:
        for shard in BULK:
            n_rows = write_bulk_shard(plan, dataset, shard, N_SHARDS, N_BULK, path)
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                found.setdefault(dataset, []).append([json.loads(line) for line in lines])
            assert len(found[dataset][-1]) == n_rows
    return found


@pytest.fixture(scope="module")
def s2orc(plan, rows):
    """The S2ORC rows of the same papers."""
    return rows[shard_papers(len(plan), BULK[0], N_SHARDS).start :]


def _all(shards):
    return [row for shard in shards for row in shard]


def test_joined_datasets_give_the_s2orc_rows(shards, s2orc):
    abstracts = {row["corpusid"]: row["abstract"] for row in _all(shards["abstracts"])}
    outbound = defaultdict(list)
    for row in _all(shards["citations"]):
        if row["citedcorpusid"] is not None:
            outbound[row["citingcorpusid"]].append(str(row["citedcorpusid"]))
    papers = _all(shards["papers"])
    assert len(papers) == len(s2orc) == 1800
    for paper, row in zip(papers, s2orc, strict=True):
        number, ids = paper["corpusid"], paper["externalids"]
        named = [entry["category"] for entry in paper["s2fieldsofstudy"] or []]
        joined = {
            "paper_id": str(number),
            "title": paper["title"],
            "abstract": abstracts.get(number),
            "year": paper["year"],
            "mag_field_of_study": list(dict.fromkeys(named)) or None,
            "arxiv_id": ids["ArXiv"],
            "acl_id": ids["ACL"],
            "doi": ids["DOI"],
            "mag_id": ids["MAG"],
            "pubmed_id": ids["PubMed"],
            "pmc_id": ids["PubMedCentral"],
        }
        assert joined == {key: row[key] for key in joined}
        journal = paper["journal"] and paper["journal"]["name"]
        assert (paper["venue"] or None, journal) == (row["venue"], row["journal"])
        assert Counter(outbound[number]) == Counter(row["outbound_citations"])
        assert paper["referencecount"] == len(row["outbound_citations"])
        assert paper["citationcount"] == len(row["inbound_citations"])


def test_rows_have_the_keys_and_types_of_the_releases(shards):
    for dataset, types in TYPES.items():
        for row in _all(shards[dataset]):
            assert list(row) == list(types)
            assert all(type(row[key]) in types[key] for key in row)
    assert all(list(row["externalids"]) == EXTERNAL_IDS for row in _all(shards["papers"]))


def test_a_paper_of_known_values(plan):
    paper = next(
        paper
        for paper in compose_papers(plan, range(0, 3000, 2))
        if paper.fields is not None and len(paper.fields) == 2 and paper.journal and paper.arxiv_id
    )
    row = format_paper(paper)
    first, second = paper.fields
    named = ((first, "s2-fos-model"), (first, "external"), (second, "external"))
    assert row["s2fieldsofstudy"] == [{"category": field, "source": s} for field, s in named]
    assert row["externalids"]["CorpusId"] == str(row["corpusid"]) == paper.paper_id
    assert row["journal"] == {"name": paper.journal, "pages": None, "volume": None}
    assert (row["venue"], row["isopenaccess"]) == ("", True)
    author = paper.authors[0]
    assert row["authors"][0]["name"] == " ".join([author.first, *author.middle, author.last])


def test_every_row_is_in_exactly_one_shard(shards, s2orc):
    with_abstract = [int(row["paper_id"]) for row in s2orc if row["abstract"] is not None]
    written = [row["corpusid"] for row in _all(shards["abstracts"])]
    assert 0 < len(with_abstract) < len(s2orc)
    assert sorted(written) == sorted(with_abstract)
    citations = _all(shards["citations"])
    assert len({row["citationid"] for row in citations}) == len(citations)
    for dataset in ("abstracts", "citations"):
        sizes = [len(shard) for shard in shards[dataset]]
        assert max(sizes) < 1.2 * min(sizes)


def test_abstracts_and_citations_are_spread_and_ordered_apart_from_the_papers(shards, s2orc):
    place = {int(row["paper_id"]): i for i, row in enumerate(s2orc)}
    for dataset, key in (("abstracts", "corpusid"), ("citations", "citingcorpusid")):
        for shard in shards[dataset]:
            places = [place[row[key]] for row in shard]
            rising = sum(a < b for a, b in pairwise(places))
            assert 0.4 < rising / len(places) < 0.6
            parts = Counter(3 * p // len(s2orc) for p in places)
            assert min(parts.values()) > 0.25 * len(places)


def test_some_references_are_unresolved(shards):
    citations = _all(shards["citations"])
    share = sum(row["citedcorpusid"] is None for row in citations) / len(citations)
    assert 0.01 < share < 0.03


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_same_bytes_twice_and_whatever_shards_are_written(tmp_path, plan, dataset):
    write_bulk_shard(plan, dataset, 3, N_SHARDS, N_BULK, tmp_path / "a.gz")
    for other in DATASETS:
        write_bulk_shard(plan, other, 2, N_SHARDS, N_BULK, tmp_path / "between.gz")
    write_bulk_shard(plan, dataset, 3, N_SHARDS, N_BULK, tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert (tmp_path / "a.gz").read_bytes() != (tmp_path / "between.gz").read_bytes()
