"""Unpack the used files of CL-SciSumm from an archive of its repository, a tenth of it."""

import re
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.archives import read_members, write_archive
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import hash_file, writing
from paperpool.scisumm.names import (
    GOLD_FOLDER,
    SCISUMMNET_ARCHIVE,
    SUBMISSIONS_FOLDER,
    TEST_FOLDER,
    TRAINING_FOLDER,
)

_PARTS = {
    TRAINING_FOLDER: "annotation|Reference_XML|Citance_XML",
    TEST_FOLDER: "annotation|Reference_XML",
}
"""The folder of each split below the repository's data/, and the used folders of a paper."""

_SCISUMMNET = "Training-Set-2019/Task1/From-ScisummNet-2019"

_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
_KEPT = re.compile(
    rf"{re.escape(TRAINING_FOLDER)}/{_NAME}/(?:{_PARTS[TRAINING_FOLDER]})/{_NAME}"
    rf"|{re.escape(TEST_FOLDER)}/{_NAME}/(?:{_PARTS[TEST_FOLDER]})/{_NAME}"
    rf"|{re.escape(GOLD_FOLDER)}/{_NAME}"
)
_ARCHIVED = re.compile(rf"{re.escape(_SCISUMMNET)}/({_NAME}/(?:annotation|Reference_XML)/{_NAME})")
_SUBMITTED = re.compile(
    r"[^/]+/CLSciSumm_2020_Evaluation/(49-uniHD|18-NLP-PINGAN-TECH)/(?:runs|setup)/"
    r"(intersection_2_field|run_lr_aclbert_top3|run_sembert_scibert_all_top2)/"
    rf"(?:(Task1/{_NAME})|output/(scores\.txt))"
)
"""The used paths; no name in them can leave the folder."""

MAX_TOTAL = 500_000_000
"""The most bytes of all files; the release has 77 million."""


def unpack_repository(archive: str | Path, folder: str | Path, listing: str | Path) -> int:
    """Write the files of a repository's .tar.gz below ``folder``; return how many.

    ``listing`` is a table of file, bytes, sha256. Other members are skipped. Raises UserError if
    the archive cannot be read, lacks a part of the release or exceeds ``MAX_TOTAL`` bytes.
    """
    folder = Path(folder)
    written: list[str] = []
    archived: dict[str, bytes] = {}
    hint = (
        "The release's have 77 million: delete the archive and fetch it again, "
        "or lay the files out yourself as docs/scisumm.md says."
    )
    for member, content in read_members(archive, lambda name: bool(_place(name)), MAX_TOTAL, hint):
        name = _place(member)
        of_scisummnet = _ARCHIVED.fullmatch(name)
        if of_scisummnet:
            archived[of_scisummnet[1]] = content
        else:
            with writing(folder / name) as part:
                part.write_bytes(content)
            written.append(name)

    lacking = []
    for kept in (*_PARTS, GOLD_FOLDER):
        if not any(name.startswith(f"{kept}/") for name in written):
            lacking.append(kept)
    if not archived:
        lacking.append(_SCISUMMNET)
    if lacking:
        hint = "Delete it and fetch it again: another archive lies in its place."
        raise UserError(Problem(f"It holds nothing in {', '.join(lacking)}.", str(archive), hint))

    write_archive(folder / SCISUMMNET_ARCHIVE, dict(sorted(archived.items())))
    written.append(SCISUMMNET_ARCHIVE)
    rows = []
    for name in sorted(written):
        file = folder / name
        rows.append((name, file.stat().st_size, hash_file(file)))
    write_rows(listing, ["file", "bytes", "sha256"], rows)
    return len(rows)


def _place(name: str) -> str:
    """Return the path below the folder of a repository's file; empty for unused files."""
    submitted = _SUBMITTED.fullmatch(name)
    if submitted:
        return "/".join([SUBMISSIONS_FOLDER, *filter(None, submitted.groups())])
    name = name.partition("/data/")[2]
    if _KEPT.fullmatch(name) or _ARCHIVED.fullmatch(name):
        return name
    return ""
