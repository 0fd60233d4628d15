"""Compare the labeller with the headings of structured abstracts, and train it on them.

    python studies/compare_headings.py FOLDER [--show N] [--train] [--csabstruct FOLDER]

FOLDER has works of OpenAlex as JSON lines, ``works-*.jsonl.gz``. Printed are the structured
abstracts, their headings, how often the shipped head gives a sentence the label of its heading
(without the heading in the text, and with it), and N sentences, drawn by a seed. ``--train`` also
extends the head by some papers, as ``facets.train_on`` does, and labels 150 others: for several
numbers of papers, and weights of the distance from the head. ``--csabstruct`` compares headings
with the labels that people gave the sentences of CSAbstruct, and prints how sure the head is of its
test split.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.corpus.markup import clean_text
from paperpool.workflow.corpus.openalex_works import parse_work
from paperpool.workflow.facets import extending
from paperpool.workflow.facets.confidence import LOW_PROBABILITY
from paperpool.workflow.facets.csabstruct import SPLITS, read_split
from paperpool.workflow.facets.extending import FieldAbstract, HeadExtension
from paperpool.workflow.facets.head import load_head_to_extend
from paperpool.workflow.facets.labeller_files import SHIPPED_HEAD
from paperpool.workflow.facets.sequences import LabellerSettings
from paperpool.workflow.facets.structured import AbstractSplitter, SplitPaper

SEED = 71
TESTED = 150
SIZES = (5, 20, 60, 300)
PENALTIES = (0.003, 0.1, 1.0)


def read_abstracts(folder: Path) -> dict[str, str]:
    """Return the abstract of each work that has one, by id; the first of a work in two files."""
    abstracts: dict[str, str] = {}
    for path in sorted(folder.glob("works-*.jsonl.gz")):
        with gzip.open(path) as lines:
            for line in lines:
                row = parse_work(line.strip())
                if row.abstract:
                    abstracts.setdefault(row.paper_id, clean_text(row.abstract))
    return abstracts


def put_headings_back(paper: SplitPaper) -> list[str]:
    """Return the sentences of a paper, the first of each section with its heading before it."""
    sentences = []
    above = None
    for sentence, section in zip(paper.sentences, paper.sections, strict=True):
        if section is not above and section.heading and section.is_known:
            sentence = f"{section.heading.capitalize()}: {sentence}"
        sentences.append(sentence)
        above = section
    return sentences


def print_headings(papers: list[SplitPaper]) -> None:
    """Print how many sentences each label has by headings, and the most frequent headings."""
    labels = Counter(label for paper in papers for label in paper.gold_labels)
    print(f"sentences by label: {dict(labels)}")
    for is_known in (True, False):
        names: Counter[str] = Counter()
        for paper in papers:
            names.update({s.heading for s in paper.sections if s.is_known == is_known})
        frequent = ", ".join(f"{name} {n}" for name, n in names.most_common(12))
        print(f"{'known' if is_known else 'unknown'}: {len(names)} headings: {frequent}")


def print_agreement(name: str, papers: list[SplitPaper], predicted: list[list[str]]) -> None:
    """Print the share of sentences with the label of their heading, all and of each label."""
    pairs: Counter[tuple[str, str]] = Counter()
    for paper, labels in zip(papers, predicted, strict=True):
        for gold, label in zip(paper.gold_labels, labels, strict=True):
            if gold is not None:
                pairs[gold, label] += 1
    alike = sum(n for (gold, label), n in pairs.items() if gold == label)
    print(f"{name}: {alike} of {pairs.total()} ({100 * alike / pairs.total():.1f}%)")
    for gold in dict.fromkeys(gold for gold, _ in pairs):
        row = {label: n for (of, label), n in sorted(pairs.items()) if of == gold}
        print(f"  {gold}: {100 * row.get(gold, 0) / sum(row.values()):.1f}% {row}")


def print_training(base, papers: list[SplitPaper]) -> None:
    """Print the accuracy on ``TESTED`` papers of heads that some of the others train."""
    abstracts = []
    for paper in papers:
        labels = tuple(paper.gold_labels)
        abstracts.append(FieldAbstract(paper.paper_id, tuple(paper.sentences), labels))
    order = np.random.default_rng(SEED).permutation(len(abstracts)).tolist()
    tested = [abstracts[number] for number in order[:TESTED]]
    others = [abstracts[number] for number in order[TESTED:]]
    vectors = base.vectors.encode([abstract.sentences for abstract in tested])

    def score(head) -> float:
        """Return the accuracy of a head on the tested papers."""
        right = []
        for abstract, rows in zip(tested, vectors, strict=True):
            for gold, best in zip(abstract.labels, head.classify(rows).argmax(1), strict=True):
                if gold is not None:
                    right.append(gold == head.labels[best])
        return float(np.mean(right))

    print(f"the shipped head on {TESTED} papers: {100 * score(base):.1f}%")
    for size in SIZES:
        scores = []
        for penalty in PENALTIES:
            extending.PENALTY = penalty
            head = HeadExtension(base, others[:size], base.labels).train()
            scores.append(f"{penalty}: {100 * score(head):.1f}%")
        print(f"  extended by {size} papers, by penalty: {', '.join(scores)}")


def print_csabstruct(base, splitter: AbstractSplitter, folder: Path) -> None:
    """Print how often people agree with headings, and the head's unsure labels of the test split.

    Abstracts whose sentences the splitter parts otherwise are left out.
    """
    alike = []
    for split in SPLITS:
        for abstract in read_split(folder / f"{split}.jsonl"):
            paper = splitter.split("", " ".join(abstract.sentences))
            if paper.sections and len(paper.sentences) == len(abstract.labels):
                for gold, label in zip(paper.gold_labels, abstract.labels, strict=True):
                    if gold is not None:
                        alike.append(gold == label)
    print(f"people agree with headings of CSAbstruct: {sum(alike)} of {len(alike)}")

    sure = []
    right = []
    tested = read_split(folder / "test.jsonl")
    for abstract, rows in zip(tested, base.label([a.sentences for a in tested]), strict=True):
        for label, row in zip(abstract.labels, rows, strict=True):
            sure.append(row.max() >= LOW_PROBABILITY)
            right.append(base.labels[row.argmax()] == label)
    is_sure = np.array(sure)
    is_right = np.array(right)
    print(
        f"unsure labels of CSAbstruct's test split: {100 * (~is_sure).mean():.1f}%, of which "
        f"{100 * is_right[~is_sure].mean():.1f}% are right, {100 * is_right[is_sure].mean():.1f}% "
        "of the others"
    )


def main() -> None:
    """Read the arguments and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0, help="sentences to print")
    parser.add_argument("--train", action="store_true", help="extend the head, too")
    parser.add_argument("--csabstruct", type=Path, help="its folder, to compare with its labels")
    arguments = parser.parse_args()

    abstracts = read_abstracts(arguments.folder)
    splitter = AbstractSplitter(default_scheme().headings)
    split = [splitter.split(paper_id, abstracts[paper_id]) for paper_id in sorted(abstracts)]
    papers = [paper for paper in split if paper.sections]
    print(f"{len(papers)} of {len(abstracts)} abstracts are structured")
    print_headings(papers)

    rows = []
    for paper in papers:
        for sentence, section in zip(paper.sentences, paper.sections, strict=True):
            if section.label:
                rows.append((paper.paper_id, section.heading, section.label, sentence))
    for row in random.Random(SEED).sample(rows, arguments.show):
        print("  ", " | ".join(row))

    base = load_head_to_extend(SHIPPED_HEAD, LabellerSettings(), 1)
    for name, texts in (
        ("agreement", [list(paper.sentences) for paper in papers]),
        ("agreement with headings in the text", [put_headings_back(paper) for paper in papers]),
    ):
        predicted = []
        for rows_of_paper in base.label(texts):
            predicted.append([base.labels[number] for number in rows_of_paper.argmax(1)])
        print_agreement(name, papers, predicted)
    if arguments.csabstruct:
        print_csabstruct(base, splitter, arguments.csabstruct)
    if arguments.train:
        print_training(base, papers)


if __name__ == "__main__":
    main()
