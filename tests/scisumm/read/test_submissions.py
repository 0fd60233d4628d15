import csv

import pytest

from paperpool.io.tables import make_table
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.submissions import submission_rows, write_offset, write_submission
from paperpool.scisumm.tables import RANKING, SENTENCES


def ranking(citances, sids=(4, 1, 0)):
    return make_table(
        [
            (citance["split"], citance["citance_id"], sid, 1.0 - rank, rank)
            for citance in citances.to_pylist()
            for rank, sid in enumerate(sids, 1)
        ],
        RANKING,
    )


def test_the_first_k_sentences_are_submitted_by_rank(made_read):
    rows = submission_rows(
        ranking(made_read.citances), made_read.citances, made_read.sentences, Choice(2)
    )
    assert list(rows) == ["P02-0003", "C00-0001", "W01-0002"]
    first = rows["P02-0003"][1]
    assert (first.citance_id, first.sids, first.number) == ("P02-0003:2", (4, 1), "3")
    assert first.reference_offset == "['4','1']" and write_offset([]) == "NA"
    assert first.reference_text == '<S sid="4">Sentence 4.</S><S sid="1">Sentence 1.</S>'


def test_a_citance_that_is_not_ranked_is_an_error(made_read):
    ranked = ranking(made_read.citances.slice(1))
    with pytest.raises(KeyError, match="P02-0003:1"):
        submission_rows(ranked, made_read.citances, made_read.sentences, Choice(2))


def test_the_file_is_what_the_official_script_reads(made_read, tmp_path):
    hard = [("test", "P02-0003", sid, "", f'{sid} "a", b < c & d’s') for sid in range(6)]
    citances = made_read.citances.slice(0, 2)
    rows = submission_rows(ranking(citances), citances, make_table(hard, SENTENCES), Choice(2))
    path = tmp_path / "Task1/P02-0003.csv"
    write_submission(path, rows["P02-0003"])
    with path.open(encoding="utf-8", newline="") as file:
        header, first, _ = csv.reader(file)
    assert tuple(header) == COLUMNS and len(first) == len(COLUMNS)
    assert first[8] == "['4','1']"
    assert [part.strip("'") for part in first[8][1:-1].split(",")] == ["4", "1"]
    assert first[9].startswith('<S sid="4">4 "a", b &lt; c &amp; d’s</S><S sid="1">')
    assert len(path.read_text().splitlines()) == 3
    assert [p.name for p in path.parent.iterdir()] == ["P02-0003.csv"]
