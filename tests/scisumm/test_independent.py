"""The library's figures against ``plain_task1a``, from the files that both read."""

import csv
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from paperpool.scisumm.corpus import collect_papers
from paperpool.scisumm.names import COLUMNS, PROTOCOLS
from paperpool.scisumm.rankings import rank_sentences
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.rows import by_file
from paperpool.scisumm.read.submissions import write_submission
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.evaluation import Judged, slices, submission_sums
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.scoring.human import human_table
from paperpool.scisumm.scoring.overlap import recall_depth
from paperpool.scisumm.scoring.rouge_s import SkipBigrams
from paperpool.scisumm.scoring.sums import compute_scores, measures

from ..made.plain_task1a import read_corrected, score_corrected, score_official
from ..made.scisumm_release import paper_xml, write

ROUNDING = 1e-5  # ROUGE prints five decimals, and the script adds 1e-7 to a number of keys
PAPERS = ("A01-0001", "B02-0002", "C03-0003", "D04-0004")
ANNOTATORS = ("ann", "bob", "cleo")
N_SENTENCES = 14
WORDS = """parsers grammars &lt;tag&gt; corpora the of learning translation's co-training models
alignments A&amp;T 1999 disambiguation phrases were statistically relational""".split()


@dataclass(frozen=True)
class Case:
    """A split whose gold and submission lie on disk, and the same as the library has it."""

    judge: Judge
    split: str
    submission: object
    gold_paths: list
    submitted_paths: dict
    known: dict

    def sums(self, protocol):
        """Return the vector of each annotation file."""
        judged = Judged(self.judge.rows(self.split), {}, self.judge.texts(self.split))
        return submission_sums(protocol, judged, self.submission, SkipBigrams(protocol))

    def figures(self, protocol):
        """Return the library's figures of all files, by metric."""
        names = measures(recall_depth(self.submission.best))
        total = np.sum(list(self.sums(protocol).values()), axis=0)
        return dict(zip(names, compute_scores(total).tolist(), strict=True))

    def plain(self, protocol):
        """Return the plain ones, and how many gold rows are about no citance."""
        if protocol == "official":
            return score_official(self.gold_paths, self.submitted_paths), None
        texts = self.judge.texts(self.split)
        return score_corrected(self.gold_paths, self.submitted_paths, self.known, texts)


def read_case(folder, gold_paths, submitted_paths, known=None, strict=True):
    """Read a release and a submission to its test set as the workflow does."""
    release = read_release(folder / "release", ())
    judge = Judge(release.sentences, release.citances, release.gold, 2)
    rows = read_submissions("run", folder / "run", judge.citances, judge.sentences, strict)
    submission = judge.submit_rows(rows)["test"]
    return Case(judge, "test", submission, gold_paths, submitted_paths, known)


def assert_agree(case, protocol):
    ours = case.figures(protocol)
    plain, unknown = case.plain(protocol)
    for metric, value in plain.items():
        assert ours[metric] == pytest.approx(value, abs=ROUNDING if "rouge" in metric else 1e-12)
    unmatched = sum(row.citance_id is None for row in case.judge.rows(case.split))
    assert unknown in (None, unmatched)
    return plain


def messy_offset(rng, sids):
    """Return an offset as annotators type them."""
    numbers = [rng.choice(("'{}'", "'{}'", "{}", "{}'", " '{}'", '"{}" ')).format(s) for s in sids]
    return rng.choice(("{}", "[{}]", "[{}")).format(rng.choice((",", ", ", " , ")).join(numbers))


def messy_answer(rng, texts, annotator=True):
    """Return an offset and its cited text: seldom NA, and seldom a text without elements."""
    sids = rng.sample(range(1, N_SENTENCES), rng.choice((1, 1, 2, 3)))
    offset = messy_offset(rng, sids)
    written = [texts[s].replace("&", "&amp;") for s in sids]
    if rng.random() < 0.1:
        written[0] = f"{written[0]} of length {rng.choice(('<40', '< 40', '<= 40'))} words"
    elements = [
        f'<S sid{rng.choice(("=", " ="))}"{s}" ssid="1">{text}</S>'
        for s, text in zip(sids, written, strict=True)
    ]
    kind = rng.random()
    if kind < 0.1:
        return "NA", "NA"
    if kind < 0.15 and annotator:
        return "0", "“NA”"
    if kind < 0.22:
        return offset, "no element"
    return offset, rng.choice(("", " ", "\n")).join(elements)


def messy_cells(rng, paper_id, citing, citation, answer):
    suffix = rng.choice(("", "", ".xml"))
    article = rng.choices((paper_id, f"{paper_id}.xml", PAPERS[3]), (8, 1, 1))[0]
    space = rng.choice((" ", "  ", "\n"))
    text = citation.replace(" ", space)
    return [3, article, citing + suffix, 0, "1999", 0, text, text, *answer, ""]


def write_rows(path, rows, header=COLUMNS):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def make_case(folder, seed):
    """Write a messy release and a messy submission, and read them."""
    rng = random.Random(seed)
    gold_paths, submitted_paths, known = [], {}, {}
    for paper_id in PAPERS:
        texts = [" ".join(rng.choices(WORDS, k=rng.randint(5, 15))) for _ in range(N_SENTENCES)]
        citances = [
            (f"N05-{rng.randrange(5):04d}", f"Citance {i} of it & more &amp; again.")
            for i in range(12)
        ]
        known[paper_id] = Counter((citing, text.replace("&amp;", "&")) for citing, text in citances)
        place = f"release/Test-Set-2018/{paper_id}"
        escaped = [text.replace("&", "&amp;") for text in texts]
        write(folder, f"{place}/Reference_XML/{paper_id}.xml", paper_xml(*escaped))
        blind = [[1, paper_id, *c[:1], 0, "", 0, c[1], c[1], "", "", ""] for c in citances]
        write_rows(folder / place / f"annotation/{paper_id}.csv", blind)
        for name in rng.sample(ANNOTATORS, rng.choice((2, 3))):
            judged = rng.sample(citances, 9)
            judged += [judged[2], ("N05-0001", "Nobody asked.")]
            rows = [messy_cells(rng, paper_id, *c, messy_answer(rng, texts)) for c in judged]
            extra = ["Annotator"] if rng.random() < 0.3 else []
            rows = [[*row, *extra, *rng.choices(([], ["more"]), (9, 1))[0]] for row in rows]
            path = folder / f"release/Test-Set-2018-Gold/Task1/{paper_id}_{name}.csv"
            gold_paths.append((paper_id, write_rows(path, rows, [*COLUMNS, *extra])))
        if paper_id != PAPERS[1]:
            chosen = rng.sample(citances, 10)
            chosen += [(chosen[0][0], "An altered sentence."), chosen[1]]
            rows = [messy_cells(rng, paper_id, *c, messy_answer(rng, texts, False)) for c in chosen]
            submitted_paths[paper_id] = write_rows(folder / f"run/Task1/{paper_id}.csv", rows)
    return read_case(folder, sorted(gold_paths), submitted_paths, known, strict=False)


@pytest.fixture(scope="module", params=range(6))
def messy(request, tmp_path_factory):
    return make_case(tmp_path_factory.mktemp("messy"), request.param)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_messy_files_are_scored_alike(messy, protocol):
    plain = assert_agree(messy, protocol)
    assert 0 < plain["f1"] < 1 and 0 < plain["rouge_s_f1"] < 1


@pytest.fixture(scope="module")
def submitted(judge, tmp_path_factory):
    """A ranking by common words, submitted by the library, and every paper's file."""
    papers = collect_papers(judge.sentences, judge.citances, "release")
    scores = {}
    for paper in papers:
        sets = [set(text.lower().split()) for text in paper.texts]
        scores[paper.paper_id] = np.array(
            [
                [len(words & set(text.lower().split())) / (len(words) + 3) for words in sets]
                for _, text in paper.citances
            ]
        )
    ranking = rank_sentences(papers, scores)
    folder = tmp_path_factory.mktemp("submitted")
    for paper_id, rows in judge.choose(ranking).items():
        write_submission(folder / f"{paper_id}.csv", rows)
    return judge.submit(ranking), {path.stem: path for path in folder.glob("*.csv")}


@pytest.fixture(scope="module")
def released(judge, real_data, submitted):
    submissions, paths = submitted
    folder = Path(real_data("cl-scisumm"))
    gold = sorted(folder.glob("Test-Set-2018-Gold/Task1/*.csv"))
    known = {}
    for paper_id in {path.name.split("_")[0] for path in gold}:
        blind = folder / f"Test-Set-2018/{paper_id}/annotation/{paper_id}.csv"
        known[paper_id] = Counter(key[:2] for key in read_corrected(blind)[0])
    gold_paths = [(path.name.split("_")[0], path) for path in gold]
    return Case(judge, "test", submissions["test"], gold_paths, paths, known)


@pytest.fixture(scope="module")
def training(judge, submitted, tmp_path_factory):
    """The training set's annotations, written as the test set's are."""
    submissions, paths = submitted
    texts = {row["citance_id"]: row["text"] for row in judge.citances.to_pylist()}
    folder = tmp_path_factory.mktemp("training")
    gold_paths = []
    for file, of_file in by_file(judge.rows("train")).items():
        rows = [
            [1, r.reference_article, r.citing_article, 0, "", 0, texts[r.citance_id], ""]
            + [r.reference_offset, r.reference_text, ""]
            for r in of_file
        ]
        gold_paths.append((of_file[0].paper_id, write_rows(folder / f"{file}.csv", rows)))
    known = dict.fromkeys(paths)
    return Case(judge, "train", submissions["train"], gold_paths, paths, known)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("name", ["released", "training"])
def test_both_sets_of_the_release_are_scored_alike(request, name, protocol):
    case = request.getfixturevalue(name)
    plain = assert_agree(case, protocol)
    assert plain["recall"] == case.figures(protocol)["recall@2"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_annotators_files_and_the_papers_are_all_files(messy, protocol):
    (_, whole), *parts = slices(messy.judge.rows("test"))
    sums = messy.sums(protocol)
    total = np.sum(list(sums.values()), axis=0)
    for prefix in ("annotator:", PAPERS):
        files = [
            file
            for name, papers in parts
            if name.startswith(prefix)
            for of_paper in papers.values()
            for file in of_paper
        ]
        assert sorted(files) == sorted(f for of in whole.values() for f in of)
        np.testing.assert_allclose(np.sum([sums[f] for f in files if f in sums], axis=0), total)


def test_two_annotators_agree_either_way(judge):
    table = human_table("test", judge.rows("test"), judge.texts("test"))
    values = table.set_index(["protocol", "slice", "metric"])["value"].sort_index()
    for protocol, part in {key[:2] for key in values.index}:
        of_part = values[protocol, part]
        assert of_part["precision"] == of_part["recall"] == pytest.approx(of_part["f1"])
        assert of_part["macro_precision"] == pytest.approx(of_part["macro_recall"])
    official = values["official", "all"]
    assert official["rouge_s_p"] == pytest.approx(official["rouge_s_r"])
