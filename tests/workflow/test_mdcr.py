"""MDCR through the whole workflow: the files of the smoke run."""

import json
from collections import Counter

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from paperpool.benchmarks.mdcr_strategies import official_types
from paperpool.collections.mdcr_benchmark import iterate_pools, read_benchmark
from paperpool.evaluation.pair_scores import pair_keys
from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io import tables

SPLITS = ("val", "test")
RANKERS = ["bm25", "tfidf", "minilm"]
FIELD = "Computer Science"
TYPES = official_types(RANKERS)[:-1]
LARGE, SMALL = ["map", "ndcg", "recall_30"], ["map", "ndcg", "recall_5"]


@pytest.fixture(scope="module")
def mdcr(results):
    return results / "mdcr"


@pytest.fixture(scope="module")
def settings(root):
    return yaml.safe_load((root / "config/smoke.yaml").read_text())["mdcr"]


@pytest.fixture(scope="module")
def benchmarks(mdcr):
    return {split: read_benchmark(mdcr / f"mdcr_{split}.json") for split in SPLITS}


@pytest.fixture(scope="module")
def cited(results):
    """Return the references of every paper, by its id."""
    citations = pq.read_table(results / "corpus/citations").to_pandas()
    return citations.groupby("citing_id").cited_id.agg(set).to_dict()


@pytest.fixture(scope="module")
def papers(results):
    """Return the papers that the filter mdcr keeps, by id."""
    corpus = pq.read_table(results / "corpus/papers").to_pandas()
    return corpus[corpus.in_mdcr].set_index("paper_id")


@pytest.fixture(scope="module")
def never(results, cited):
    """Return a function: the papers that are no negatives of a query: itself, its references,
    twins.
    """
    twins = pq.read_table(results / "corpus/twins.parquet").to_pandas()
    twin_of = dict(zip(twins.paper_id, twins.twin_of, strict=True))

    def find(query):
        own = {query, *cited[query]}
        names = {twin_of.get(paper, paper) for paper in own}
        return own | names | {paper for paper, name in twin_of.items() if name in names}

    return find


def listed(benchmarks):
    """Return every candidate of every pool: split, field, query, candidate and type."""
    return [
        (split, field, query, candidate, kind)
        for split, benchmark in benchmarks.items()
        for field, query, pool in iterate_pools(benchmark)
        for kind, ids in pool.types.items()
        for candidate in ids
    ]


def test_tables_have_the_columns_of_their_contract(mdcr):
    assert list(pd.read_csv(mdcr / "metrics.csv")) == METRIC_COLUMNS
    assert list(pd.read_csv(mdcr / "significance.csv")) == SIGNIFICANCE_COLUMNS
    for file, schema in {
        "per_query": tables.PER_QUERY,
        "provenance": tables.MDCR_PROVENANCE,
        "runs/dataset/bm25": tables.MDCR_RUN,
        "runs/field/minilm": tables.MDCR_RUN,
        "steps/queries": tables.MDCR_QUERIES,
        "steps/cited": tables.MDCR_CITED,
        "steps/papers": tables.MDCR_PAPERS,
        "steps/pools": tables.MDCR_POOLS,
        "steps/graph": tables.MDCR_GRAPH,
    }.items():
        assert pq.read_schema(mdcr / f"{file}.parquet").equals(schema), file


def test_every_cell_of_the_three_evaluations_is_there(mdcr):
    metrics = pd.read_csv(mdcr / "metrics.csv")
    official, corrected = ["official"], ["official", "corrected"]
    of_types = [FIELD, "all", *(f"type:{kind}" for kind in TYPES)]
    expected = Counter(
        (benchmark, protocol, split, ranker, part, metric)
        for benchmark, protocols, splits, parts, measures in (
            ("mdcr-dataset", official, ["test"], ["100", "150"], LARGE),
            ("mdcr-field", official, ["test"], [FIELD, "all"], LARGE),
            ("mdcr", corrected, SPLITS, of_types, SMALL),
        )
        for protocol in protocols
        for split in splits
        for ranker in RANKERS
        for part in parts
        for metric in measures
    )
    keys = ["benchmark", "protocol", "split", "ranker", "slice", "metric"]
    assert Counter(metrics[keys].itertuples(index=False, name=None)) == expected
    assert metrics.value.between(0, 1).all() and (metrics.groupby("metric").value.max() > 0).all()
    assert metrics.published.isna().all()  # the figures are those of other pools
    n_queries = metrics.groupby(["benchmark", "split"]).n_queries.agg(["min", "max"]).max(axis=1)
    assert n_queries.to_dict() == {
        ("mdcr", "test"): 4,
        ("mdcr", "val"): 2,
        ("mdcr-dataset", "test"): 4,
        ("mdcr-field", "test"): 4,
    }
    tests = pd.read_csv(mdcr / "significance.csv")
    assert set(tests.baseline) == {"bm25"} and set(tests.ranker) == {"tfidf", "minilm"}
    assert set(tests.benchmark) == set(metrics.benchmark)


def test_rankings_of_large_pools_are_whole(mdcr, settings):
    pools = pq.read_table(mdcr / "steps/pools.parquet").to_pandas()
    ids = pq.read_table(mdcr / "steps/papers.parquet").column("paper_id").to_pylist()
    pools["paper_id"] = [ids[row] for row in pools.row]
    keys = ["split", "sampling", "part"]
    drawn = {
        level: {(*key, part) for part in parts for key in (("val", 1), ("test", 1), ("test", 2))}
        for level, parts in (("dataset", ("100", "150")), ("field", (FIELD,)))
    }
    for level in ("dataset", "field"):
        members = pools[pools.level == level].groupby(keys).paper_id.agg(set).to_dict()
        assert set(members) == drawn[level]
        for ranker in RANKERS:
            run = pq.read_table(mdcr / f"runs/{level}/{ranker}.parquet").to_pandas()
            rankings = run.groupby([*keys, "query_id"])
            assert {key[:3] for key in rankings.groups} == drawn[level]
            for (*pool, query), ranking in rankings:
                assert ranking["rank"].tolist() == list(range(1, len(ranking) + 1))
                in_pool = members[tuple(pool)] - {query}
                assert len(ranking) == min(settings["depth"], len(in_pool))
                assert set(ranking.candidate_id) <= in_pool
                order = list(zip(-ranking.score, ranking.candidate_id, strict=True))
                assert order == sorted(order)


def test_a_figure_of_the_dataset_level_is_that_of_its_run(mdcr, cited):
    run = pq.read_table(mdcr / "runs/dataset/bm25.parquet").to_pandas()
    run = run[(run.split == "test") & (run.part == "150")]
    in_corpus = pq.read_table(mdcr / "steps/cited.parquet").to_pandas().query("in_corpus")
    relevant = in_corpus.groupby("query_id").cited_id.agg(set).to_dict()
    assert all(relevant[query] <= cited[query] for query in run.query_id)
    recalls = [
        len(set(ranking.candidate_id[ranking["rank"] <= 30]) & relevant[query])
        / len(relevant[query])
        for (_, query), ranking in run.groupby(["sampling", "query_id"])
    ]
    assert len(recalls) == 2 * 4
    metrics = pd.read_csv(mdcr / "metrics.csv").query(
        "benchmark == 'mdcr-dataset' and slice == '150' and metric == 'recall_30'"
    )
    [row] = metrics[metrics.ranker == "bm25"].itertuples()
    assert row.value == pytest.approx(sum(recalls) / len(recalls)) and row.n_runs == 2


def test_negatives_are_of_the_corpus_and_never_cited_nor_newer(
    benchmarks, papers, cited, never, settings
):
    first, last = settings["years"]
    queries = {(split, query) for split, _, query, *_ in listed(benchmarks)}
    assert Counter(split for split, _ in queries) == {"test": 4, "val": 2}
    assert len({query for _, query in queries}) == 6  # of one split only
    for split, benchmark in benchmarks.items():
        assert list(benchmark) == [FIELD], split
        for field, query, pool in iterate_pools(benchmark):
            assert first <= papers.year[query] <= last and field in papers.fields[query]
            assert set(pool.types) == {*TYPES, "true"}
            candidates = [i for ids in pool.types.values() for i in ids]
            assert len(candidates) == len(set(candidates)) and set(candidates) <= set(papers.index)
            assert len(pool.positives) == 5 and set(pool.positives) <= cited[query]
            negatives = pool.negatives()
            assert not set(negatives) & never(query)
            assert (papers.year[negatives] <= papers.year[query]).all()


def test_provenance_accounts_for_every_candidate(mdcr, benchmarks, papers, settings):
    provenance = pq.read_table(mdcr / "provenance.parquet").to_pandas()
    keys = ["split", "field", "query_id", "candidate_id", "type"]
    assert Counter(provenance[keys].itertuples(index=False, name=None)) == Counter(
        listed(benchmarks)
    )
    assert (provenance.n_citations == papers.n_inbound[provenance.candidate_id].to_numpy()).all()
    of_type = dict(iter(provenance.groupby("type")))
    for ranker in RANKERS:
        run = pq.read_table(mdcr / f"runs/field/{ranker}.parquet").to_pandas()
        keys = ["split", "query_id", "candidate_id"]
        ranks = run[run.sampling == 1].set_index(keys)["rank"]
        drawn = of_type[ranker].set_index(keys)["rank"]
        assert (drawn == ranks[drawn.index]).all() and drawn.max() <= settings["model_top"]
    assert set(provenance[provenance["rank"].notna()].type) == set(RANKERS)
    of_field = papers[[FIELD in fields for fields in papers.fields]]
    of_field = of_field[of_field.year <= settings["years"][1]]
    least = of_field.n_inbound.nlargest(settings["most_cited_top"]).min()
    assert (of_type["most_cited"].n_citations >= least).all()
    assert len(of_field) > settings["most_cited_top"]


def test_shortfalls_account_for_the_rest(mdcr, benchmarks):
    shortfalls = pd.read_csv(mdcr / "shortfalls.csv", dtype={"query_id": str})
    assert list(shortfalls) == ["split", "field", "query_id", "type", "wanted", "found"]
    assert (shortfalls.found < shortfalls.wanted).all()
    expected = {
        (split, field, query, kind, wanted, len(pool.types[kind]))
        for split, benchmark in benchmarks.items()
        for field, query, pool in iterate_pools(benchmark)
        for kind, wanted in [*dict.fromkeys(TYPES, 10).items(), ("true", 5)]
        if len(pool.types[kind]) < wanted
    }
    assert set(shortfalls.itertuples(index=False, name=None)) == expected


def test_scores_are_of_exactly_the_pairs_and_texts_of_exactly_the_papers(mdcr, benchmarks, papers):
    for split, benchmark in benchmarks.items():
        folder = mdcr / "scores" / ("val" if split == "val" else "")
        for ranker in RANKERS:
            scores = json.loads((folder / f"{ranker}.json").read_text())
            assert sorted(scores) == sorted(pair_keys(benchmark))
            assert len(set(scores.values())) > 20
        lines = (mdcr / f"mdcr_{split}_data.jsonl").read_text().splitlines()
        texts = [json.loads(line) for line in lines]
        ids = {
            i for _, query, pool in iterate_pools(benchmark) for i in (query, *pool.candidates())
        }
        assert [text["paper_id"] for text in texts] == sorted(ids)
        assert all(text["abstract"] == papers.abstract[text["paper_id"]] for text in texts)


def test_three_models_give_candidates(mdcr):
    models = pd.read_csv(mdcr / "models.csv")
    jaccard = pd.read_csv(mdcr / "jaccard.csv")
    assert models.ranker.tolist() == RANKERS and models.chosen.all()
    assert len(jaccard) == 6 and jaccard.jaccard.between(0, 1, inclusive="neither").all()
    means = jaccard.groupby("ranker").jaccard.mean()
    assert models.set_index("ranker").mean_jaccard.to_dict() == pytest.approx(means.to_dict())


def test_the_best_parameters_of_bm25_are_chosen_on_each_level(mdcr, settings):
    grid = pd.read_csv(mdcr / "bm25.csv")
    assert list(grid) == ["level", "k1", "b", "map", "chosen"]
    for level in ("dataset", "field"):
        tried = grid[grid.level == level]
        given = [(k1, b) for k1 in settings["bm25"]["k1"] for b in settings["bm25"]["b"]]
        assert list(zip(tried.k1, tried.b, strict=True))[: len(given)] == given
        assert len(tried) == tried.k1.nunique() * tried.b.nunique()
        [chosen] = tried[tried.chosen]["map"]
        assert chosen == tried["map"].max()
