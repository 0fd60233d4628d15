"""Benchmarks in MDCR's form, over texts that are given."""

from paperpool.collections.mdcr_benchmark import Pool, Text
from paperpool.collections.mdcr_collection import as_collection


def make_pools(pairs, field="Art"):
    """Return the pools of the pairs {(query, candidate): relevant}, by field."""
    pools = {}
    for (query, candidate), is_cited in pairs.items():
        types = pools.setdefault(query, {"random": [], "true": []})
        types["true" if is_cited else "random"].append(candidate)
    return {field: pools}


def make_benchmark(texts, **splits):
    """Return the collection of splits {field: {query: {type: [ids]}}}.

    ``texts`` has the title and the abstract of each id.
    """
    return as_collection(
        {
            split: {
                field: {query: Pool(types) for query, types in pools.items()}
                for field, pools in of_split.items()
            }
            for split, of_split in splits.items()
        },
        {i: Text(*text) for i, text in texts.items()},
    )


TEXTS = {
    "q": ("Graph parsing", "We parse graphs. The parser is fast."),
    "r": ("Trees", "Trees of sentences are parsed. Results are good."),
    "s": ("", "A paper without a title. It is about graphs."),
    "a": ("Graphs", "Graph theory and trees. Nodes are counted."),
    "b": ("Parsing", ""),
    "c": ("Tree nodes", "Nodes of a tree are sentences."),
    "d": ("Unrelated", "Whales sing in the sea."),
    "e": ("", ""),
}


SPLITS = {
    "val": {"Art": {"q": {"graph": ["a", "d"], "random": ["d", "e"], "true": ["b", "c"]}}},
    "test": {
        "Art": {
            "r": {"graph": ["b", "d"], "true": ["c"]},
            "s": {"graph": ["b", "c"], "true": ["a"]},
        },
        "Political Science": {"r": {"graph": ["a"], "random": ["e"], "true": ["d", "q"]}},
    },
}


def make_small_benchmark():
    """Return a collection of both splits; r is a query of two fields of the second.

    One paper lacks a title, one an abstract, one both.
    """
    return make_benchmark(TEXTS, **SPLITS)
