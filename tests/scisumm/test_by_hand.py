"""Two papers with all that the official script reads oddly, scored on paper."""

import pytest

from ..made.scisumm_release import paper_xml, task_csv, write
from .test_independent import read_case

A, B = "P02-0001", "P02-0002"
TEXTS = {1: "alpha beta", 2: "gamma delta", 3: "alpha gamma", 4: "omega sigma"}
RAW = '<S sid="5">kappa of length <40 lambda</S>'
CITANCES = {
    A: [(1, "C1", "They parse."), (2, "C2", "They tag."), (3, "C3", "They search.")],
    B: [(1, "C1", "They agree."), (2, "C4", "They differ.")],
}


def row(number, paper, citing, citation, *sids, more=""):
    """Return a row whose text quotes the sentences; ``more`` is added to it."""
    offset = ",".join(f"'{sid}'" for sid in sids)
    text = "".join(f'<S sid="{sid}">{TEXTS[sid]}</S>' for sid in sids if sid in TEXTS)
    return number, paper, citing, citation, offset, text + more


GOLD = {
    A: [
        row(7, A, "C1", "They parse.", 1),
        row(7, A, "C1", "They parse.", 2),  # doubled: it replaces the first
        row(8, B, "C2", "They tag.", 3),  # names the other paper
        row(9, A, "C9", "They search.", 4),  # of another citing paper
    ],
    B: [row(7, B, "C1", "They agree.", 1, 5, more=RAW), row(8, B, "C4", "They differ.", 4)],
}
SUBMITTED = {
    A: [
        row(1, A, "C1", "They parse well.", 2, 1),  # an altered sentence
        row(2, A, "C2", "They tag.", 3),
        row(3, A, "C3", "They search.", 4, 2),
    ],
    B: [row(1, B, "C1", "They agree.", 1, 3), row(2, B, "C4", "They differ.", 4)],
}


@pytest.fixture
def case(tmp_path):
    gold_paths, submitted_paths = [], {}
    for paper_id, citances in CITANCES.items():
        place = f"release/Test-Set-2018/{paper_id}"
        sentences = [*TEXTS.values(), "kappa of length &lt;40 lambda"]
        xml = paper_xml("A title", *sentences)
        write(tmp_path, f"{place}/Reference_XML/{paper_id}.xml", xml)
        blind = [(n, paper_id, citing, text, "", "") for n, citing, text in citances]
        write(tmp_path, f"{place}/annotation/{paper_id}.csv", task_csv(*blind))
        gold = f"release/Test-Set-2018-Gold/Task1/{paper_id}_ann.csv"
        gold_paths.append((paper_id, write(tmp_path, gold, task_csv(*GOLD[paper_id]))))
        run = f"run/Task1/{paper_id}.csv"
        submitted_paths[paper_id] = write(tmp_path, run, task_csv(*SUBMITTED[paper_id]))
    return read_case(tmp_path, gold_paths, submitted_paths)


def test_the_official_figures_are_those_of_the_hand(case):
    # A: 2 of C1 is found, 1 is wrong; what was given for C2 and C3 (3; 4 and 2) is wrong, gold of
    # (B, C2) and (A, C9) missed: 1 found, 4 wrong, 2 missed. B: 1 and 4 found, 3 wrong, 5 missed.
    expected = {
        "precision": 3 / 8,
        "recall": 3 / 6,
        "f1": 3 / 7,
        "macro_precision": (1 / 5 + 2 / 3) / 2,
        "macro_recall": (1 / 3 + 2 / 3) / 2,
        "macro_f1": 13 / 28,
    }
    # A has C1 alone: gamma delta, 1 bigram, in gamma delta alpha beta, 6 bigrams.
    # B: of alpha beta kappa length (lambda is lost) and alpha beta alpha gamma, 6 bigrams each, one
    # is shared; omega sigma is the same. The script reads five digits and divides by n + 1e-7.
    one, two = 1 + 1e-7, 2 + 1e-7
    expected |= {
        "rouge_s_p": (1 / one + 1.16667 / two) / 2,
        "rouge_s_r": (0.16667 / one + 1.16667 / two) / 2,
        "rouge_s_f1": (0.28571 / one + 1.16667 / two) / 2,
    }
    # The first of two sentences: 2 of C1, 1 and 4 of B. With the second nothing more is found.
    expected |= {"recall@1": 3 / 6, "recall@2": 3 / 6}
    assert case.figures("official") == pytest.approx(expected, abs=1e-12)
    plain, _ = case.plain("official")
    assert plain == pytest.approx({name: expected[name] for name in plain}, abs=1e-5)


def test_the_corrected_figures_are_those_of_the_hand(case):
    # A: C1 has the sentences of both rows and C2 that of its row, all found; C9 is no citance.
    # B: 1 and 4 found, 3 wrong, 5 missed.
    found = case.figures("corrected")
    assert found["precision"] == found["recall"] == found["f1"] == pytest.approx(5 / 6)
    assert found["macro_precision"] == found["macro_recall"] == pytest.approx((1 + 2 / 3) / 2)
    # A: both the same. B: alpha beta kappa length 40 lambda has 15 bigrams, one of them shared.
    shared = 2 * (1 / 6) * (1 / 15) / (1 / 6 + 1 / 15)
    assert found["rouge_s_p"] == pytest.approx((1 + (1 / 6 + 1) / 2) / 2)
    assert found["rouge_s_r"] == pytest.approx((1 + (1 / 15 + 1) / 2) / 2)
    assert found["rouge_s_f1"] == pytest.approx((1 + (shared + 1) / 2) / 2)
