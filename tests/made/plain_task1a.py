"""Task 1a scored a second time: from the CSV files, with plain loops and sets.

Written apart from the library, whose figures it checks; only the stop words are the library's.
"""

import csv
import html
import io
import re
from collections import Counter

from nltk.stem.porter import PorterStemmer

from paperpool.scisumm.scoring.rouge_s import STOP_WORDS


class RougeStemmer(PorterStemmer):
    """Porter's first algorithm with ROUGE-1.5.5's changes to its second and fourth step."""

    def __init__(self):
        super().__init__(mode=self.ORIGINAL_ALGORITHM)

    def _step2(self, word):
        for ending, other in (("bli", "ble"), ("logi", "log")):
            if word.endswith(ending):
                stem = word.removesuffix(ending)
                return stem + other if self._measure(stem) > 0 else word
        return super()._step2(word)

    def _step4(self, word):
        if not word.endswith(("ment", "ent", "ion")) or word.endswith("ement"):
            word = super()._step4(word)
        for ending in ("ment", "ent"):
            if word.endswith(ending) and self._measure(word.removesuffix(ending)) > 1:
                word = word.removesuffix(ending)
                if ending == "ent":
                    return word
        return super()._step4(word) if word.endswith("ion") else word


STEMMERS = {
    "official": RougeStemmer(),
    "corrected": PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM),
}


def read_csv(path):
    """Return the header of a file and its rows, as lists of cells."""
    text = path.read_bytes().decode("utf-8", "replace").replace("\0", "")
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    return header, [row for row in rows if row]


def read_official(path):
    """Return {(paper, citing paper): (offsets, sentences)} of a file of gold or of a submission.

    Both papers are those that the row's own cells name.
    """
    header, rows = read_csv(path)
    answers = {}
    for row in rows:
        if len(row) != len(header):
            continue
        offset, text = row[8], row[9]
        if text == "NA":
            continue
        text = re.split(r"<(?![A-Za-z/])", text)[0]  # lxml reads no further
        # what begins inside an element that is not closed is a part of it
        parts = re.split(r"</S *>", text)
        found = [re.search(r"<S +sid *= *[\"'](\w+)[\"'][^>]*>([^<]+)", part) for part in parts]
        sentences = {match[1]: match[2].replace("&amp;", "&") for match in found if match}
        if not sentences:
            continue
        offsets = [strip_once(part.strip(), "'\"") for part in strip_once(offset, "[]").split(",")]
        answers[row[1].replace(".xml", ""), row[2].replace(".xml", "")] = (
            offsets,
            list(sentences.values()),
        )
    return answers


def strip_once(text, characters):
    """Return a text without one character of ``characters`` on each side."""
    text = text[1:] if text[:1] and text[0] in characters else text
    return text[:-1] if text[-1:] and text[-1] in characters else text


def count_official(gold, submitted):
    """Return (TP, FP, FN) of an annotator's answers and a submission's to the same paper."""
    tp = fp = fn = 0
    for key, (offsets, _) in gold.items():
        given = submitted[key][0] if key in submitted else []
        for offset in offsets:
            if offset in given:
                tp += 1
            else:
                fn += 1
    for key, (offsets, _) in submitted.items():
        wanted = gold[key][0] if key in gold else []
        for offset in offsets:
            if offset not in wanted:
                fp += 1
    return tp, fp, fn


def read_corrected(path, known=None):
    """Return {(citing paper, citation text, place): sentence numbers}, and the unknown rows.

    The numbers are those of the cited text, or of the offset without one; "NA" has no number. Rows
    with one citing paper and text have places from 0, as far as ``known`` counts such citances.
    """
    answers, unknown, places = {}, 0, Counter()
    for row in read_csv(path)[1]:
        if len(row) < 10:
            continue
        citing, citation, offset, text = row[2], row[6], row[8], row[9]
        citation = re.sub(r"[\x00-\x08\x0e-\x1f]", "", html.unescape(citation))
        key = (citing.strip().removesuffix(".xml"), " ".join(citation.split()))
        if known is not None and key not in known:
            unknown += 1
            continue
        sids = set()
        if text.strip(" “”'\"").upper() != "NA":
            quoted = re.findall(r"S +sid *= *[\"'](\d+)", text)
            sids = {int(sid) for sid in quoted or re.findall(r"\d+", offset)}
        place = places[key] if known is None else min(places[key], known[key] - 1)
        places[key] += 1
        answers[*key, place] = answers.get((*key, place), set()) | sids
    return answers, unknown


def count_corrected(gold, submitted):
    """Return (TP, FP, FN) over the citances that the annotator judged."""
    tp = fp = fn = 0
    for key, wanted in gold.items():
        given = submitted.get(key, set())
        tp += len(wanted & given)
        fp += len(given - wanted)
        fn += len(wanted - given)
    return tp, fp, fn


def ratio(part, whole):
    return part / whole if whole else 0.0


def overlap_scores(counts):
    """Return micro and macro precision, recall and F1 of the (TP, FP, FN) of each file."""
    tp, fp, fn = (sum(of_file[i] for of_file in counts) for i in range(3))
    micro = ratio(tp, tp + fp), ratio(tp, tp + fn)
    macro = (
        sum(ratio(tp, tp + fp) for tp, fp, _ in counts) / len(counts),
        sum(ratio(tp, tp + fn) for tp, _, fn in counts) / len(counts),
    )
    f1 = [ratio(2 * p * r, p + r) for p, r in (micro, macro)]
    names = ("precision", "recall", "f1", "macro_precision", "macro_recall", "macro_f1")
    return dict(zip(names, (*micro, f1[0], *macro, f1[1]), strict=True))


def rouge_tokens(sentences, protocol):
    """Return the stems of a text's words that are no stop words."""
    text = re.sub(r"[^a-z0-9]", " ", "\n".join(sentences).lower())
    words = [word for word in text.split() if word not in STOP_WORDS]
    return [STEMMERS[protocol].stem(word) if len(word) > 3 else word for word in words]


def count_pairs(tokens):
    """Return how often one word precedes another at any distance."""
    pairs = Counter()
    for i, first in enumerate(tokens):
        for second in tokens[i + 1 :]:
            pairs[first, second] += 1
    return pairs


def rouge_s(peer, model, protocol):
    """Return ROUGE-S* precision, recall and F1 of two lists of sentences."""
    of_peer, of_model = (count_pairs(rouge_tokens(texts, protocol)) for texts in (peer, model))
    hits = sum(min(n, of_model[pair]) for pair, n in of_peer.items())
    precision, recall = ratio(hits, of_peer.total()), ratio(hits, of_model.total())
    return precision, recall, ratio(2 * precision * recall, precision + recall)


def mean(scores):
    return [sum(column) / len(scores) for column in zip(*scores, strict=True)]


def rouge_file(gold, submitted):
    """Return the mean over the keys of gold that were submitted; gold is the peer."""
    scores = [
        rouge_s(sentences, submitted[key][1], "official")
        for key, (_, sentences) in gold.items()
        if key in submitted
    ]
    return mean(scores) if scores else [0.0, 0.0, 0.0]


def score_official(gold_paths, submitted_paths):
    """Return the official figures; ``gold_paths`` are (paper, path), the other by paper."""
    counts, rouges = [], []
    for paper_id, path in gold_paths:
        if paper_id not in submitted_paths:
            continue
        gold, submitted = read_official(path), read_official(submitted_paths[paper_id])
        counts.append(count_official(gold, submitted))
        rouges.append(rouge_file(gold, submitted))
    rouge = mean(rouges)
    names = ("rouge_s_p", "rouge_s_r", "rouge_s_f1")
    return {**overlap_scores(counts), **dict(zip(names, rouge, strict=True))}


def score_corrected(gold_paths, submitted_paths, known, texts):
    """Return the corrected figures, and how many gold rows have no citance.

    ``known`` counts the keys of each paper's citances; ``texts`` is by (paper, number).
    A paper that was not submitted has no sentence chosen.
    """
    counts, rouges, n_unknown = [], [], 0
    for paper_id, path in gold_paths:
        gold, unknown = read_corrected(path, known[paper_id])
        n_unknown += unknown
        submitted = {}
        if paper_id in submitted_paths:
            submitted, _ = read_corrected(submitted_paths[paper_id])
        counts.append(count_corrected(gold, submitted))
        scores = []
        for key, sids in gold.items():
            if sids:
                wanted = [texts[paper_id, sid] for sid in sorted(sids)]
                given = [texts[paper_id, sid] for sid in sorted(submitted.get(key, ()))]
                scores.append(rouge_s(given, wanted, "corrected"))
        if scores:
            rouges.append(mean(scores))
    names = ("rouge_s_p", "rouge_s_r", "rouge_s_f1")
    figures = {**overlap_scores(counts), **dict(zip(names, mean(rouges), strict=True))}
    return figures, n_unknown
