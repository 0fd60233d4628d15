"""The demo's reference papers: CL-SciSumm's layout, known cited sentences, known malformations."""

import csv
import hashlib
import re
import tarfile
from collections import defaultdict

import numpy as np
import pytest

from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.full_texts import Shelf, write_citances
from paperpool.extras.demo.reference_papers import write_release
from paperpool.extras.demo.release_layout import (
    gold_annotators,
    reference_ids,
    release_files,
    release_size,
)
from paperpool.scisumm.names import COLUMNS

SIZES = {400: (3, 3, 30), 4500: (8, 4, 60)}


@pytest.fixture(scope="module")
def small():
    return make_plan(400, seed=14)


@pytest.fixture(scope="module")
def release(small, tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    write_release(small, folder)
    return folder


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def xml_sentences(content):
    return dict(re.findall(r'<S sid ?="(\d+)"[^>]*>(.*?)</S>', content))


def digests(folder):
    files = sorted(f for f in folder.rglob("*") if f.is_file())
    return {str(f.relative_to(folder)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


@pytest.mark.parametrize("n_papers", SIZES)
def test_the_release_grows_with_the_corpus(n_papers):
    size = release_size(n_papers)
    assert (size.train, size.test, size.sentences) == SIZES[n_papers]
    assert list(map(len, reference_ids(n_papers).values())) == [size.train, size.test]
    assert len(release_files(n_papers)["citing"]) == size.train * size.citing


def test_exactly_the_listed_files_are_written_and_again_the_same(small, release, tmp_path):
    listed = [file for files in release_files(400).values() for file in files]
    assert sorted(listed) == sorted(digests(release)) and len(set(listed)) == len(listed)
    write_release(small, tmp_path / "again")
    assert digests(tmp_path / "again") == digests(release)
    write_release(make_plan(400, seed=13), tmp_path / "other")
    other = digests(tmp_path / "other")
    assert other.keys() == digests(release).keys()
    assert other["scisummnet-2019.tar.gz"] != digests(release)["scisummnet-2019.tar.gz"]


def test_reference_papers_have_numbered_sentences(release):
    for path in release_files(400)["papers"]:
        content = (release / path).read_bytes()
        is_latin = "D00-1003" in path
        if is_latin:
            with pytest.raises(UnicodeDecodeError):
                content.decode("utf-8")
        text = content.decode("latin-1" if is_latin else "utf-8")
        assert list(map(int, xml_sentences(text))) == list(range(31))  # the title is 0
        assert "&amp;quot;new&amp;quot;" in xml_sentences(text)["1"]
        assert ('<S sid="">' in text) == is_latin


def test_annotated_spans_are_sentences_of_the_reference_paper(release):
    ids, paths = reference_ids(400)["train"], release_files(400)["annotations"]
    for paper_id, path in zip(ids, paths, strict=True):
        reference = release / path.split("annotation/")[0] / f"Reference_XML/{paper_id}.xml"
        sentences = xml_sentences(reference.read_bytes().decode("latin-1"))
        texts = (release / path).read_text().split("Reference Text:")[1:]
        assert len(texts) == 6
        for text in texts:
            quoted = text.partition("| Discourse")[0]
            for sid, sentence in re.findall(r'<S sid ="(\d+)"[^>]*>(.*?)</S>', quoted):
                assert sentences[sid].startswith(sentence)


def test_annotators_of_the_test_split_partly_disagree_and_one_paper_has_no_gold(release):
    assert [len(a) for a in gold_annotators(400).values()] == [3, 2, 0]
    texts = set()
    for path in release_files(400)["blind"]:
        blind = rows(release / path)
        assert list(blind[0]) == list(COLUMNS) and len(blind) == 6
        texts |= {row["Citation Text"] for row in blind}
    gold = [row for path in release_files(400)["gold"] for row in rows(release / path)]
    offsets = defaultdict(set)
    for row in gold:
        offsets[row["Citation Text"]].add(tuple(re.findall(r"\d+", row["Reference Offset"])))
    assert len(set(offsets) - texts) == 1  # second annotators have a sentence of their own
    agreed = [len(found) == 1 for found in offsets.values()]
    assert 0 < sum(agreed) < len(agreed)
    forms = {re.sub(r"\d+", "9", row["Reference Offset"]) for row in gold}
    assert {"'9'", "9", "NA"} <= forms and len(forms) > 4


def test_the_archive_holds_no_time_and_only_papers_and_annotations(release):
    with tarfile.open(release / "scisummnet-2019.tar.gz") as archive:
        members = archive.getmembers()
        assert {member.mtime for member in members} == {0}
        names = [member.name for member in members]
        assert len(names) == 2 * release_size(400).archived
        for name in names:
            paper_id, _, file = name.partition("/")
            assert file in (f"Reference_XML/{paper_id}.xml", f"annotation/{paper_id}.ann.txt")
    header = (release / "scisummnet-2019.tar.gz").read_bytes()[:10]
    assert header[4:8] == bytes(4) and header[3] == 0  # neither a time nor a file name


def test_citances_share_words_with_what_they_cite_and_have_every_style_of_marker(small):
    shelf = Shelf(small)
    paper, citing = shelf.take(30, 10), {"W01-2001": shelf.take(10, 4)}
    citances = write_citances(paper, citing, 60, np.random.default_rng(13))
    sentences = paper.numbered()
    assert len(sentences) == 31
    ranked_first = 0
    for citance in citances:
        words = set(re.findall(r"[a-z]{4,}", citance.text.lower()))
        shared = {
            sid: len(words & set(re.findall(r"[a-z]{4,}", text.lower())))
            for sid, text in sentences.items()
        }
        ranked_first += max(shared, key=shared.get) in citance.cited
        assert min(citance.cited) >= 1 and max(citance.cited) <= 30
        assert list(citance.cited) == list(range(citance.cited[0], citance.cited[-1] + 1))
        assert citance.marker in citance.text
    assert 20 <= ranked_first <= 58  # neither hopeless nor given away
    markers = {re.sub(r"\d+", "9", citance.marker) for citance in citances}
    assert len(markers) >= 5 and {"9", "9,9"} <= markers
    assert {len(citance.cited) for citance in citances} == {1, 2, 3}
