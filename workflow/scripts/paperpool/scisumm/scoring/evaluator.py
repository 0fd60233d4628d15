"""Choose sentences from rankings, write submissions, and evaluate them by split."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pyarrow as pa

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.published import read_published_scores, scores_beside
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tables import Evaluation
from paperpool.io.tables import read_table
from paperpool.scisumm.choice import Choice, Sizes, choice_of
from paperpool.scisumm.names import ALL, SPLITS
from paperpool.scisumm.rankings import choose_sentences, read_ranking
from paperpool.scisumm.read.rows import GoldRow, Row, by_citance
from paperpool.scisumm.read.submissions import SubmissionRow, submission_rows, write_submission
from paperpool.scisumm.scoring.evaluation import Judged, Published, Submission, evaluate
from paperpool.scisumm.scoring.human import human_table
from paperpool.scisumm.scoring.overlap import DEPTH
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES, of_split
from paperpool.scisumm.words import split_words

logger = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Judge:
    """The tables SENTENCES, CITANCES and GOLD, and the usual number of sentences per citance."""

    sentences: pa.Table
    citances: pa.Table
    gold: pa.Table
    k: int

    def choose(
        self, ranking: pa.Table, choice: Choice | None = None
    ) -> dict[str, list[SubmissionRow]]:
        """Return the submission of a table RANKING, by reference paper."""
        return submission_rows(ranking, self.citances, self.sentences, choice or Choice(self.k))

    def submit(self, ranking: pa.Table, choice: Choice | None = None) -> dict[str, Submission]:
        """Return the submission of a table RANKING, by split."""
        papers = self.choose(ranking, choice)
        submissions = {}
        for split in SPLITS:
            rows: list[SubmissionRow] = []
            for paper_id in self.papers(split):
                rows += papers.get(paper_id, [])
            best = choose_sentences(of_split(ranking, split), Choice(DEPTH))
            submissions[split] = Submission(rows, best)
        return submissions

    def submit_rankings(
        self, rankings: Mapping[str, str | Path], sizes: Sizes, files: Iterable[str]
    ) -> dict[str, dict[str, Submission]]:
        """Write the submissions of ``rankings``, files by ranker; return them by ranker and split.

        ``files`` are the paths to write, ``<ranker>/Task1/<paper id>.csv``.
        """
        paths: dict[str, list[Path]] = {name: [] for name in rankings}
        papers = set()
        for path in map(Path, files):
            paths[path.parts[-3]].append(path)
            papers.add(path.stem)
        unread = papers - set(self.citances.column("paper_id").to_pylist())
        if unread:
            message = "No citance could be read of %s (see malformed.csv): its files have no rows."
            logger.warning(message, name_some(sorted(unread)))

        submissions = {}
        for ranker, of_ranker in paths.items():
            ranking = read_ranking(rankings[ranker])
            choice = choice_of(ranker, sizes, self.k)
            submissions[ranker] = self.submit(ranking, choice)
            chosen = self.choose(ranking, choice)
            for path in of_ranker:
                write_submission(path, chosen.get(path.stem, []))
        return submissions

    def submit_rows(self, papers: Mapping[str, Sequence[Row]]) -> dict[str, Submission]:
        """Return a user's submission by split, for the splits that it covers."""
        submissions = {}
        for split in SPLITS:
            submitted = [paper_id for paper_id in self.papers(split) if paper_id in papers]
            if submitted:
                rows: list[Row] = []
                for paper_id in submitted:
                    rows += papers[paper_id]
                submissions[split] = Submission(rows, by_citance(rows))  # ranked as they stand
        return submissions

    def is_judged(self, split: str) -> bool:
        """Return whether every reference paper of a split has gold."""
        judged = set(of_split(self.gold, split).column("paper_id").to_pylist())
        return bool(judged) and judged == set(self.papers(split))

    def papers(self, split: str) -> list[str]:
        """Return the reference papers of a split, sorted."""
        return sorted(set(of_split(self.sentences, split).column("paper_id").to_pylist()))

    def rows(self, split: str) -> list[GoldRow]:
        """Return the gold of a split."""
        return [GoldRow.of(row) for row in of_split(self.gold, split).to_pylist()]

    def texts(self, split: str) -> dict[tuple[str, int], str]:
        """Return the sentences of a split by (paper_id, sid)."""
        rows = of_split(self.sentences, split).to_pylist()
        return {(row["paper_id"], row["sid"]): row["text"] for row in rows}

    def splits(self, submissions: Mapping[str, Mapping[str, Submission]]) -> dict[str, Judged]:
        """Return the input of ``evaluate`` for submissions by ranker and split."""
        splits = {}
        for split in SPLITS:
            of_rankers = {}
            for ranker, by_split in submissions.items():
                if split in by_split:
                    of_rankers[ranker] = by_split[split]
            splits[split] = Judged(self.rows(split), of_rankers, self.texts(split))
        return splits

    def evaluate(
        self,
        submissions: Mapping[str, Mapping[str, Submission]],
        checks: Checks,
        published: Published,
        paired: Paired,
    ) -> Evaluation:
        """Evaluate submissions, by ranker and split, with the tables ``human`` and ``lengths``.

        Scores of ``published`` are shown for splits whose papers all have gold. Raises UserError if
        doubts are refused.
        """
        splits = self.splits(submissions)
        comparable = {key: value for key, value in published.items() if self.is_judged(key[0])}
        tables = evaluate(splits, paired.baselines, paired.resampling, comparable)
        human = [human_table(split, judged.gold, judged.texts) for split, judged in splits.items()]
        others = {"human": pd.concat(human), "lengths": length_table(splits)}
        return replace(checks.complete(tables, list_choices(submissions)), others=others)


def load_judge(sentences: str | Path, citances: str | Path, gold: str | Path, k: int) -> Judge:
    """Read the tables; log a warning if there is no gold."""
    judge = Judge(
        sentences=read_table(sentences, SENTENCES),
        citances=read_table(citances, CITANCES),
        gold=read_table(gold, GOLD),
        k=k,
    )
    if not len(judge.gold):
        logger.warning("No reference paper has gold: the tables of scores are empty.")
    return judge


def list_choices(submissions: Mapping[str, Mapping[str, Submission]]) -> dict[str, Run]:
    """Return the chosen sentences of each ranker in all splits as a run."""
    runs: dict[str, Run] = {}
    for ranker, splits in submissions.items():
        runs[ranker] = {}
        for submission in splits.values():
            for row in submission.rows:
                topic = (row.paper_id, row.citance_id or row.citation_text)
                runs[ranker][topic] = [(str(sid), 0.0) for sid in row.sids]
    return runs


def read_published_scisumm(
    path: str | Path, names: Mapping[str, str | None], benchmark: str = BENCHMARK.name
) -> Published:
    """Return the published scores on all papers of rankers that name a published system."""
    scores = [score for score in read_published_scores(path, [benchmark]) if score.slice == ALL]
    return scores_beside(scores, names, ("split", "ranker", "measure"))


def length_table(splits: Mapping[str, Judged]) -> pd.DataFrame:
    """Return the mean number of words of the sentences that each ranker chose.

    Source: Ricci et al., table 4. A sentence counts for each citance and annotator again. Gold
    offsets without a sentence of the paper are left out; in a submission they raise UserError.
    """
    rows = []
    for split, judged in splits.items():
        lengths = {sentence: len(split_words(text)) for sentence, text in judged.texts.items()}
        parts = {}
        problems = []
        for ranker, submission in judged.submissions.items():
            parts[ranker] = _list_chosen(submission.rows)
            for paper_id, sid in sorted(set(parts[ranker]) - set(lengths)):
                message = f"Ranker {ranker!r} chose sentence {sid}, which paper {paper_id} lacks."
                problems.append(Problem(message, ranker))
        if problems:
            raise UserError(problems)

        parts["(all sentences)"] = list(lengths)
        parts["(gold)"] = [chosen for chosen in _list_chosen(judged.gold) if chosen in lengths]
        for name, sentences in parts.items():
            if sentences:
                total = sum(lengths[sentence] for sentence in sentences)
                rows.append((split, name, total / len(sentences), len(sentences)))
    return pd.DataFrame(rows, columns=["split", "ranker", "mean_tokens", "n_sentences"])


def _list_chosen(rows: Iterable[Row]) -> list[tuple[str, int]]:
    """Return the (paper, sentence) of all rows, one for each row that chose it."""
    chosen = []
    for row in rows:
        chosen += [(row.paper_id, sid) for sid in row.sids]
    return chosen
