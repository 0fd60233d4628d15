"""A small run of cited text identification, written as its stages write it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io.files import write_json, write_text
from paperpool.scisumm.tables import CITANCES, GOLD, RANKING, SENTENCES, VECTORS
from paperpool.workflow.report.scisumm import section
from paperpool.workflow.report.scisumm.example import ExampleFiles
from paperpool.workflow.report.scisumm.section import ScisummFiles

from .one_section import make_report
from .tables import write_frame, write_rows

RANKERS = ("asymm-d4", "asymm-d1", "symm", "bm25")
NAMES = {"asymm-d4": "Asymm (d=4)", "asymm-d1": "Asymm (d=1)", "symm": "Symm", "bm25": None}
MEASURES = ("precision", "recall", "f1", "rouge_s_f1", "recall@1", "recall@2", "recall@3")
SLICES = {"train": ("C00-1", "all"), "test": ("P00-2", "annotator:Amy", "all")}
EVIL = "A </script><script>alert('x')</script> & <!-- sentence"

SENTENCE_TEXTS = {
    "C00-1": ["A title", "We parse trees.", "Trees grow in the wood.", EVIL],
    "P00-2": ["Named entities", "A tagger finds named entities.", "It is fast.", "The end."],
}

CITANCE_TEXTS = {
    "C00-1:1": ("C00-1", "1", "D01-9", "They parse trees (Author, 2000) 🌲 in a forest."),
    "P00-2:1": ("P00-2", "1", "D02-9", "Named entities are found by Smith (1999)."),
    "P00-2:2": ("P00-2", "2", "D03-9", f"Also {EVIL}"),
}

GOLD_ROWS = [
    ("train", "C00-1", "C00-1.ann.txt", "Ann", 1, "C00-1:1", [1, 2]),
    ("test", "P00-2", "P00-2_Amy.csv", "Amy", 1, "P00-2:1", [1]),
    ("test", "P00-2", "P00-2_Bob.csv", "Bob", 1, "P00-2:1", [0, 1]),
    ("test", "P00-2", "P00-2_Bob.csv", "Bob", 2, None, [3]),
]


def score_rows() -> list[dict[str, Any]]:
    """Return metrics.csv: ranker i has i/10, each further measure a little more."""
    rows = []
    for protocol, more in (("official", 0.0), ("corrected", 0.005)):
        for split, slices in SLICES.items():
            for slice_name in slices:
                for i, ranker in enumerate(RANKERS, 1):
                    for j, measure in enumerate(MEASURES):
                        value = i / 10 + j / 100 + more
                        published = (
                            protocol == "official" and slice_name == "all" and measure == "f1"
                        )
                        published = published and split == "test" and ranker == "asymm-d4"
                        rows.append(
                            dict.fromkeys(METRIC_COLUMNS, "")
                            | {"benchmark": "scisumm", "protocol": protocol, "split": split}
                            | {"ranker": ranker, "slice": slice_name, "metric": measure}
                            | {"value": value, "ci_low": value - 0.02, "ci_high": value + 0.02}
                            | {"n_runs": 1, "n_queries": 12}
                            | {"published": 0.174 if published else ""}
                        )
    return rows


def test_rows() -> list[tuple]:
    """Return significance.csv: bm25 is above symm, asymm-d1 is no different."""
    return [
        ("scisumm", protocol, split, "all", measure, ranker, "symm", 2, d, -0.01, 0.2, p, p)
        for protocol in ("official", "corrected")
        for split in SLICES
        for measure in ("f1", "rouge_s_f1")
        for ranker, d, p in (("bm25", 0.1, 0.004), ("asymm-d1", -0.1, 0.4))
    ]


def ablation_rows() -> list[tuple]:
    """Return ablation.csv: greedy loses as in the paper; uncased gains, though it loses there."""
    rows = []
    for protocol in ("official", "corrected"):
        for split, published in (("train", (0.138, 0.162)), ("test", (0.153, 0.174))):
            for measure in ("f1", "rouge_s_f1"):
                of_paper = published if (protocol, measure) == ("official", "f1") else ("", "")
                rows.append(("greedy", split, protocol, measure, 0.08, -0.02, 0.01, of_paper[0]))
                rows.append(("uncased", split, protocol, measure, 0.11, 0.01, 0.6, of_paper[1]))
    return rows


def write_run(folder: Path) -> ScisummFiles:
    """Write every file of the section, and return them."""
    protocols, splits = ("official", "corrected"), ("train", "test")
    directions = ("candidate-covers-query", "query-covers-candidate")
    files = {
        "metrics": (METRIC_COLUMNS, score_rows()),
        "significance": (SIGNIFICANCE_COLUMNS, test_rows()),
        "human": (
            "protocol split slice metric value",
            [(p, "test", "all", m, 0.15) for p in protocols for m in MEASURES[:4]],
        ),
        "lengths": (
            "split ranker mean_tokens n_sentences",
            [(s, r, 40.25, 8) for r in (*RANKERS, "(all sentences)", "(gold)") for s in splits],
        ),
        "ablation": (
            "variant split protocol metric value difference p published",
            ablation_rows(),
        ),
        "powers": (
            "direction d split protocol f1 mean_length",
            [
                (way, d, s, p, 0.1 + d / 100 - i / 20, 60.5 + i * d)
                for i, way in enumerate(directions)
                for d in range(1, 6)
                for s in splits
                for p in protocols
            ],
        ),
        "corpus": (
            "split statistic value",
            [("train", "reference_papers", 1), ("test", "reference_papers", 4)]
            + [("train", "pairs", 1), ("test", "pairs", 3), ("test", "sentences", 1234)]
            + [("scisummnet", "sentences", 250_000)],
        ),
        "malformed": (
            "split paper_id file row problem action text",
            [("test", "P00-2", "P00-2_Bob.csv", 2, "no_counterpart", "unmatched", EVIL)]
            + [("train", "C00-1", "C00-1.ann.txt", n, "offset_quotes", "repaired", "17'")
               for n in (3, 5)],
        ),
    }  # fmt: skip
    write_json(
        folder / "base.json",
        {
            **{"tokens": 4_500_123, "texts": 1201, "vocabulary": 9876, "unknown": 0.0567},
            "sources": {"reference": {"tokens": 500_100}, "citing": {"tokens": 4_000_023}},
            "settings": {"dimensions": 300, "min_count": 35},
        },
    )
    write_text(
        folder / "published.csv",
        "benchmark,protocol,split,system,slice,metric,value,sd,source\n"
        "scisumm,official,test,Asymm (d=4),all,f1,0.174,,Table 2\n"
        "scisumm,official,test,BERT ensemble,all,f1,0.1716,,Chai\n"
        "scisumm-ablation,official,train,Asymm (d=4),all,f1,0.164,,Table 3\n"
        "scisumm-ablation,official,test,Asymm (d=4),all,f1,0.174,,Table 3\n"
        "scisumm-lengths,official,train,Asymm (d=4),all,tokens,41,,Table 4\n"
        "scisumm-lengths,official,train,Asymm Reverse (d=4),all,tokens,56.4,,Table 4\n"
        "scisumm-corpus,official,test,corpus,all,pairs,1149,,Table 5\n",
    )
    doubt = {"what": "One ranking under two names.", "where": "", "hint": "Leave one out."}
    write_json(folder / "checks.json", {"mine": {"doubts": [doubt]}})
    return ScisummFiles(
        example=write_example(folder),
        **{name: write_frame(folder / f"{name}.csv", *table) for name, table in files.items()},
        checks=folder / "checks.json",
        vectors=folder / "base.json",
        published=folder / "published.csv",
        rankers=RANKERS,
        published_names=NAMES,
        baselines=["symm"],
        confidence=0.95,
        k=2,
        is_released=True,
    )


def make_page(folder: Path, files: ScisummFiles | None) -> str:
    """Return the report of a run that has cited text identification alone."""
    return make_report(folder, section, files)


def write_example(folder: Path) -> ExampleFiles:
    """Write the tables that an example is taken from, and return their files.

    The first sentences are 1 of both reference papers; an annotator chose that for two citances.
    """
    splits = {"C00-1": "train", "P00-2": "test"}
    sentences = [
        (splits[paper], paper, sid, "abstract" if sid else "title", text)
        for paper, texts in SENTENCE_TEXTS.items()
        for sid, text in enumerate(texts)
    ]
    citances = [
        (splits[paper], name, paper, number, citing, "(Author, 2000)", text, "")
        for name, (paper, number, citing, text) in CITANCE_TEXTS.items()
    ]
    gold = [
        (split, paper, file, annotator, row, citance)
        + (paper, "D", "D", "text", "['1']", "<S>", 11, sids)
        for split, paper, file, annotator, row, citance, sids in GOLD_ROWS
    ]
    ranking = [
        (splits[paper], name, rank % 4, 1.0 / rank, rank)
        for name, (paper, *_) in CITANCE_TEXTS.items()
        for rank in range(1, 5)
    ]
    vectors = [
        ("the", 99_960, [0.6, -0.8]),
        ("trees", 4, [1.0, 0.0]),
        ("entities", 4, [0.0, 1.0]),
        ("forest", 2, [0.8, 0.6]),
        ("[UNK]", 30, [-1.0, 0.0]),
    ]
    return ExampleFiles(
        sentences=write_rows(folder / "sentences.parquet", sentences, SENTENCES),
        citances=write_rows(folder / "citances.parquet", citances, CITANCES),
        gold=write_rows(folder / "gold.parquet", gold, GOLD),
        ranking=write_rows(folder / "asymm-d4.parquet", ranking, RANKING),
        word_vectors=write_rows(folder / "vectors.parquet", vectors, VECTORS),
    )
