"""The files of CL-SciSumm's generated release, which follow from the number of papers alone."""

from dataclasses import dataclass

from paperpool.scisumm.names import GOLD_FOLDER, SCISUMMNET_ARCHIVE, TEST_FOLDER, TRAINING_FOLDER

ANNOTATORS = ("asha", "bela", "carla")

_SMALL = 1000
"""A corpus of fewer papers has the smaller release."""


@dataclass(frozen=True)
class Size:
    """Reference papers of each split, sentences of each, and how often each is cited."""

    train: int
    test: int
    sentences: int
    citing: int
    citances: int
    archived: int


def release_size(n_papers: int) -> Size:
    """Return the size of the release that goes with a corpus of ``n_papers``."""
    if n_papers < _SMALL:
        return Size(train=3, test=3, sentences=30, citing=3, citances=6, archived=6)
    return Size(train=8, test=4, sentences=60, citing=4, citances=12, archived=40)


def reference_ids(n_papers: int) -> dict[str, list[str]]:
    """Return the reference papers of each split; the last one of ``test`` has no gold."""
    size = release_size(n_papers)
    return {
        "train": [f"D00-{1001 + i}" for i in range(size.train)],
        "test": [f"P01-{1001 + i}" for i in range(size.test)],
    }


def citing_ids(paper_id: str, n_papers: int) -> list[str]:
    """Return the papers that cite a reference paper."""
    number = int(paper_id[-2:])
    letter = "W" if paper_id[0] == "D" else "N"
    return [f"{letter}{number:02}-{2001 + i}" for i in range(release_size(n_papers).citing)]


def gold_annotators(n_papers: int) -> dict[str, tuple[str, ...]]:
    """Return who annotated each reference paper of the test split: two, three, or no one."""
    ids = reference_ids(n_papers)["test"]
    found: dict[str, tuple[str, ...]] = {}
    for number, paper_id in enumerate(ids):
        found[paper_id] = ANNOTATORS[: 3 - number % 2]
    found[ids[-1]] = ()
    return found


def release_files(n_papers: int) -> dict[str, list[str]]:
    """Return the files of the release by kind, as paths inside its folder."""
    train = reference_ids(n_papers)["train"]
    kinds = ("annotations", "papers", "citing", "stray", "blind", "gold")
    files: dict[str, list[str]] = {kind: [] for kind in kinds}

    for paper_id in train:
        folder = f"{TRAINING_FOLDER}/{paper_id}"
        files["annotations"].append(f"{folder}/annotation/{_annotation_file(paper_id, train)}")
        files["papers"].append(f"{folder}/Reference_XML/{paper_id}.xml")
        for citing_id in citing_ids(paper_id, n_papers):
            files["citing"].append(f"{folder}/Citance_XML/{citing_id}.xml")
    files["stray"].append(files["citing"][0].replace(".xml", "word.docx.txt"))

    for paper_id, annotators in gold_annotators(n_papers).items():
        folder = f"{TEST_FOLDER}/{paper_id}"
        files["papers"].append(f"{folder}/Reference_XML/{paper_id}.xml")
        files["blind"].append(f"{folder}/annotation/{paper_id}.csv")
        for annotator in annotators:
            files["gold"].append(f"{GOLD_FOLDER}/{paper_id}_{annotator}.csv")
    return files | {"archive": [SCISUMMNET_ARCHIVE]}


def _annotation_file(paper_id: str, train: list[str]) -> str:
    """Return the name of an annotation file: the last one has the form of another year."""
    if paper_id == train[-1]:
        return f"{paper_id}.annv3.txt"
    return f"{paper_id}.ann.txt"
