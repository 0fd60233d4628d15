"""The page that reads from files gives the answers of one that has everything in memory."""

from itertools import product

import numpy as np
import pytest
import yaml

from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.io.tables import CITATIONS, PAPERS, TWINS
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.search import term_lists
from paperpool.search_page import papers as papers_module
from paperpool.search_page.engine import open_run
from paperpool.search_page.model import Example, Filters, Settings
from paperpool.search_page.vectors import to_unit

from ..made.plain_page import PlainPage, order
from ..made.search_run import CONFIG, WORDS
from ..made.tables import write_rows

FIELDS = ("Food", "Physics", "Art")
FILTERS = (
    Filters(),
    Filters(2001, 2007),
    Filters(None, 2004, ("Art",)),
    Filters(fields=("Food", "Art")),
)


def make_papers(n=150):
    """Return papers of few words, so that scores are often equal, with ids of every kind."""
    chance = np.random.default_rng(5)

    def say(length):
        return " ".join(chance.choice(WORDS[:40], length))

    rows = []
    for number in chance.permutation(n):
        row = dict.fromkeys(PAPERS.names) | {
            "paper_id": f"p{number}",
            "title": say(3).capitalize() if number % 9 else None,
            "abstract": f"{say(5)}. {say(4)}." if number % 7 else None,
            "year": 2000 + int(number) % 10 if number % 4 else None,
            "fields": list(FIELDS[: number % 4]) if number % 5 else None,
            "doi": f"10.1000/Ab.{number // 2}" if number % 3 else None,
            "arxiv_id": f"1706.{number // 3:05}" if number % 2 else None,
            "acl_id": f"P18-{1000 + number}" if number % 5 == 0 else None,
        }
        rows.append(row)
    return rows


def write_page(folder, rows, rankers=None):
    """Write a run of papers in three shards."""
    corpus = folder / "plain" / "corpus"
    for shard in range(3):
        write_rows(corpus / "papers" / f"{shard}.parquet", rows[shard::3], PAPERS)
    write_rows(corpus / "citations" / "0.parquet", [], CITATIONS)
    write_rows(corpus / "twins.parquet", [], TWINS)
    config = {**CONFIG, "cache": str(folder / "cache"), "rankers": rankers or {}}
    (folder / "plain" / "config.yaml").write_text(yaml.safe_dump(config))


@pytest.fixture(scope="module")
def model(tiny_bert):
    return {"model": str(tiny_bert(WORDS)), "precision": "float32"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory, model):
    """The engine, whose blocks are small, the plain page of the same papers, and its encoder."""
    folder = tmp_path_factory.mktemp("results")
    rows = make_papers()
    write_page(folder, rows, {"tiny": {"kind": "dense", **model}})
    encoder = Encoder(EncoderSettings(**model), ArrayCache(folder / "other"), 2)
    rows.sort(key=lambda row: row["paper_id"])
    texts = [f"{row['title'] or ''} {row['abstract'] or ''}" for row in rows]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(term_lists, "BLOCK_TEXTS", 32)
        patch.setattr(papers_module, "_PART", 16)
        engine = open_run("plain", folder)
        yield engine, PlainPage(rows, to_unit(encoder.encode(texts))), encoder


def test_rankings_are_the_same(pages):
    engine, plain, encoder = pages
    asked = [row for row in range(0, len(plain.papers), 25) if plain.papers[row]["abstract"]]
    for row in asked:
        example = engine.look_up(plain.ids[row])
        text = " ".join(sentence.text for sentence in example.sentences)
        query = f"{example.title} {text}" if example.title else text
        words = plain.by_words(query)
        vectors = plain.by_vectors(to_unit(encoder.encode_directly([query]))[0])
        for filters, page in product(FILTERS, (1, 3)):
            rows = plain.passing(filters, {plain.ids[row]})
            scores = {"bm25": words, "dense": vectors, "fusion": plain.fuse(words, vectors, rows)}
            for ranker, expected in scores.items():
                found = engine.search(example, Settings(ranker=ranker, filters=filters, page=page))
                first = order(expected, rows)[10 * page - 10 : 10 * page]
                assert [r.paper_id for r in found.results] == [plain.ids[i] for i in first]
                got = [r.score for r in found.results]
                precision = 1e-12 if ranker == "dense" else 0  # cosines may be added up otherwise
                assert got == pytest.approx(expected[first], rel=0, abs=precision)
                assert found.n_candidates == len(rows)


def test_ids_of_every_kind_mean_the_same(pages):
    engine, plain, _ = pages
    texts = ["p3 ", "P3", "10.1000/none", "doi:10.1000/AB.1", "CorpusID:p3", "arXiv:0704.0001"]
    for paper in plain.papers:
        texts += [paper["paper_id"], paper["title"] or "p0", (paper["title"] or "p0").upper()]
        texts += [f"https://doi.org/{paper['doi']}".lower()] if paper["doi"] else []
        texts += [f"arXiv:{paper['arxiv_id']}v2"] if paper["arxiv_id"] else []
        texts += [f"https://aclanthology.org/{paper['acl_id']}/"] if paper["acl_id"] else []
    kinds = {"one": 0, "several": 0, "none": 0}
    for text in texts:
        expected = plain.find(text)
        if expected == []:
            kinds["none"] += 1
            with pytest.raises(UserError, match="No paper of the run has this"):
                engine.look_up(text)
            continue
        if expected is None:  # a text that is neither
            continue
        found = engine.look_up(text)
        if isinstance(found, Example):
            kinds["one"] += 1
            assert expected == [found.paper_id]
        else:
            kinds["several"] += 1
            assert [paper.paper_id for paper in found] == expected
    assert min(kinds.values()) > 0


def test_words_of_real_abstracts_score_the_same(tmp_path, real_data):
    papers = read_collection(real_data("csfcube"), evaluable=False).papers
    columns = [
        {"paper_id": i, "title": papers[i].title, "abstract": papers[i].abstract}
        for i in sorted(papers)[::10]
    ]
    rows = [dict.fromkeys(PAPERS.names) | row for row in columns]
    write_page(tmp_path, rows)
    engine, plain = open_run("plain", tmp_path), PlainPage(rows, np.zeros((0, 1)))
    for row in rows[::100]:
        text = f"{row['title']} {row['abstract']}"
        assert engine._rankers._words.score(text).tobytes() == plain.by_words(text).tobytes()
