"""The list of strategies: names and order of the types."""

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.benchmarks.mdcr_strategies import (
    MODELS,
    POSITIVES,
    STRATEGIES,
    describe_strategies,
    list_types,
    official_types,
)

CHOSEN = ["bm25", "specter"]


def test_types_are_filled_in_the_order_of_the_list():
    types = list_types(CHOSEN)
    assert list(types) == ["true", "graph", *CHOSEN, "most_cited", "random"]
    assert types["true"] is POSITIVES and types["bm25"] is types["specter"] is MODELS


def test_files_have_the_types_in_the_order_of_the_release():
    assert official_types(CHOSEN) == [*CHOSEN, "graph", "most_cited", "random", "true"]


def test_every_type_but_the_models_has_a_title():
    titles = {name: title for name, title in BENCHMARK.slices.items() if name.startswith("type:")}
    assert titles == {
        "type:true": "cited papers",
        "type:graph": "graph neighbours",
        "type:most_cited": "most cited",
        "type:random": "random",
    }
    assert len({strategy.title for strategy in (POSITIVES, *STRATEGIES)}) == 5


def test_what_they_take_is_said_with_the_settings():
    assert describe_strategies(n_models=3, model_top=40, most_cited_top=50, negatives=9) == (
        "neighbours of the papers that the query cites; the first 40 of each of 3 models; the 50 "
        "most cited papers of the field; random papers"
    )
