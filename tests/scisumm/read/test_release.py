import shutil
import tarfile

import pytest

from paperpool.scisumm.read.release import SOURCES, find_missing, read_release
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES, TEXTS, zip_columns

from ...made.scisumm_release import AUTOMATIC, annotation, task_csv, write, write_archive

TRAIN = "Training-Set-2019/Task1/From-Training-Set-2018"


def rows(table, *names):
    return list(zip_columns(table, *names))


def problems_of(release, **where):
    table = release.malformed
    for column, value in where.items():
        table = table[table[column] == value]
    return sorted(zip(table["problem"], table["action"], strict=True))


@pytest.mark.parametrize(
    ("parts", "sources", "expected"),
    [
        (["Training-Set-2019", "Test-Set-2018", "Test-Set-2018-Gold"], SOURCES[:2], []),
        (["Training-Set-2019"], SOURCES[:2], ["no test set"]),
        (["Training-Set-2019", "Test-Set-2018"], SOURCES[:2], ["no gold of the test set"]),
        (["Test-Set-2018", "Test-Set-2018-Gold"], ["reference"], ["no training set"]),
        (
            ["Test-Set-2018"],
            SOURCES,
            [
                "no training set",
                "no gold of the test set",
                "no texts to train word vectors on in citing",
                "no texts to train word vectors on in scisummnet",
            ],
        ),
    ],
)
def test_what_a_release_lacks_is_named_and_its_tables_have_none(
    made, tmp_path, parts, sources, expected
):
    for part in parts:
        shutil.copytree(made / part, tmp_path / "part" / part)
    release = read_release(tmp_path / "part", sources)
    assert find_missing(release, sources) == [f"The release has {what}." for what in expected]
    for table in (release.sentences, release.citances):
        splits = set(table.column("split").to_pylist())
        assert splits == {name for name in ("train", "test") if name in " ".join(parts).lower()}


def test_tables_have_their_schemas_and_order(made_read):
    for table, schema in (
        (made_read.sentences, SENTENCES),
        (made_read.citances, CITANCES),
        (made_read.gold, GOLD),
        (made_read.texts, TEXTS),
    ):
        assert table.schema == schema
    papers = [("test", "P02-0003"), ("train", "C00-0001"), ("train", "W01-0002")]
    assert rows(made_read.citances, "split", "citance_id") == [
        (split, f"{paper_id}:{number}") for split, paper_id in papers for number in (1, 2)
    ]
    assert rows(made_read.sentences, "split", "paper_id", "sid")[4:8] == [
        ("test", "P02-0003", 4),
        ("test", "P02-0003", 5),
        ("train", "C00-0001", 0),
        ("train", "C00-0001", 1),
    ]


def test_gold_has_the_raw_strings_and_is_matched_by_text(made_read):
    train = made_read.gold.slice(6)
    assert rows(train, "citance_id", "file", "reference_offset", "sids")[:2] == [
        ("C00-0001:1", "C00-0001.ann.txt", "['1','3']", [1, 3]),
        ("C00-0001:2", "C00-0001.ann.txt", "['4']", [4]),
    ]
    assert set(train.column("annotator").to_pylist()) == {"Some One, NUS"}
    assert set(train.column("n_columns").to_pylist()) == {11}

    assert rows(made_read.gold, "annotator", "row", "citance_id", "sids")[:6] == [
        ("ann", 1, "P02-0003:2", [1]),
        ("ann", 2, "P02-0003:1", []),
        ("ann", 3, None, [5]),
        ("bob", 1, "P02-0003:2", [2, 3]),
        ("bob", 2, "P02-0003:1", []),
        ("bob", 3, None, [5]),
    ]
    ann = problems_of(made_read, file="Test-Set-2018-Gold/Task1/P02-0003_ann.csv")
    assert ann == [
        ("no_counterpart", "unmatched"),
        ("offset_quotes", "repaired"),
        ("unknown_sentence", "dropped"),
    ]


def test_citances_with_one_key_are_matched_in_order(made):
    blind = [(n, "P02-0003", "N03-0001", "They parse.", "", "") for n in (1, 2)]
    write(made, "Test-Set-2018/P02-0003/annotation/P02-0003.csv", task_csv(*blind))
    gold = [(n, "P02-0003", "N03-0001", "They parse.", "NA", "NA") for n in (1, 2, 3)]
    for annotator in ("ann", "bob"):
        write(made, f"Test-Set-2018-Gold/Task1/P02-0003_{annotator}.csv", task_csv(*gold))
    release = read_release(made, ())
    ids = release.gold.column("citance_id").to_pylist()
    assert ids[:3] == ["P02-0003:1", "P02-0003:2", "P02-0003:2"]
    assert problems_of(release, split="test") == [("repeated_citance", "kept")] * 2


def test_texts_and_automatic_annotations_are_apart(made_read):
    assert rows(made_read.texts, "source", "paper_id") == [
        ("citing", "P01-0001"),
        ("citing", "P01-0002"),
        ("citing", "P09-9999"),
        ("reference", "C00-0001"),
        ("reference", "P02-0003"),
        ("reference", "W01-0002"),
        ("scisummnet", "A00-0009"),
    ]
    repeated = made_read.malformed[made_read.malformed["problem"] == "repeated_paper"]
    assert list(zip(repeated["split"], repeated["paper_id"], strict=True)) == [
        ("scisummnet", "C00-0001"),
        ("train", "P09-9999"),
    ]
    assert made_read.texts.column("sentences").to_pylist()[0] == ["It cites.", "It ends."]

    sentences, citances, gold = made_read.automatic
    assert rows(sentences, "split", "paper_id", "text")[:2] == [
        ("scisummnet", "A00-0009", "Net."),
        ("scisummnet", "A00-0009", "Works."),
    ]
    assert rows(citances, "split", "citance_id", "citing_id", "text") == [
        ("scisummnet", "A00-0009:1", "A01-0001", "They | pipe.")
    ]
    assert rows(gold, "annotator", "sids") == [("Automatic", [1])]
    assert problems_of(made_read, paper_id="A00-0009") == [
        ("id_suffix", "repaired"),
        ("separator_in_text", "repaired"),
    ]


def test_malformations_are_counted(made_read, made):
    assert ("other_file", "dropped") in problems_of(made_read, paper_id="W01-0002")

    shutil.rmtree(made / TRAIN / "C00-0001/Reference_XML")
    release = read_release(made, ())
    assert problems_of(release, paper_id="C00-0001") == [("no_reference_xml", "dropped")]
    assert "C00-0001" not in release.citances.column("paper_id").to_pylist()


def test_a_training_paper_of_the_test_set_is_left_out(made):
    shutil.copytree(made / TRAIN / "C00-0001", made / TRAIN / "P02-0003")
    release = read_release(made, ())
    splits = rows(release.citances, "paper_id", "split")
    assert ("P02-0003", "test") in splits and ("P02-0003", "train") not in splits
    assert ("repeated_paper", "dropped") in problems_of(release, paper_id="P02-0003")


def test_several_annotation_files_are_numbered_through(made):
    line = annotation(1, "C00-0001", "P01-0001", "They cluster.", (2,))
    write(made, f"{TRAIN}/C00-0001/annotation/C00-0001.annv3.txt", line)
    release = read_release(made, ())
    assert rows(release.gold, "citance_id", "file", "row")[6:9] == [
        ("C00-0001:1", "C00-0001.ann.txt", 1),
        ("C00-0001:2", "C00-0001.ann.txt", 2),
        ("C00-0001:3", "C00-0001.annv3.txt", 1),
    ]


def test_an_unpacked_scisummnet_gives_the_same_as_its_archive(made, made_read):
    (made / "scisummnet-2019.tar.gz").unlink()
    place = "ScisummNet-2019/A00-0009"
    write(made, f"{place}/annotation/A00-0009.ann.txt", AUTOMATIC)
    write(made, f"{place}/Reference_XML/A00-0009.xml", '<S sid="0">Net.</S><S sid="1">Works.</S>')
    _, citances, gold = read_release(made, SOURCES).automatic
    assert citances.equals(made_read.automatic[1]) and gold.equals(made_read.automatic[2])


def test_papers_of_archive_and_folder_that_are_odd_are_counted(made):
    place = "ScisummNet-2019/A00-0009"  # it is in the archive as well
    write(made, f"{place}/annotation/A00-0009.ann.txt", AUTOMATIC.replace("pipe", "other"))
    write(made, f"{place}/Reference_XML/A00-0009.xml", '<S sid="0">Other.</S>')
    write(made, f"{TRAIN}/C00-0001/Reference_XML/A-copy.xml", '<S sid="0">Another.</S>')
    members = {"N00-1/Reference_XML/N00-1.xml": b'<S sid="0">No citance.</S>'}
    folder = tarfile.TarInfo("N00-1/annotation")
    folder.type = tarfile.DIRTYPE
    write_archive(made / "scisummnet-more.tar.gz", {"N00-1/annotation": folder, **members})
    release = read_release(made, SOURCES)
    assert rows(release.automatic[1], "citance_id", "text") == [("A00-0009:1", "They | pipe.")]
    texts = dict(rows(release.texts, "paper_id", "sentences"))
    assert texts["N00-1"] == ["No citance."] and "Another." not in texts["C00-0001"]
    assert ("repeated_paper", "dropped") in problems_of(release, file=place)
    assert problems_of(release, paper_id="N00-1") == [("no_annotation", "kept")]
    copy = f"{TRAIN}/C00-0001/Reference_XML/A-copy.xml"
    assert problems_of(release, file=copy) == [("other_file", "dropped")]


def test_nothing_is_unpacked(made):
    before = sorted(made.rglob("*"))
    read_release(made, SOURCES)
    assert sorted(made.rglob("*")) == before
