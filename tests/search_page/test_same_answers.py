"""The page that reads from files gives the answers of one that has everything in memory."""

from itertools import product

import numpy as np
import pytest
import yaml

from paperpool.collections.csfcube_release import read_collection
from paperpool.extras.search_page import papers as papers_module
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Filters, Settings
from paperpool.extras.search_page.vectors import to_unit
from paperpool.io.tables import CITATIONS, PAPERS, TWINS
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.search import term_index

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
    """Return papers of few words, so that scores are often equal."""
    chance = np.random.default_rng(5)

    def say(length):
        return " ".join(chance.choice(WORDS[:40], length))

    return [
        {
            "paper_id": f"p{number}",
            "title": say(3).capitalize() if number % 9 else None,
            "abstract": f"{say(5)}. {say(4)}." if number % 7 else None,
            "year": 2000 + int(number) % 10 if number % 4 else None,
            "fields": list(FIELDS[: number % 4]) if number % 5 else None,
        }
        for number in chance.permutation(n)
    ]


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
        patch.setattr(term_index, "BLOCK_TEXTS", 32)
        patch.setattr(papers_module, "BATCH_ROWS", 16)
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


def test_words_of_real_abstracts_score_the_same(tmp_path, real_data):
    papers = read_collection(real_data("csfcube"), evaluable=False).papers
    rows = [
        {"paper_id": i, "title": papers[i].title, "abstract": papers[i].abstract}
        for i in sorted(papers)[::10]
    ]
    write_page(tmp_path, rows)
    engine, plain = open_run("plain", tmp_path), PlainPage(rows, np.zeros((0, 1)))
    for row in rows[::100]:
        text = f"{row['title']} {row['abstract']}"
        assert engine.rankers.words.score(text).tobytes() == plain.by_words(text).tobytes()
