"""A second implementation of MDCR's protocol, in sets and loops, to compare the library with.

It shares only the keys of random draws with the library: the md5 of the seed and a text.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict

DRAWS_PER_RANDOM_NEGATIVE = 50


def key(seed, text):
    """Return the place of something in a random order."""
    return hashlib.md5(f"{seed} {text}".encode()).hexdigest()


class PlainCorpus:
    """The citation graph and the prefiltered set of a made corpus."""

    def __init__(self, corpus):
        self.papers = corpus.papers
        self.kept = {
            i: p for i, p in corpus.papers.items() if p["in_mdcr"] and p["year"] is not None
        }
        self.dropped = corpus.dropped
        self.cites, self.cited_by = defaultdict(set), defaultdict(set)
        for citing, cited in corpus.citations:
            self.cites[citing].add(cited)
            self.cited_by[cited].add(citing)
        self._groups = defaultdict(set)
        self._first = {}
        for one, first in corpus.twins.items():
            self._groups[first] |= {first, one}
            self._first[one] = self._first[first] = first

    def same(self, paper):
        """Return the ids of a paper."""
        return {paper} | self._groups.get(self._first.get(paper), set())

    def fields(self, paper):
        if paper in self.dropped:
            return set(self.dropped[paper])
        return set(self.papers[paper]["fields"] or []) if paper in self.papers else set()

    def year(self, paper):
        return self.kept[paper]["year"]

    def positives(self, query):
        """Return the papers of the prefiltered set that a query cites, but for its own twins."""
        return {c for c in self.cites[query] - self.same(query) if c in self.kept}

    def never(self, query):
        """Return the papers that are no negatives of a query."""
        return set().union(*map(self.same, {query, *self.cites[query]}))

    def may_be_negative(self, query, paper):
        return (
            paper in self.kept
            and paper not in self.never(query)
            and self.year(paper) <= self.year(query)
        )


def draw_queries(corpus, settings, excluded, seed):
    """Return {(level, split, field, query)} as MDCR's protocol has them."""
    first, last = settings.years
    possible = sorted(
        i
        for i, paper in corpus.kept.items()
        if first <= paper["year"] <= last and i not in excluded and corpus.positives(i)
    )
    of_field = defaultdict(list)
    for i in possible:
        fields = corpus.fields(i) & set(settings.fields)
        if fields and len(corpus.positives(i)) >= settings.min_cited:
            of_field[min(fields, key=lambda f: key(seed, f"field {f} {i}"))].append(i)
    rows, taken = set(), {"test": set(), "val": set()}
    for field, ids in of_field.items():
        ids.sort(key=lambda i: key(seed, f"query {i}"))
        wanted = settings.queries + settings.validation_queries
        for place, i in enumerate(ids[:wanted]):
            split = "test" if place < settings.queries else "val"
            rows.add(("field", split, field, i))
            taken[split].add(i)
    possible.sort(key=lambda i: key(seed, f"any query {i}"))
    test = [i for i in possible if i not in taken["val"]][: settings.dataset_queries]
    val = [i for i in possible if i not in taken["test"] and i not in test]
    rows |= {("dataset", "test", None, i) for i in test}
    return rows | {("dataset", "val", None, i) for i in val[: settings.dataset_validation_queries]}


def draw_pools(corpus, settings, queries, seed):
    """Return {(level, split, part, sampling): ids} of ``queries`` {(level, split, field, id)}."""
    candidates = {i for i in corpus.kept if corpus.year(i) <= settings.last_year}
    positives = defaultdict(set)
    for level, split, field, query in queries:
        positives[level, split, field] |= corpus.positives(query)
    pools, larger = {}, []
    for (level, split, field), cited in positives.items():
        samplings = range(1, (settings.samplings if split == "test" else 1) + 1)
        if level == "field":
            sizes, named = [settings.field_size], f"{field} "
            labelled = {*corpus.papers, *corpus.dropped}
            of_field = {i for i in labelled if field in corpus.fields(i)}
            pool = {c for i in of_field for c in corpus.cites[i]} & candidates
            if len(pool | cited) <= settings.field_size:
                samplings = [1]
        else:
            sizes, pool, named = settings.sizes, candidates, ""
        for size in sizes:
            for sampling in samplings:
                name = f"pool {level} {split} {size} {sampling} {named}"
                if (level, split) == ("dataset", "val") and size > min(sizes):
                    larger.append((size, name, cited))
                    continue
                order = sorted(pool - cited, key=lambda i, name=name: key(seed, name + i))
                part = field or str(size)
                pools[level, split, part, sampling] = cited | set(order[: size - len(cited)])
    held = {i for ids in pools.values() for i in ids}
    for size, name, cited in larger:
        order = sorted(
            candidates - cited, key=lambda i, name=name: (i not in held, key(seed, name + i))
        )
        pools["dataset", "val", str(size), 1] = cited | set(order[: size - len(cited)])
    return pools


def graph_candidates(corpus, query, negatives, seed):
    """Return [(candidate, via, overlap)], the highest overlap first."""
    own = corpus.cites[query]
    coefficients = []
    for cited in own:
        neighbours = corpus.cited_by[cited] | corpus.cites[cited]
        shared = len(own & neighbours)
        coefficients.append((-shared / min(len(own), len(neighbours)), cited, neighbours))
    found = {}
    for minus, via, neighbours in sorted(coefficients, key=lambda c: c[:2]):
        new = [n for n in neighbours if n not in found and corpus.may_be_negative(query, n)]
        for n in sorted(new, key=lambda n: key(seed, f"graph {query} {n}")):
            found[n] = (n, via, -minus)
    return list(found.values())[:negatives]


def top_ranked(corpus, run, top):
    """Return {(split, query): {candidate: rank}} of the first samplings of a run's rows."""
    tops = defaultdict(dict)
    for row in run:
        if row["sampling"] == 1 and row["rank"] <= top:
            tops[row["split"], row["query_id"]][row["candidate_id"]] = row["rank"]
    return tops


def mean_jaccard(corpus, tops, test_queries):
    """Return {(model, other): mean Jaccard index of their negatives}."""
    means = {}
    for a in tops:
        for b in tops:
            if a == b:
                continue
            indices = []
            for query in test_queries:
                one, other = (
                    {c for c in tops[m]["test", query] if c not in corpus.cites[query]}
                    for m in (a, b)
                )
                union = one | other
                indices.append(len(one & other) / len(union) if union else 0.0)
            means[a, b] = sum(indices) / len(indices)
    return means


def choose_three(models, jaccard):
    """Return the three models with the lowest mean index over the others, in the models' order."""
    mean = {
        m: sum(jaccard[m, other] for other in models if other != m) / (len(models) - 1)
        for m in models
    }
    lowest = sorted(models, key=lambda m: (round(mean[m], 12), m))[:3]
    return [m for m in models if m in lowest]


def build_pool(corpus, field, split, query, chosen, tops, settings, seed):
    """Return {type: [candidate]} of a query, ``true`` last, and the source of each negative."""
    wanted = settings.negatives

    def drawn(kind, ids):
        return sorted(ids, key=lambda i: key(seed, f"{kind} {query} {i}"))

    types, origins, listed = {}, {}, set()

    def fill(kind, ids):
        types[kind] = []
        for i in ids:
            if len(types[kind]) < wanted and i not in listed and corpus.may_be_negative(query, i):
                types[kind].append(i)
                listed.add(i)

    graph = graph_candidates(corpus, query, wanted, seed)
    fill("graph", [candidate for candidate, _, _ in graph])
    for candidate, via, overlap in graph:
        origins[candidate] = (None, via, overlap)
    for model in chosen:
        ranks = tops[model][split, query]
        fill(model, drawn(model, ranks))
        origins |= {i: (ranks[i], None, None) for i in types[model]}
    famous = sorted(
        (i for i in corpus.kept if field in corpus.fields(i)),
        key=lambda i: (-corpus.kept[i]["n_inbound"], i),
    )
    famous = [i for i in famous if corpus.year(i) <= settings.last_year]
    fill("most_cited", drawn("most_cited", famous[: settings.most_cited_top]))
    older = sorted(
        (i for i in corpus.kept if corpus.year(i) <= corpus.year(query)),
        key=lambda i: (corpus.year(i), i),
    )
    n_drawn = min(len(older), DRAWS_PER_RANDOM_NEGATIVE * wanted)
    numbers = random.Random(f"{seed} random {query}").sample(range(len(older)), n_drawn)
    fill("random", [older[number] for number in numbers])
    types["true"] = drawn("true", corpus.positives(query))[: settings.positives]
    return types, origins


def build_benchmark(corpus, queries, runs, settings, seed, models):
    """Return the benchmark by split, provenance rows, shortfall rows and the Jaccard indices.

    ``queries``: rows of MDCR_QUERIES of the field level; ``runs``: {model: rows of MDCR_RUN};
    ``models``: the three pinned ones, if any.
    """
    tops = {model: top_ranked(corpus, run, settings.model_top) for model, run in runs.items()}
    test = [row["query_id"] for row in queries if row["split"] == "test"]
    jaccard = mean_jaccard(corpus, tops, test)
    chosen = models or choose_three(list(runs), jaccard)
    benchmark, provenance, shortfalls = {"val": {}, "test": {}}, [], []
    for row in queries:
        split, field, query = row["split"], row["field"], row["query_id"]
        types, origins = build_pool(corpus, field, split, query, chosen, tops, settings, seed)
        benchmark[split].setdefault(field, {})[query] = types
        for kind, ids in types.items():
            for i in ids:
                origin = (None,) * 3 if kind == "true" else origins.get(i, (None,) * 3)
                n_citations = corpus.kept[i]["n_inbound"]
                provenance.append((split, field, query, i, kind, *origin, n_citations))
            wanted = settings.positives if kind == "true" else settings.negatives
            if len(ids) < wanted:
                shortfalls.append((split, field, query, kind, wanted, len(ids)))
    return benchmark, provenance, shortfalls, jaccard, chosen
