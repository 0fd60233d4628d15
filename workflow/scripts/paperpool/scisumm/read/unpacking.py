"""Unpack CL-SciSumm from an archive of its repository: the files that are read, and no others.

The repository holds ten times as much: PDFs, summaries, earlier years, two hundred submissions of
2020, three of them taken with their scores. ScisummNet's files become one archive again, as they
are only read in passing.
"""

import hashlib
import re
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.archives import read_members, write_archive
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import writing
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
"""The folder of each split below the repository's data/, and the files read of a paper's folder."""

_SCISUMMNET = "Training-Set-2019/Task1/From-ScisummNet-2019"

_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
_KEPT = re.compile(
    "|".join(
        [
            *(rf"{re.escape(part)}/{_NAME}/(?:{kinds})/{_NAME}" for part, kinds in _PARTS.items()),
            rf"{re.escape(GOLD_FOLDER)}/{_NAME}",
        ]
    )
)
_ARCHIVED = re.compile(rf"{re.escape(_SCISUMMNET)}/({_NAME}/(?:annotation|Reference_XML)/{_NAME})")
_SUBMITTED = re.compile(
    r"[^/]+/CLSciSumm_2020_Evaluation/(49-uniHD|18-NLP-PINGAN-TECH)/(?:runs|setup)/"
    r"(intersection_2_field|run_lr_aclbert_top3|run_sembert_scibert_all_top2)/"
    rf"(?:(Task1/{_NAME})|output/(scores\.txt))"
)
"""Paths that are read; no name in them can leave the folder."""

MAX_TOTAL = 500_000_000
"""Bytes of all files that are read; the release's have 77 million."""


def unpack_repository(archive: str | Path, folder: str | Path, listing: str | Path) -> int:
    """Write the files of a repository's .tar.gz below ``folder``; return how many.

    ``listing`` gets a line for each: file, bytes, sha256. Members that are no plain files, or have
    another path than the release's, are passed over. Raises UserError if the archive cannot be
    read, lacks a part of the release or holds more than ``MAX_TOTAL`` bytes of it.
    """
    folder = Path(folder)
    written: list[tuple[str, int, str]] = []
    archived: dict[str, bytes] = {}
    hint = (
        "The release's have 77 million: delete the archive and fetch it again, "
        "or lay the files out yourself as docs/scisumm.md says."
    )
    for member, content in read_members(archive, lambda name: bool(_place(name)), MAX_TOTAL, hint):
        name = _place(member)
        if match := _ARCHIVED.fullmatch(name):
            archived[match[1]] = content
        else:
            with writing(folder / name) as part:
                part.write_bytes(content)
            written.append((name, len(content), hashlib.sha256(content).hexdigest()))
    lacking = [
        part
        for part in (*_PARTS, GOLD_FOLDER)
        if not any(name.startswith(f"{part}/") for name, *_ in written)
    ]
    lacking += [] if archived else [_SCISUMMNET]
    if lacking:
        hint = (
            "The repository has changed; get its state of 2019 "
            "and lay it out as docs/scisumm.md says."
        )
        raise UserError(Problem(f"It holds nothing in {', '.join(lacking)}.", str(archive), hint))
    write_archive(folder / SCISUMMNET_ARCHIVE, dict(sorted(archived.items())))
    content = (folder / SCISUMMNET_ARCHIVE).read_bytes()
    written.append((SCISUMMNET_ARCHIVE, len(content), hashlib.sha256(content).hexdigest()))
    write_rows(listing, ["file", "bytes", "sha256"], sorted(written))
    return len(written)


def _place(name: str) -> str:
    """Return the path below the folder of a file of the repository; empty if it is not read."""
    if found := _SUBMITTED.fullmatch(name):
        return "/".join([SUBMISSIONS_FOLDER, *filter(None, found.groups())])
    name = name.partition("/data/")[2]
    return name if _KEPT.fullmatch(name) or _ARCHIVED.fullmatch(name) else ""
