"""Our collections, exported and read back as somebody else's, are ranked and scored the same.

What is compared are the candidates that the export lists: it leaves out a query's own paper, and
what nobody judged for the topic. Three things do not travel:
- the k1 and b that BM25 is given by MDCR's validation split (nothing is tuned here);
- papers that stand in pools and were judged for no topic at all: they count in the statistics of
  words of our collection (the released CSFCube has none, and MDCR cannot have any);
- of a paper that is asked for in several fields, the candidates of its other fields: our rankings
  have them, and kinds that take a topic's candidates together are changed by them.
Vectors come from one cache, as in the workflow: texts that are the same have the same vector.
"""

from dataclasses import replace

import numpy as np
import pytest

from paperpool.collections.collection import Judgments, OpenCollection, Pool, WholePapers
from paperpool.collections.found import assemble
from paperpool.collections.mdcr_collection import FieldCollection
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.rankers.registry import find_kinds, make_ranker
from paperpool.resources import RESOURCES
from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.datasheet import find_sources
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import mdcr_sheet
from paperpool.workflow.export.sheets import OWN
from paperpool.workflow.export.writing import write_export

from ..made.benchmark import SPLITS, TEXTS, make_benchmark, make_small_benchmark
from ..made.collection import make_collection
from ..made.rankers import MEMBERS, lend_tools, made_settings, model_maker

KINDS = set(find_kinds()) - {"run", "command", "best", "references", "trained"}
"""Those that rank by what is in the collection, or by a model."""

NEED_FACETS = {kind for kind in KINDS if "facets" in find_kinds()[kind].needs}

COUNT_WORDS = {"bm25", "tfidf", "tfidfcbow", "tokens", "fusion"}
"""Those whose scores depend on which papers there are: words are weighted, or members do so."""

TAKE_TOGETHER = {"fusion", "ot"}
"""Those whose scores depend on a topic's other candidates: their ranks, or when all are solved."""


def read_back(collection, folder):
    """Return what a reader of mteb folders makes of a collection's export, its split `test`."""
    is_mdcr = isinstance(collection, FieldCollection)
    sheet = mdcr_sheet(OWN, {}, {}) if is_mdcr else csfcube_sheet(OWN, {})
    sources = find_sources(RESOURCES / "licences.csv", ["own"])
    write_export(export_collection(collection), [], sheet, sources, folder)
    settings = {"format": "mteb", "path": str(folder / "beir"), "relevant": collection.relevant}
    reader = make_reader(settings)
    found = reader.read()
    assert found.bad == [] and found.dropped == {}
    return assemble(found, reader.split, reader.relevant, reader.depth)


def as_exported(collection):
    """Return our collection with the topics of its split `test` and their exported grades."""
    if isinstance(collection, FieldCollection):
        tests = collection.folds["all"]["test"]
        collection = replace(collection.of_split("test"), folds={"all": {"test": tests}})
    return replace(
        collection,
        judgments={
            (query, part): Judgments(
                *zip(*(row for row in rows if row[0] != query), strict=True), {}
            )
            for (query, part), judged in collection.judgments.items()
            for rows in [sorted(judged.grades().items())]
        },
    )


def without(collection, paper_id):
    """Return a collection without a paper that nobody judged."""
    pools = {
        query: Pool(*zip(*(row for row in rows if row[0] != paper_id), strict=True))
        for query, pool in collection.pools.items()
        for rows in [list(zip(pool.candidates, pool.sources, strict=True))]
    }
    papers = {i: paper for i, paper in collection.papers.items() if i != paper_id}
    return replace(collection, papers=papers, pools=pools)


def one_field_each():
    """Return a small benchmark whose papers are asked for in one field; one is a candidate too."""
    art = {"r": {"graph": ["b", "d"], "true": ["c"]}, "s": {"graph": ["b", "c"], "true": ["a"]}}
    politics = {"c": {"graph": ["a", "e"], "true": ["d", "q"]}}
    return make_benchmark(TEXTS, **{**SPLITS, "test": {"Art": art, "Political Science": politics}})


COLLECTIONS = {
    "csfcube": (lambda: without(make_collection(), "u"), KINDS),
    "csfcube_unjudged": (make_collection, KINDS - COUNT_WORDS),
    "mdcr": (one_field_each, KINDS - NEED_FACETS),
    "mdcr_fields": (make_small_benchmark, KINDS - NEED_FACETS - TAKE_TOGETHER),
}
"""Collections of ours, and the kinds that score them the same after they were exported."""


def both(name, folder):
    """Return a collection of ours, as it is exported, and what is read back of it."""
    collection = COLLECTIONS[name][0]()
    return as_exported(collection), read_back(collection, folder / "export")


def check_same_ranking(ours, theirs, collection, found):
    """Assert that scores of the exported candidates are the same, and figures, to 1e-12."""
    names = collection.topic_names()
    assert found.topic_names() == names and sorted(theirs) == sorted(ours) == found.pairs()
    for pair in found.pairs():
        scores, again = dict(ours[pair]), dict(theirs[pair])
        assert list(again) == [i for i in scores if i in again]
        assert again == pytest.approx({i: scores[i] for i in again}, rel=1e-12, abs=1e-12)
    measures = parse_measures(["AP", "nDCG@10"], collection.relevant)
    listed = {
        pair: [row for row in ranking if row[0] in found.candidates[pair]]
        for pair, ranking in ours.items()
    }
    figures = measure_topics(listed, collection, measures)
    assert np.unique(figures).size > 2
    np.testing.assert_allclose(measure_topics(theirs, found, measures), figures, 0, 1e-12)


def check_same_collection(collection, found):
    """Assert that topics, texts, candidates, grades and labelled sentences are the same."""
    assert found.pairs() == collection.pairs() and found.questions == frozenset()
    faceted = not isinstance(collection, WholePapers)
    assert (type(found) is OpenCollection) == faceted and found.relevant == collection.relevant
    for pair in collection.pairs():
        grades = collection.judgments[pair].grades()
        assert found.judgments[pair].grades() == grades
        assert found.rankable(*pair) == sorted(grades)
        assert found.query_text(*pair) == collection.query_text(*pair)
        assert found.headed_text(*pair) == collection.headed_text(*pair)
        for i in (pair[0], *grades):
            ours, theirs = collection.papers[i], found.papers[i]
            assert type(theirs) is type(ours) and theirs.title == ours.title
            assert theirs.sentences == ours.sentences and theirs.abstract == ours.abstract
            assert not faceted or theirs.labels == ours.labels


@pytest.mark.parametrize("name", COLLECTIONS)
def test_a_collection_is_read_back_as_it_was(name, tmp_path):
    collection, found = both(name, tmp_path)
    check_same_collection(collection, found)
    unjudged = {"u"} if name == "csfcube_unjudged" else set()
    assert set(collection.papers) - set(found.papers) == unjudged
    assert set(found.papers) <= set(collection.papers)


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name, (_, kinds) in COLLECTIONS.items() for kind in sorted(kinds)],
)
def test_a_kind_scores_a_collection_as_before(name, kind, tiny_bert, tmp_path):
    collection, found = both(name, tmp_path)
    context = lend_tools(collection, tmp_path / "lent")
    (tmp_path / "again").mkdir()
    again = replace(context, folder=tmp_path / "again")
    again.members = {name: make_ranker({"kind": name}).rank(found, again) for name in MEMBERS}
    ranker = make_ranker(made_settings(kind, model_maker(tiny_bert, collection)))
    ours, theirs = ranker.rank(collection, context), ranker.rank(found, again)
    check_same_ranking(ours, theirs, collection, found)


@pytest.fixture(scope="module")
def real(released, tmp_path_factory):
    """The released CSFCube, as it is exported and as it is read back."""
    return as_exported(released), read_back(released, tmp_path_factory.mktemp("real"))


def test_the_real_release_is_read_back_as_it_was(real, released):
    collection, found = real
    check_same_collection(collection, found)
    assert set(found.papers) == set(released.papers) and len(found.pairs()) == 50


@pytest.mark.parametrize("kind", ["bm25", "tfidf", "tfidfcbow"])
def test_the_real_release_is_scored_as_before(kind, real, tmp_path):
    collection, found = real
    context = lend_tools(collection, tmp_path, members=())
    ranker = make_ranker({"kind": kind})
    ours, theirs = ranker.rank(collection, context), ranker.rank(found, context)
    check_same_ranking(ours, theirs, collection, found)
