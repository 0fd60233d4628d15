"""Every candidate of a built MDCR benchmark, checked by the rules of its paper alone.

    .venv/bin/python studies/check_mdcr.py results/mdcr-acl config/mdcr-acl.yaml

The rules are section 4.1 of Medić and Šnajder (2022), as the protocol writes them down. They are
written here a second time, with dicts and sets, and share no code with the workflow. Read are the
corpus of the run (papers, citations, twins), the rankings of the pools of fields, and the official
files; what the workflow noted of its own work (provenance, shortfalls, graph) is compared with what
comes out here. The last line counts the rules that were applied and the findings; the exit status
is 1 where there is a finding.
"""

import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import yaml

ROOT = Path(__file__).resolve().parents[1]

SHOWN = 20
"""Findings that are printed; the others are counted."""

SPLITS = ("val", "test")


@dataclass
class Corpus:
    """What the rules ask of a run: papers, citations in both directions, twins."""

    year: dict[str, int | None] = field(default_factory=dict)
    fields: dict[str, list[str]] = field(default_factory=dict)
    n_inbound: dict[str, int] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    cites: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    cited_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    twins: dict[str, set[str]] = field(default_factory=dict)

    def with_twins(self, papers: Iterable[str]) -> set[str]:
        """Return papers and all other ids under which they are in the corpus."""
        every = set()
        for paper in papers:
            every |= self.twins.get(paper, {paper})
        return every

    def neighbours(self, paper: str) -> set[str]:
        """Return the papers that cite a paper or that it cites: I(c) ∪ O(c)."""
        return self.cites[paper] | self.cited_by[paper]


class Findings:
    """What breaks a rule, and how often each rule was applied."""

    def __init__(self) -> None:
        self.applied: Counter[str] = Counter()
        self.broken: list[str] = []

    def check(self, rule: str, holds: bool, about: str) -> None:
        """Note that a rule was applied, and what it was broken by."""
        self.applied[rule] += 1
        if not holds:
            self.broken.append(f"{rule}: {about}")


def main() -> int:
    """Check the benchmark of a run; print a line for each rule."""
    run, *overlays = (Path(argument) for argument in sys.argv[1:])
    findings = check_run(run, overlays)
    for rule, n in findings.applied.items():
        print(f"{n:>9,}  {rule}")
    for finding in findings.broken[:SHOWN]:
        print(finding)
    print(f"{findings.applied.total():,} checks, {len(findings.broken):,} findings")
    return int(bool(findings.broken))


def check_run(run: Path, overlays: list[Path]) -> Findings:
    """Return what breaks the rules in the benchmark of a run with these overlays."""
    settings = read_settings(overlays)
    corpus = read_corpus(run, settings)
    rankings = read_rankings(run)

    findings = Findings()
    models = check_models(run, settings, corpus, rankings, findings)
    benchmarks = {}
    for split in SPLITS:
        text = (run / f"mdcr/mdcr_{split}.json").read_text(encoding="utf-8")
        benchmarks[split] = json.loads(text)
    check_queries(run, settings, corpus, benchmarks, findings)

    famous = find_famous(settings, corpus)
    shortfalls = {}
    for split, benchmark in benchmarks.items():
        for name, pools in benchmark.items():
            for query, types in pools.items():
                checker = Checker(query, name, split, settings, corpus, findings)
                shortfalls |= checker.check(types, models, rankings, famous[name])
    check_notes(run, corpus, benchmarks, shortfalls, findings)
    return findings


def read_settings(overlays: list[Path]) -> dict[str, Any]:
    """Return the section ``mdcr`` and the filter's conditions, the defaults under the overlays."""
    settings: dict[str, Any] = {}
    for path in [ROOT / "config/config.yaml", *overlays]:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
        settings |= given.get("mdcr") or {}
        for key, value in ((given.get("corpus") or {}).get("mdcr") or {}).items():
            settings[f"filter {key}"] = value
    return settings


def read_rows(paths: Iterable[Path], columns: list[str]) -> Iterable[dict[str, Any]]:
    """Yield the rows of Parquet files, in their order."""
    for path in sorted(paths):
        for batch in pq.ParquetFile(path).iter_batches(columns=columns):
            yield from batch.to_pylist()


def read_corpus(run: Path, settings: dict[str, Any]) -> Corpus:
    """Return the corpus of a run.

    MDCR's filter is applied here anew. Papers that corpus.keep and data.csfcube name are kept
    besides, whatever they lack; these alone are taken from the workflow's own mark.
    """
    corpus = Corpus()
    n_outbound = {}
    marked = set()
    with_text = set()
    columns = ["paper_id", "title", "abstract", "year", "fields", "n_inbound"]
    columns += ["n_outbound", "in_mdcr"]
    for row in read_rows((run / "corpus/papers").rglob("*.parquet"), columns):
        paper = row["paper_id"]
        corpus.year[paper] = row["year"]
        corpus.fields[paper] = row["fields"] or []
        corpus.n_inbound[paper] = row["n_inbound"]
        n_outbound[paper] = row["n_outbound"]
        if row["in_mdcr"]:
            marked.add(paper)
        title = (row["title"] or "").strip()
        if title and len(row["abstract"] or "") >= settings["filter min_abstract_characters"]:
            with_text.add(paper)

    for paper in with_text:
        n_citations = 0
        if settings["filter citations"] in ("inbound", "both"):
            n_citations += corpus.n_inbound[paper]
        if settings["filter citations"] in ("outbound", "both"):
            n_citations += n_outbound[paper]
        if corpus.year[paper] is not None and n_citations >= settings["filter min_citations"]:
            corpus.kept.add(paper)
    named = {paper for paper in marked - corpus.kept if corpus.year[paper] is not None}
    print(f"{len(corpus.kept):,} papers fulfil the filter's conditions, {len(named):,} skip them")
    corpus.kept |= named

    for row in read_rows((run / "corpus/citations").rglob("*.parquet"), ["citing_id", "cited_id"]):
        corpus.cites[row["citing_id"]].add(row["cited_id"])
        corpus.cited_by[row["cited_id"]].add(row["citing_id"])

    groups: dict[str, set[str]] = defaultdict(set)
    for row in read_rows([run / "corpus/twins.parquet"], ["paper_id", "twin_of"]):
        groups[row["twin_of"]] |= {row["paper_id"], row["twin_of"]}
    for group in groups.values():
        for paper in group:
            corpus.twins[paper] = group
    return corpus


def read_rankings(run: Path) -> dict[str, dict[str, dict[str, int]]]:
    """Return the rank of each candidate of each query, by ranker: field level, first sampling."""
    rankings: dict[str, dict[str, dict[str, int]]] = {}
    columns = ["sampling", "query_id", "candidate_id", "rank"]
    for path in sorted((run / "mdcr/runs/field").glob("*.parquet")):
        ranks: dict[str, dict[str, int]] = defaultdict(dict)
        for row in read_rows([path], columns):
            if row["sampling"] == 1:
                ranks[row["query_id"]][row["candidate_id"]] = row["rank"]
        rankings[path.stem] = ranks
    return rankings


def check_models(
    run: Path,
    settings: dict[str, Any],
    corpus: Corpus,
    rankings: dict[str, dict[str, dict[str, int]]],
    findings: Findings,
) -> list[str]:
    """Check which three models give negatives; return these.

    The average pairwise Jaccard index is that of the test queries' top negatives: the papers among
    the first ``model_top`` that the query does not cite.
    """
    with (run / "mdcr/models.csv").open(encoding="utf-8") as file:
        noted = {row["ranker"]: row for row in csv.DictReader(file)}
    chosen = sorted(name for name, row in noted.items() if row["chosen"] == "True")

    queries = []
    for row in read_rows([run / "mdcr/steps/queries.parquet"], ["level", "split", "query_id"]):
        if row["level"] == "field" and row["split"] == "test":
            queries.append(row["query_id"])

    tops: dict[str, dict[str, set[str]]] = {}
    for name in noted:
        tops[name] = {}
        for query in queries:
            ranks = rankings[name].get(query, {})
            first = {paper for paper, rank in ranks.items() if rank <= settings["model_top"]}
            tops[name][query] = first - corpus.cites[query]

    means = {}
    for name in noted:
        indices = []
        for other in noted:
            if other == name:
                continue
            total = 0.0
            for query in queries:
                both = tops[name][query] | tops[other][query]
                if both:
                    total += len(tops[name][query] & tops[other][query]) / len(both)
            indices.append(total / len(queries))
        means[name] = sum(indices) / len(indices)
        difference = abs(means[name] - float(noted[name]["mean_jaccard"]))
        findings.check("the mean Jaccard index of a model", difference < 1e-9, name)

    if settings["models"]:
        expected = sorted(settings["models"])
    else:
        expected = sorted(sorted(means, key=lambda name: (means[name], name))[:3])
    findings.check("the three least alike models, or those named", chosen == expected, f"{chosen}")
    return chosen


def check_queries(
    run: Path,
    settings: dict[str, Any],
    corpus: Corpus,
    benchmarks: dict[str, dict[str, dict]],
    findings: Findings,
) -> None:
    """Check the queries: their number, years, fields, references, and that splits share none."""
    seen: dict[str, str] = {}
    first, last = settings["years"]
    for split, benchmark in benchmarks.items():
        wanted = settings["queries" if split == "test" else "validation_queries"]
        for name, pools in benchmark.items():
            findings.check("as many queries of a field as asked", len(pools) == wanted, name)
            for query in pools:
                about = f"{split} {query}"
                findings.check("a query stands once in both splits", query not in seen, about)
                seen[query] = split
                year = corpus.year.get(query)
                of_years = year is not None and first <= year <= last
                findings.check("a query is of the years", of_years, about)
                findings.check("a query is kept by the filter", query in corpus.kept, about)
                findings.check("a query is of its field", name in corpus.fields[query], about)
                positives = corpus.cites[query] & corpus.kept - corpus.with_twins([query])
                enough = len(positives) >= settings["positives"]
                findings.check("a query cites enough kept papers", enough, about)

    splits: dict[str, set[str]] = defaultdict(set)
    for row in read_rows([run / "mdcr/steps/queries.parquet"], ["split", "query_id"]):
        splits[row["query_id"]].add(row["split"])
    for query, of_query in splits.items():
        findings.check("no query of one split is one of the other", len(of_query) == 1, query)


def find_famous(settings: dict[str, Any], corpus: Corpus) -> dict[str, set[str]]:
    """Return the most cited kept papers of each field, up to the last year; ties by id."""
    by_field: dict[str, list[str]] = defaultdict(list)
    for paper in corpus.kept:
        year = corpus.year[paper]
        if year is not None and year <= settings["years"][1]:
            for name in corpus.fields[paper]:
                by_field[name].append(paper)

    famous: dict[str, set[str]] = defaultdict(set)
    for name, papers in by_field.items():
        papers.sort(key=lambda paper: (-corpus.n_inbound[paper], paper))
        famous[name] = set(papers[: settings["most_cited_top"]])
    return famous


class Checker:
    """The rules of one query's pool."""

    def __init__(
        self,
        query: str,
        name: str,
        split: str,
        settings: dict[str, Any],
        corpus: Corpus,
        findings: Findings,
    ) -> None:
        self.query = query
        self.key = (split, name, query)
        self.settings = settings
        self.corpus = corpus
        self.findings = findings
        self.year = corpus.year[query]
        self.never = corpus.with_twins({query} | corpus.cites[query])

    def check(
        self,
        types: dict[str, list[str]],
        models: list[str],
        rankings: dict[str, dict[str, dict[str, int]]],
        famous: set[str],
    ) -> dict[tuple[str, str, str, str], int]:
        """Check the pool of the query; return how many candidates each short type has."""
        expected = {*models, "graph", "most_cited", "random", "true"}
        self.say("a pool has the six types and true", set(types) == expected, f"{sorted(types)}")
        everything = [paper for papers in types.values() for paper in papers]
        self.say("a pool lists no paper twice", len(everything) == len(set(everything)), "")

        positives = self.corpus.cites[self.query] & self.corpus.kept
        positives -= self.corpus.with_twins([self.query])
        for paper in types["true"]:
            self.say("a positive is cited and kept", paper in positives, paper)
        whole = len(types["true"]) == self.settings["positives"]
        self.say("a pool has all its positives", whole, f"{len(types['true'])}")

        listed = set(types["true"])
        short: dict[tuple[str, str, str, str], int] = {}
        sources = {"graph": self.find_graph(types["graph"])}
        for name in models:
            ranks = rankings[name].get(self.query, {})
            top = self.settings["model_top"]
            sources[name] = {paper for paper, rank in ranks.items() if rank <= top}
        sources["most_cited"] = famous
        sources["random"] = self.corpus.kept

        # types are filled in this order, the models in that of the file
        order = ["graph", *[name for name in types if name in models], "most_cited", "random"]
        for name in order:
            papers = types[name]
            offered = set()
            for paper in sources[name]:
                if self.may_be_negative(paper) and paper not in listed:
                    offered.add(paper)

            strategy = "a model" if name in models else name
            for paper in papers:
                allowed = self.may_be_negative(paper)
                self.say("a negative is kept, not newer, not cited", allowed, paper)
                self.say(f"a negative of {strategy} is offered by it", paper in offered, paper)
            n = min(self.settings["negatives"], len(offered))
            self.say("a type has all that there are, up to its number", len(papers) == n, name)
            if n < self.settings["negatives"]:
                short[(*self.key, name)] = n
            listed |= set(papers)
        return short

    def may_be_negative(self, paper: str) -> bool:
        """Return whether a paper is kept, no newer than the query, and neither it nor cited."""
        if paper not in self.corpus.kept or paper in self.never:
            return False
        year = self.corpus.year[paper]
        return year is not None and self.year is not None and year <= self.year

    def find_graph(self, given: list[str]) -> set[str]:
        """Return the graph neighbours that may be negatives, from the highest overlap down.

        The last cited paper that is needed offers more neighbours than places are left: those that
        the benchmark drew of them count, and no others.
        """
        cited = self.corpus.cites[self.query]
        overlaps = {}
        for paper in cited:
            near = self.corpus.neighbours(paper)
            overlaps[paper] = len(cited & near) / min(len(cited), len(near))

        found: set[str] = set()
        for paper in sorted(cited, key=lambda paper: (-overlaps[paper], paper)):
            places = self.settings["negatives"] - len(found)
            new = set()
            for neighbour in self.corpus.neighbours(paper):
                if self.may_be_negative(neighbour) and neighbour not in found:
                    new.add(neighbour)
            if len(new) > places:
                drawn = new & set(given)
                self.say("of the last cited paper as many as fit", len(drawn) == places, paper)
                return found | drawn
            found |= new
        return found

    def say(self, rule: str, holds: bool, about: str) -> None:
        """Note a rule that was applied to this query."""
        self.findings.check(rule, holds, f"{' '.join(self.key)} {about}")


def check_notes(
    run: Path,
    corpus: Corpus,
    benchmarks: dict[str, dict[str, dict]],
    shortfalls: dict[tuple[str, str, str, str], int],
    findings: Findings,
) -> None:
    """Check what the workflow noted: shortfalls, and the provenance of each candidate."""
    noted = {}
    with (run / "mdcr/shortfalls.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = (row["split"], row["field"], row["query_id"], row["type"])
            noted[key] = int(row["found"])
    for key in sorted(noted.keys() | shortfalls.keys()):
        same = noted.get(key) == shortfalls.get(key)
        findings.check("a shortfall is noted", same, " ".join(key))

    pairs = set()
    for split, benchmark in benchmarks.items():
        for name, pools in benchmark.items():
            for query, types in pools.items():
                for kind, papers in types.items():
                    pairs |= {(split, name, query, paper, kind) for paper in papers}
    columns = ["split", "field", "query_id", "candidate_id", "type", "n_citations"]
    provenance = set()
    for row in read_rows([run / "mdcr/provenance.parquet"], columns):
        provenance.add(tuple(row[column] for column in columns[:5]))
        same = row["n_citations"] == corpus.n_inbound[row["candidate_id"]]
        findings.check("citations in the provenance", same, row["candidate_id"])
    findings.check("the provenance has the same candidates", pairs == provenance, "")


if __name__ == "__main__":
    sys.exit(main())
