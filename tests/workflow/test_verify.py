"""Damaged files of a finished run: reported by `verify`, and by the job that reads one."""

from paperpool.workflow.running.verification import MANIFEST, verify_run, write_manifest

CUT, EMPTIED, FLIPPED = (f"pools/{name}" for name in ("pools.parquet", "turns.csv", "sizes.csv"))
READS_CUT = "results/smoke/annotation/tasks.json"


def damage(run):
    """Cut a table in half, empty another and flip a bit of a third."""
    data = (run / CUT).read_bytes()
    (run / CUT).write_bytes(data[: len(data) // 2])
    (run / EMPTIED).write_bytes(b"")
    data = bytearray((run / FLIPPED).read_bytes())
    data[len(data) // 2] ^= 1
    (run / FLIPPED).write_bytes(data)


def test_damage_is_told_of_and_mended_as_the_message_says(copied):
    run = copied.folder / "results/smoke"
    verified = verify_run(run, 2)
    assert not verified.unknown  # all that jobs leave is noted
    write_manifest(verified)
    listed = (run / MANIFEST).read_bytes()
    damage(run)
    failed = copied.fail("verify", READS_CUT, "--keep-going", base="smoke")
    told = "\n".join(failed.last_lines(12))
    assert f"3 of {len(verified.noted)} files are damaged" in told
    assert f": {CUT}, {FLIPPED}, {EMPTIED}." in told and "  Where: results/smoke\n" in told
    cut = (
        f"The file is damaged: it is {(run / CUT).stat().st_size:,} bytes, and was made with "
        f"{verified.noted[(run / CUT).relative_to(run)].n_bytes:,}.\n"
        f"  Where: results/smoke/{CUT}\n"
        "  Hint: Delete it and run again: the workflow makes it anew."
    )
    assert cut in told
    for file in (CUT, EMPTIED, FLIPPED):
        (run / file).unlink()
    copied.run(f"results/smoke/{CUT}", READS_CUT, base="smoke")
    write_manifest(verify_run(run, 2))
    assert (run / MANIFEST).read_bytes() == listed
