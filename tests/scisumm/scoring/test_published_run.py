"""Runs of 2020 on the test set, and the scores printed by the task's own scripts.

Source: github.com/WING-NUS/scisumm-corpus (CC BY 4.0), 2018-evaluation-script/18-NLP-PINGAN-TECH/
setup/run_lr_scibert_top2: input/res/Task1/W99-0613.annv3.csv and output/scores.txt.
"""

import pytest

from paperpool.evaluation.published import read_cells
from paperpool.scisumm.counts import micro
from paperpool.scisumm.read.rows import Row
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.overlap import count_overlap, pair_officially
from paperpool.scisumm.scoring.rouge_s import SkipBigrams

PAPER = "W99-0613"
CHOSEN = """
N01-1023 0 133, N01-1023 174 248, W03-1509 79 133, C02-1154 40 41, C02-1154 0 19, W06-2204 137 250,
W03-1022 0 19, E09-1018 16 0, W07-1712 0 253, W09-2208 251 68, W06-2207 28 39, W06-2207 85 0,
P12-1065 133 0
"""
PRINTED = {  # precision, recall and F1 of the overlap; those of ROUGE
    "aakansha": (0.05, 0.06666666666666667, 0.05714285714285715)
    + (0.20068199799318, 0.10536199894638001, 0.11721299882787004),
    "swastika": (0.1, 0.2, 0.13333333333333333)
    + (0.24029999733000004, 0.11694333203396298, 0.149613331670963),
    "sweta": (0.1, 0.15384615384615385, 0.12121212121212123)
    + (0.21676099783239003, 0.11564499884355002, 0.14398199856018004),
    "vardha": (0.0, 0.0, 0.0) + (0.12213888753179016, 0.007665555470382717, 0.00930666656325926),
}


def test_a_published_run_has_the_printed_figures(judge):
    texts = judge.texts("test")
    rows = []
    for row in CHOSEN.split(","):
        citing, *sids = row.split()
        elements = "".join(f'<S sid="{sid}" ssid="1">{texts[PAPER, int(sid)]}</S>' for sid in sids)
        offset = ",".join(f"'{sid}'" for sid in sids)
        cells = (PAPER, PAPER, citing, citing, "", offset, elements)
        rows.append(Row(*cells, 11, None, tuple(map(int, sids))))
    gold = [row for row in judge.rows("test") if row.paper_id == PAPER]
    found = {}
    for file, pairs in pair_officially(gold, rows).items():
        counts = count_overlap(pairs)
        annotator = file.removesuffix(".csv").partition("_")[2]
        overlap = (counts.precision, counts.recall, counts.f1)
        found[annotator] = overlap + SkipBigrams().average(pairs)
    assert found == {name: pytest.approx(row, abs=1e-12) for name, row in PRINTED.items()}


@pytest.mark.parametrize(
    ("run", "system"),
    [
        ("49-uniHD/intersection_2_field", "uniHD intersection_2_field"),
        ("18-NLP-PINGAN-TECH/run_lr_aclbert_top3", "PINGAN run_lr_aclbert_top3"),
        ("18-NLP-PINGAN-TECH/run_sembert_scibert_all_top2", "PINGAN run_sembert_scibert_all_top2"),
    ],
)
def test_the_fetched_submissions_have_their_stored_scores(judge, real_data, root, run, system):
    folder = real_data("cl-scisumm") / "submissions-2020" / run
    papers = read_submissions("theirs", folder, judge.citances, judge.sentences)
    rows = [row for paper_id in sorted(papers) for row in papers[paper_id]]
    pairs = pair_officially(judge.rows("test"), rows)
    counts = {file: count_overlap(of_file) for file, of_file in pairs.items()}
    lines = (folder / "scores.txt").read_text().splitlines()
    stored = {name: float(value) for name, _, value in (line.partition(": ") for line in lines)}
    assert len(counts) == 62
    for file, of_file in counts.items():
        assert of_file.f1 == pytest.approx(stored[f"{file}_task1a_f1"], abs=1e-12)
    whole = micro(counts.values())
    path = root / "workflow/scripts/paperpool/resources/published/scisumm.csv"
    published = read_cells(path, ["system", "split", "metric", "slice", "benchmark"])
    for metric, value in (("f1", whole.f1), ("recall", whole.recall)):
        assert value == pytest.approx(stored[f"task1a_{metric}_micro_avg"], abs=1e-9)
        assert published[system, "test", metric, "all", "scisumm"] == pytest.approx(value, abs=1e-9)
