"""Unpacking the repository: only the used files, below the folder."""

import hashlib
import tarfile

import pytest

from paperpool.errors import UserError
from paperpool.io.csv_rows import read_rows
from paperpool.scisumm.read import unpacking
from paperpool.scisumm.read.unpacking import unpack_repository

from ...made.scisumm_release import write_archive

TRAINING = "Training-Set-2019/Task1/From-Training-Set-2018/C00-2123"
FILES = {
    f"{TRAINING}/annotation/C00-2123.ann.txt": b"row",
    f"{TRAINING}/Reference_XML/C00-2123.xml": b"<PAPER/>",
    f"{TRAINING}/Citance_XML/C02-1050.xml": b"\xff",
    "Test-Set-2018/A00-2018/annotation/A00-2018.csv": b"Citance Number",
    "Test-Set-2018/A00-2018/Reference_XML/A00-2018.xml": b"<PAPER></PAPER>",
    "Test-Set-2018-Gold/Task1/A00-2018_sweta.csv": b"gold",
}
SCISUMMNET = "Training-Set-2019/Task1/From-ScisummNet-2019"
ARCHIVED = {
    f"{SCISUMMNET}/A00-1031/Reference_XML/A00-1031.xml": b"<PAPER> </PAPER>",
    f"{SCISUMMNET}/A00-1031/annotation/A00-1031.ann.txt": b"automatic",
}
EVALUATED = "../CLSciSumm_2020_Evaluation/49-uniHD"
RUN = "submissions-2020/49-uniHD/intersection_2_field"
SUBMITTED = {
    f"{EVALUATED}/runs/intersection_2_field/Task1/A00-2018.csv": f"{RUN}/Task1/A00-2018.csv",
    f"{EVALUATED}/setup/intersection_2_field/output/scores.txt": f"{RUN}/scores.txt",
}
OTHERS = {
    f"{EVALUATED}/runs/another/Task1/A00-2018.csv": b"another run",
    f"{EVALUATED}/setup/intersection_2_field/input/ref/Task1/A00-2018_sweta.csv": b"gold",
    f"{TRAINING}/Documents_PDF/C00-2123.pdf": b"%PDF",
    "Test-Set-2018/A00-2018/Citance_XML/N03-2024.xml": b"no part of it",
    "Test-Set-2018-Gold/Task1/../../../../outside.csv": b"outside",
    "Test-Set-2018/../../annotation/outside.csv": b"outside",
    "Training-Set-2016/A00-2018/annotation/A00-2018.csv": b"another year",
}


def pack(path, files):
    """Write an archive of the repository; names are of its folder data/."""
    place = "scisumm-corpus-master/data/"
    return write_archive(
        path, {f"{place}{name}".replace("data/../CL", "CL"): data for name, data in files.items()}
    )


def test_what_is_read_arrives_below_the_folder_with_its_checksum(tmp_path):
    link = tarfile.TarInfo("scisumm-corpus-master/data/Test-Set-2018/A00-2018/annotation/link.csv")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    submitted = {name: name.encode() for name in SUBMITTED}
    archive = pack(
        tmp_path / "a.tar.gz", {**OTHERS, **FILES, **ARCHIVED, **submitted, "link": link}
    )
    folder = tmp_path / "in/cl-scisumm"
    files = FILES | {place: submitted[name] for name, place in SUBMITTED.items()}
    assert unpack_repository(archive, folder, folder / "files.csv") == len(files) + 1
    for name, content in files.items():
        assert (folder / name).read_bytes() == content
    written = {str(f.relative_to(folder)) for f in folder.rglob("*") if not f.is_dir()}
    assert written == {*files, "scisummnet-2019.tar.gz", "files.csv"}
    assert {f.name for f in (tmp_path / "in").iterdir()} == {"cl-scisumm"}
    rows = {row["file"]: row for row in read_rows(folder / "files.csv")}
    assert list(rows) == sorted([*files, "scisummnet-2019.tar.gz"])
    for name, row in rows.items():
        content = (folder / name).read_bytes()
        assert (int(row["bytes"]), row["sha256"]) == (
            len(content),
            hashlib.sha256(content).hexdigest(),
        )


def test_scisummnet_becomes_an_archive_that_is_the_same_again(tmp_path):
    digests = set()
    for name, files in (("a", {**FILES, **ARCHIVED}), ("b", {**ARCHIVED, **FILES})):
        unpack_repository(pack(tmp_path / f"{name}.tar.gz", files), tmp_path / name, tmp_path / "l")
        packed = tmp_path / name / "scisummnet-2019.tar.gz"
        digests.add(packed.read_bytes())
        with tarfile.open(packed) as archive:
            found = {m.name: archive.extractfile(m).read() for m in archive.getmembers()}
    assert len(digests) == 1
    assert found == {name.removeprefix(f"{SCISUMMNET}/"): c for name, c in ARCHIVED.items()}


@pytest.mark.parametrize("lacking", ["Test-Set-2018/", "Test-Set-2018-Gold", SCISUMMNET])
def test_an_archive_without_a_part_is_refused(tmp_path, lacking):
    files = {k: v for k, v in {**FILES, **ARCHIVED}.items() if not k.startswith(lacking)}
    archive = pack(tmp_path / "a.tar.gz", files)
    with pytest.raises(UserError, match="holds nothing in"):
        unpack_repository(archive, tmp_path / "out", tmp_path / "out/files.csv")
    assert not (tmp_path / "out/files.csv").exists()


def test_files_that_are_too_large_together_are_refused(tmp_path, monkeypatch):
    files = {**OTHERS, **FILES, **ARCHIVED}
    archive = pack(tmp_path / "a.tar.gz", files)
    total = sum(map(len, [*FILES.values(), *ARCHIVED.values()]))  # others do not count
    monkeypatch.setattr(unpacking, "MAX_TOTAL", total - 1)
    with pytest.raises(UserError) as caught:
        unpack_repository(archive, tmp_path / "out", tmp_path / "out/files.csv")
    [problem] = caught.value.problems
    assert problem.where == str(archive) and f"larger than {total - 1} bytes" in problem.what
    assert "fetch it again" in problem.hint
    assert not (tmp_path / "out/files.csv").exists()
