"""Doubtful runs through the workflow: scored and reported at the end, or refused."""

import json

from paperpool.evaluation.stored_runs import write_run
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import make_collection, order_by_grade, write_trec_run

UNUSED = ("tfidf", "cbow200", "tfidfcbow200", "minilm")


def write_nonsense(folder):
    """Write a release and runs of it that cannot be meant; return their rankers."""
    collection = make_collection()
    write_collection(collection, folder / "release")
    best = order_by_grade(collection, 1)
    for name, factor in (("negated", -1), ("twin", 2)):
        run = {pair: [(c, factor * score) for c, score in of] for pair, of in best.items()}
        write_trec_run(folder / f"{name}.trec", run)
    ranked = [
        f"{query}_{facet} Q0 {c} {len(of) - i} {score} x\n"
        for (query, facet), of in best.items()
        for i, (c, score) in enumerate(of)
    ]
    (folder / "ranked.trec").write_text("".join(ranked))
    write_run({p: [(c, 1.0) for c, _ in of] for p, of in best.items()}, folder / "tied.parquet")
    paths = {name: f"{name}.trec" for name in ("negated", "ranked", "twin")}
    return {
        name: {"kind": "run", "path": path}
        for name, path in {**paths, "tied": "tied.parquet"}.items()
    }


def test_each_nonsense_is_said_last_and_in_the_report(workplace):
    content = {
        "run": "doubted",
        "sections": ["csfcube"],
        "data": {"csfcube": "release"},
        "rankers": {**dict.fromkeys(UNUSED), **write_nonsense(workplace.folder)},
        "evaluation": {"bootstrap": 100, "permutations": 100},
        "checks": {"runs": "warn"},
    }
    done = workplace.run("results/doubted/report/sections/csfcube.json", **content)
    said = {
        "negated": "is below each of 10,000 random orders of its candidates",
        "tied": "in 12 of 12 queries all candidates have one score",
        "ranked": "in 12 of 12 queries the rank column says another order than the scores",
        "twin": "Runs 'ranked' and 'twin' are one ranking under two names",
    }
    last = "\n".join(done.last_lines(40))
    checks = json.loads((workplace.folder / "results/doubted/csfcube/checks.json").read_text())
    page = (workplace.folder / "results/doubted/report/sections/csfcube.json").read_text()
    for name, text in said.items():
        assert text in last
        assert any(text in doubt["what"] for doubt in checks[name]["doubts"]), checks[name]
        assert text.replace("'", "&#39;") in page
    refusing = content | {"checks": {"doubts": "fail"}}
    failed = workplace.fail("results/doubted/csfcube/checks/negated.json", **refusing)
    assert all(said[n] in failed.output for n in said if n != "twin")
