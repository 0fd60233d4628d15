"""Fingerprints depend on the contents of files, not on their names or order."""

import os

from paperpool.pages.fingerprints import take_fingerprint


def test_it_follows_the_content_alone(tmp_path):
    a, b, c = (tmp_path / name for name in "abc")
    a.write_text("one")
    b.write_text("two")
    c.write_text("one")
    os.utime(b, (5e8, 5e8))
    os.utime(a, (4e8, 4e8))
    first = take_fingerprint([a, b, b, tmp_path, tmp_path / "none"])
    assert (first.n_files, first.n_bytes, first.newest) == (2, 6, 5e8)
    assert first.digest == take_fingerprint([b, c]).digest and len(first.digest) == 12
    b.write_text("2")
    assert take_fingerprint([a, b]).digest != first.digest
    assert take_fingerprint([]) is None
